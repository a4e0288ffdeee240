// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/solve/solve_options.hpp"

#include "core/fields/link_field.hpp"
#include "kitt_build_info.hpp"
#include "miniapp/run/built_precisions.hpp"
#include "miniapp/run/option_rules.hpp"
#include "miniapp/run/option_values.hpp"

#include <algorithm>

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

/// `--name a,b`, the values of an enum.
template <Named Enum>
void add_choices(CLI::App& app, std::string const& option, std::vector<Enum>& target,
                 std::string const& help) {
  auto const choices = detail::all_choices<Enum>();
  auto const parse = [choices](std::string const& name, std::string const& text) {
    return detail::parse_choice(name, text, choices);
  };
  detail::add_list(app, option, target, parse, help)
      ->type_name(detail::names_of(choices, "|") + ",...");
}

/// Throws UserError for links from files where something else wants other links.
void check_link_files(SolveOptions const& options) {
  auto const& files = options.files;
  KITT_VALIDATE(files.fat.empty() == files.longer.empty(),
                "--fat and --long name links of one operator (its legs go one and three sites): "
                "give both");
  if (!files.given())
    return;
  KITT_VALIDATE(
      !options.wants_gauge_field(),
      "--fat and --long with an operator that needs a gauge field (the files hold no "
      "links for it): add --operator staggered --action asqtad (or hisq), or leave them out");
  KITT_VALIDATE(!options.gauge.is_file() && options.fields.l.empty() && !options.fields.global,
                "--gauge FILE, --L or --global with --fat and --long (these have links and fix the "
                "volume): leave it out");
}

void check_staggered(SolveOptions const& options) {
  check_link_files(options);
  KITT_VALIDATE(options.source.empty() ||
                    std::ranges::all_of(options.wanted_operators(), perf::is_staggered),
                "--source with an operator that is not staggered (the file has one colour vector a "
                "site): add --operator staggered, or leave it out");
  KITT_VALIDATE(options.mass > 0 || !options.wants_operator(OperatorName::staggered),
                "--mass 0 with --operator staggered (its even sites are solved by dividing by the "
                "mass): give a larger one");
}

/// Throws UserError if HiRep does not count the flops of these options.
void check_flops(SolveOptions const& options) {
  if (options.flops == SolverFlops::usual)
    return;
  KITT_VALIDATE(std::ranges::all_of(options.wanted_operators(),
                                    [](auto op) { return op == perf::SolvedOperator::wilson; }),
                "--flops hirep with an operator that HiRep does not have (domain wall, staggered): "
                "add --operator wilson");
  KITT_VALIDATE(std::ranges::count(options.recurrences, perf::SolverRecurrence::pipelined) == 0,
                "--flops hirep with --solver pipelined (HiRep has no such solver): ask for cg");
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
      wanted.push_back(name == OperatorName::wilson ? wilson : domain_wall);
  return wanted;
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
  auto const makes = [&options](perf::SolvedOperator op) {
    return [&options, op] {
      auto const wanted = options.wanted_operators();
      return !options.files.given() && std::ranges::find(wanted, op) != wanted.end();
    };
  };
  add_rules(app, {{.options = {"--action"},
                   .where = "without the staggered operator",
                   .why = "no other operator reads it",
                   .remedy = "add --operator staggered",
                   .have_effect = wants(staggered)},
                  {.options = {"--u0"},
                   .where = "without asqtad links made of --gauge",
                   .why = "nothing else reads it",
                   .remedy = "add --action asqtad",
                   .have_effect = makes(perf::SolvedOperator::asqtad)},
                  {.options = {"--naik-epsilon"},
                   .where = "without HISQ links made of --gauge",
                   .why = "nothing else reads it",
                   .remedy = "add --action hisq",
                   .have_effect = makes(perf::SolvedOperator::hisq)},
                  {.options = {"--Ls", "--m5"},
                   .where = "without the domain-wall operator",
                   .why = "no other operator reads it",
                   .remedy = "add --operator dwf",
                   .have_effect = wants(dwf)},
                  {.options = {"--flops-per-site"},
                   .where = "with only the staggered operator",
                   .why = "its flops are counted in one way",
                   .remedy = "add another --operator",
                   .have_effect = [=] { return wants(wilson)() || wants(dwf)(); }},
                  {.options = {"--flops-per-site"},
                   .where = "with --flops hirep",
                   .why = "HiRep counts 1326",
                   .remedy = "leave out one of the two",
                   .have_effect = [&options] { return options.flops == SolverFlops::usual; }},
                  {.options = {"--boundary"},
                   .where = "with --fat and --long",
                   .why = "these links have the sign of their boundary",
                   .remedy = "",
                   .have_effect = [&options] { return options.wants_gauge_field(); }},
                  {.options = {"--tolerance", "--max-iterations"},
                   .where = "with --iterations",
                   .why = "so many are made whatever the residual",
                   .remedy = "drop --iterations",
                   .have_effect = [&options] { return options.iterations == 0; }}});
}

} // namespace

void add_solver(CLI::App& app, SolveOptions& options) {
  add_choices(app, "--operator", options.operators, "Whose systems to solve [wilson,dwf]");
  add_choices(app, "--action", options.actions,
              "Staggered: naive has legs of one site, asqtad and hisq of three as well [naive]");
  detail::add_path(
      app, "--fat", options.files.fat,
      "asqtad, hisq: SciDAC file of fat links, phases and boundary sign included [made "
      "of --gauge]");
  detail::add_path(app, "--long", options.files.longer, "asqtad, hisq: the same of long links");
  detail::add_path(app, "--source", options.source,
                   "Staggered: SciDAC file of b, one colour vector a site [random]");
  detail::add_number(app, "--u0", options.u0, Range<double>{0.1, 2},
                     "asqtad: tadpole factor of links made of --gauge");
  detail::add_number(app, "--naik-epsilon", options.naik_epsilon, Range<double>{-1, 1},
                     "hisq: correction of long links made of --gauge, for heavy quarks");
  detail::add_value(app, "--Ls", options.ls, Range<int>{1, 256},
                    "Extent of the fifth dimension [16; --quick: 8]")
      ->type_name("N");
  add_choices(app, "--precision", options.precisions,
              "mixed: iterations in single precision, the solution in double [double,mixed]");
  add_choices(app, "--solver", options.recurrences,
              "Conjugate gradients; pipelined: one sum over ranks a step, which travels while the "
              "matrix is applied, in one precision alone [cg]");
  detail::add_number(app, "--mass", options.mass, Range<double>{0, 100}, "Quark mass");
  detail::add_number(app, "--m5", options.m5, Range<double>{0.1, 1.9}, "Domain-wall height");
  detail::add_value(app, "--tolerance", options.tolerance, Range<double>{1e-15, 0.1},
                    "Of the residual, |b - M x| / |b| [1e-08; single precision 1e-05]")
      ->type_name("N");
  detail::add_number(app, "--max-iterations", options.max_iterations, Range<int>{1, 10000000},
                     "A solver that needs more fails");
  detail::add_value(app, "--iterations", options.iterations, Range<int>{1, 10000000},
                    "As many exactly, whatever the residual: for scaling [until --tolerance]")
      ->type_name("N");
  add_gauge(app, options.gauge);
  detail::add_choice(
      app, "--flops-per-site", options.flops_per_site,
      Choices<perf::FlopCount>{{"1344", perf::FlopCount::grid}, {"1320", perf::FlopCount::usual}},
      "How the flops of the hopping term are counted");
  detail::add_choice(
      app, "--flops", options.flops,
      "Flops as KITT counts them (usual), or as HiRep and SOMBRERO do (hirep, only Wilson)");
  add_solver_rules(app, options);
}

void check(SolveOptions const& options) {
  check_volumes(options.fields);
  check_gauge(options.gauge, options.fields, options.files.given() || !options.source.empty());
  check_staggered(options);
  check_flops(options);
  for (auto const precision : options.wanted_precisions())
    KITT_VALIDATE(built_for(precision),
                  fmt::format("--precision {} (the kernels of this KITT were compiled for {} "
                              "alone): leave it out, or build with -DKITT_PRECISIONS=\"single;"
                              "double\"",
                              to_string(precision), build_info::precisions));
  auto const only = [](auto const& list, auto value) {
    return std::ranges::count(list, value) == std::ssize(list);
  };
  KITT_VALIDATE(!only(options.recurrences, perf::SolverRecurrence::pipelined) ||
                    !only(options.wanted_precisions(), SolverPrecision::mixed),
                "--solver pipelined with --precision mixed (it iterates in one precision): ask for "
                "single or double");
}

} // namespace kitt::miniapp
