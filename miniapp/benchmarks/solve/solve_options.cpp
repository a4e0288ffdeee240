// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/solve/solve_options.hpp"

#include "core/fields/column_algebra.hpp"
#include "core/fields/link_field.hpp"
#include "kitt_build_info.hpp"
#include "miniapp/run/built_precisions.hpp"
#include "miniapp/run/option_rules.hpp"
#include "miniapp/run/option_values.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kitt::miniapp {

namespace {

using detail::Choices;
using detail::Range;
using perf::Precision;

bool built_for(SolverPrecision solver) {
  return std::ranges::all_of(
      std::array{Precision::single_precision, Precision::double_precision},
      [&](auto precision) { return !uses(solver, precision) || miniapp::built_for(precision); });
}

/// Adds an option `--name a,b` for values of an enum.
template <Named Enum>
CLI::Option* add_choices(CLI::App& app, std::string const& option, std::vector<Enum>& target,
                         std::string const& help) {
  auto const choices = detail::all_choices<Enum>();
  auto const parse = [choices](std::string const& name, std::string const& text) {
    return detail::parse_choice(name, text, choices);
  };
  return detail::add_list(app, option, target, parse, help)
      ->type_name(detail::names_of(choices, "|") + ",...");
}

/// Throws UserError if links from files contradict other options.
void check_link_files(SolveOptions const& options) {
  auto const& files = options.files;
  KITT_VALIDATE(files.fat.empty() == files.longer.empty(),
                "only one of --fat and --long was given (the operator needs both, for hops of one "
                "and of three sites): give both");
  if (!files.given())
    return;
  KITT_VALIDATE(
      !options.wants_gauge_field(),
      "--fat and --long were given, but an operator needs a gauge field (the files have no "
      "links for it): add --operator staggered --action asqtad (or hisq), or leave the "
      "files out");
  KITT_VALIDATE(!options.gauge.is_file() && options.fields.l.empty() && !options.fields.global,
                "--gauge FILE, --L or --global was given with --fat and --long (the files define "
                "the links and the volume): leave it out");
}

void check_staggered(SolveOptions const& options) {
  check_link_files(options);
  KITT_VALIDATE(options.source.empty() ||
                    std::ranges::all_of(options.wanted_operators(), perf::is_staggered),
                "--source was given for an operator that is not staggered (the file has one colour "
                "vector per site): give --operator staggered, or leave --source out");
  KITT_VALIDATE(options.numbers.mass > 0 || !options.wants_operator(OperatorName::staggered),
                "--mass 0 is not possible with --operator staggered (the solution on even sites "
                "divides by the mass): give a larger mass");
}

/// Throws UserError if HiRep has no flop count for these options.
void check_flops(SolveOptions const& options) {
  if (options.flops == SolverFlops::usual)
    return;
  KITT_VALIDATE(std::ranges::all_of(options.wanted_operators(),
                                    [](auto op) { return op == perf::SolvedOperator::wilson; }),
                "--flops hirep was given for an operator whose flops HiRep does not count (only "
                "Wilson's are known): give --operator wilson");
  KITT_VALIDATE(!options.wants_solver(perf::SolverRecurrence::pipelined),
                "--flops hirep was given with --solver pipelined (HiRep has no such solver): use "
                "--solver cg");
  KITT_VALIDATE(!options.wants_many_rhs(),
                "--flops hirep was given with several right-hand sides (HiRep has no such solver): "
                "use --rhs 1");
}

/// Throws UserError if a choice is not possible with the numbers of right-hand sides.
void check_rhs(SolveOptions const& options) {
  using enum perf::SolverRecurrence;
  auto const many = options.wants_many_rhs();
  for (auto const solver : {multiple, block})
    KITT_VALIDATE(many || !options.wants_solver(solver),
                  fmt::format("--solver {} was given without several right-hand sides (it solves "
                              "for all of them at once): add --rhs with a number above 1",
                              kitt::to_string(solver)));
  if (!many)
    return;
  auto const most = *std::ranges::max_element(options.rhs);
  KITT_VALIDATE(options.recurrences.empty() || options.wants_solver(multiple) ||
                    options.wants_solver(block),
                fmt::format("--rhs {} needs a solver of several right-hand sides (cg and pipelined "
                            "solve for one): add --solver multiple or --solver block",
                            most));
  bool const one = std::ranges::count(options.rhs, 1) > 0;
  KITT_VALIDATE(one || !(options.wants_solver(cg) || options.wants_solver(pipelined)),
                fmt::format("--solver cg or pipelined was given with --rhs {} (they solve for one "
                            "right-hand side): add 1 to --rhs, or leave them out",
                            most));
  KITT_VALIDATE(options.source.empty(),
                fmt::format("--source with --rhs {} (the file has one right-hand side only): use "
                            "--rhs 1, or leave --source out",
                            most));
  KITT_VALIDATE(!std::ranges::all_of(options.wanted_precisions(), is_mixed),
                fmt::format("--rhs {} does not work with --precision mixed or half (solvers of "
                            "several right-hand sides iterate in one precision): use --precision "
                            "single or double",
                            most));
}

} // namespace

std::vector<perf::SolvedOperator> SolveOptions::wanted_operators() const {
  using enum perf::SolvedOperator;
  std::vector<perf::SolvedOperator> wanted;
  for (auto const name : operators)
    if (name == OperatorName::staggered)
      for (auto const action : actions)
        wanted.push_back(std::array{naive, asqtad, hisq}[static_cast<std::size_t>(action)]);
    else
      std::ranges::copy_if(all_operators, std::back_inserter(wanted),
                           [=](auto op) { return operator_info(op).name == name; });
  return wanted;
}

std::vector<perf::SolverRecurrence> SolveOptions::solvers(int rhs_count) const {
  using enum perf::SolverRecurrence;
  std::vector<perf::SolverRecurrence> wanted;
  std::ranges::copy_if(recurrences, std::back_inserter(wanted), [=](auto solver) {
    return perf::is_for_many_rhs(solver) == (rhs_count > 1);
  });
  if (!wanted.empty())
    return wanted;
  return rhs_count > 1 ? std::vector{multiple, block} : std::vector{cg};
}

bool SolveOptions::wants_gauge_field() const {
  return std::ranges::any_of(wanted_operators(),
                             [&](auto op) { return !perf::is_improved(op) || !files.given(); });
}

StoppingRule SolveOptions::rule(SolverPrecision precision) const {
  if (iterations > 0)
    return {0, iterations};
  bool const single = precision == SolverPrecision::single_precision;
  return {tolerance > 0 ? tolerance : single ? 1e-5 : 1e-8, max_iterations};
}

std::vector<SolverPrecision> SolveOptions::wanted_precisions() const {
  if (!precisions.empty())
    return precisions;
  if (built_for(SolverPrecision::mixed))
    return {SolverPrecision::double_precision, SolverPrecision::mixed};
  return {built_for(SolverPrecision::double_precision) ? SolverPrecision::double_precision
                                                       : SolverPrecision::single_precision};
}

void SolveOptions::describe(perf::Configuration& run) const {
  fields.describe(run);
  gauge.describe(run);
  if (files.given()) {
    run.volume_convention = volume_convention(comms::VolumeOf::job);
    run.gauge = files.fat;
  }
  run.flops_per_site = static_cast<int>(flop_count());
}

namespace {

void add_solver_rules(CLI::App& app, SolveOptions const& options) {
  using enum OperatorName;
  auto const wants = [&options](OperatorName op) {
    return [&options, op] { return options.wants_operator(op); };
  };
  std::vector<OptionRule> rules{
      {.options = {"--action"},
       .where = "without the staggered operator",
       .why = "no other operator uses it",
       .remedy = "add --operator staggered",
       .have_effect = wants(staggered)},
      {.options = {"--Ls"},
       .where = "without a domain-wall operator",
       .why = "no other operator uses it",
       .remedy = "add --operator dwf (or mobius)",
       .have_effect = [=] { return wants(dwf)() || wants(mobius)(); }},
      {.options = {"--flops-per-site"},
       .where = "with only the staggered operator",
       .why = "the flops of the staggered operator have only one convention",
       .remedy = "add another --operator",
       .have_effect =
           [&options] {
             return !std::ranges::all_of(options.wanted_operators(), perf::is_staggered);
           }},
      {.options = {"--flops-per-site"},
       .where = "with --flops hirep",
       .why = "HiRep counts 1326",
       .remedy = "leave out one of the two",
       .have_effect = [&options] { return options.flops == SolverFlops::usual; }},
      {.options = {"--boundary"},
       .where = "with --fat and --long",
       .why = "these links include the sign of their boundary",
       .remedy = "",
       .have_effect = [&options] { return options.wants_gauge_field(); }},
      {.options = {"--tolerance", "--max-iterations"},
       .where = "with --iterations",
       .why = "then the number of iterations does not depend on the residual",
       .remedy = "drop --iterations",
       .have_effect = [&options] { return options.iterations == 0; }}};
  for (auto const& number : number_options)
    if (number.where[0] != '\0')
      rules.push_back({.options = {number.option},
                       .where = number.where,
                       .why = "no other operator uses it",
                       .remedy = number.remedy,
                       .have_effect = [&options, &number] {
                         return !(number.of_links && options.files.given()) &&
                                std::ranges::any_of(options.wanted_operators(), number.used_by);
                       }});
  add_rules(app, std::move(rules));
}

} // namespace

void add_solver(CLI::App& app, SolveOptions& options) {
  add_choices(app, "--operator", options.operators,
              "Operators for which to solve linear systems [wilson,dwf]");
  add_choices(app, "--action", options.actions,
              "Action of the staggered operator [naive]\nnaive has hops of one site; asqtad and "
              "hisq also have hops of three sites.");
  detail::add_path(
      app, "--fat", options.files.fat,
      "asqtad, hisq: SciDAC file of fat links with phases and boundary sign [made from --gauge]");
  detail::add_path(app, "--long", options.files.longer,
                   "asqtad, hisq: SciDAC file of long links with phases and "
                   "boundary sign [made from --gauge]");
  detail::add_path(app, "--source", options.source,
                   "Staggered: SciDAC file of b, one colour vector per site [random]");
  for (auto const& number : number_options)
    detail::add_number(app, number.option, options.numbers.*number.number,
                       Range<double>{number.least, number.most}, number.help);
  detail::add_value(app, "--Ls", options.ls, Range<int>{1, 256},
                    "Extent of the fifth dimension [16; --quick: 4]")
      ->type_name("N");
  add_choices(app, "--precision", options.precisions,
              "single, double, mixed, half [double,mixed]\n"
              "mixed: iterations in single precision, the solution in double precision; half: as\n"
              "mixed, and iterations store spinors and links in half precision (not staggered).")
      ->type_name("PRECISION,...");
  add_choices(
      app, "--solver", options.recurrences,
      "cg, pipelined; with --rhs: multiple, block [cg; with --rhs: multiple,block]\n"
      "cg: conjugate gradients; pipelined: with one sum over ranks per step, which overlaps\n"
      "with applying the matrix; multiple: cg for each right-hand side, in lock-step;\n"
      "block: right-hand sides have common search directions, which takes fewer steps.\n"
      "All but cg work in one precision only, not in mixed or half.")
      ->type_name("SOLVER,...");
  detail::add_list(app, "--rhs", options.rhs, Range<int>{1, most_columns},
                   "Right-hand sides to solve for at once, as 1,4,12 [1]")
      ->type_name("N,...");
  detail::add_value(app, "--tolerance", options.tolerance, Range<double>{1e-15, 0.1},
                    "Relative residual |b - M x| / |b| at which solvers stop [1e-08; single "
                    "precision 1e-05]")
      ->type_name("N");
  detail::add_number(app, "--max-iterations", options.max_iterations, Range<int>{1, 10000000},
                     "Largest number of iterations; a solver that needs more fails");
  detail::add_value(app, "--iterations", options.iterations, Range<int>{1, 10000000},
                    "Run exactly N iterations and ignore --tolerance (for scaling studies)")
      ->type_name("N");
  add_gauge(app, options.gauge);
  detail::add_choice(
      app, "--flops-per-site", options.flops_per_site,
      Choices<perf::FlopCount>{{"1344", perf::FlopCount::grid}, {"1320", perf::FlopCount::usual}},
      "Flops per site counted for the hopping term");
  detail::add_choice(app, "--flops", options.flops,
                     "Flop count; usual: KITT's; hirep: as in HiRep and SOMBRERO (only Wilson)");
  add_solver_rules(app, options);
}

void check(SolveOptions const& options) {
  KITT_VALIDATE(
      options.numbers.c5 <= options.numbers.b5,
      "--c5 is larger than --b5 (the Moebius operator then has no stable inverse along s): "
      "give a --c5 from 0 to b5");
  check_volumes(options.fields);
  check_gauge(options.gauge, options.fields, options.files.given() || !options.source.empty());
  check_staggered(options);
  check_flops(options);
  check_rhs(options);
  for (auto const precision : options.wanted_precisions())
    KITT_VALIDATE(built_for(precision),
                  fmt::format("--precision {} is not available (this KITT was compiled for {} "
                              "precision only): leave it out, or build with "
                              "-DKITT_PRECISIONS=\"single;double\"",
                              to_string(precision), build_info::precisions));
  auto const is_pipelined = [](auto solver) { return solver == perf::SolverRecurrence::pipelined; };
  KITT_VALIDATE(options.recurrences.empty() ||
                    !std::ranges::all_of(options.recurrences, is_pipelined) ||
                    !std::ranges::all_of(options.wanted_precisions(), is_mixed),
                "--solver pipelined does not work with --precision mixed or half (it iterates in "
                "one precision): use --precision single or double");
  for (auto const op : options.wanted_operators())
    KITT_VALIDATE(std::ranges::any_of(options.wanted_precisions(),
                                      [op](auto solver) { return is_possible(solver, op); }),
                  "--precision half does not work with --operator staggered (only operators with "
                  "four spins have it): use --precision mixed");
}

} // namespace kitt::miniapp
