// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/bsm/bsm_options.hpp"

#include "kitt_build_info.hpp"
#include "miniapp/run/built_precisions.hpp"
#include "miniapp/run/option_values.hpp"

#include <algorithm>

namespace kitt::miniapp {

namespace {

using detail::Choices;
using detail::Range;
using perf::Precision;

Choices<BsmGroup> groups() {
  return {{"su2", BsmGroup::su2},
          {"su3", BsmGroup::su3},
          {"su4", BsmGroup::su4},
          {"su6", BsmGroup::su6}};
}

/// Colour spaces for which kernels are compiled: number of colours, and whether links are real.
constexpr std::array compiled_spaces{perf::ColourSpace{3, true}, perf::ColourSpace{3},
                                     perf::ColourSpace{6}};

bool is_compiled(BsmCase const& c) {
  return std::ranges::find(compiled_spaces, c.space()) != compiled_spaces.end();
}

BsmCase of_group(BsmGroup group, Representation representation, double mass) {
  BsmCase c{"", group, representation, mass};
  c.name = c.group_name() + " " + to_string(representation);
  return c;
}

/// Returns the names of all groups and representations that have kernels: "su2 adjoint, su2
/// symmetric, ...".
std::string possible_groups() {
  std::vector<std::string> names;
  for (auto const& [group_name, group] : groups())
    for (auto const& [name, representation] : detail::all_choices<Representation>())
      if (auto const c = of_group(group, representation, 0); is_compiled(c))
        names.push_back(c.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

void check_group(BsmOptions const& options) {
  KITT_VALIDATE(
      options.group.has_value() == options.representation.has_value(),
      "only one of --group and --representation was given (a case needs both): give both");
  if (!options.group)
    return;
  KITT_VALIDATE(options.cases.empty(), "--case and --group were both given (a case has its own "
                                       "group): leave one out");
  auto const c = options.wanted().front();
  KITT_VALIDATE(is_compiled(c),
                fmt::format("--group {} --representation {} is not available (no kernel is "
                            "compiled for {} {} colours): choose one of {}",
                            c.group_name(), kitt::to_string(c.representation), c.space().dimension,
                            c.space().real_links ? "real" : "complex", possible_groups()));
}

} // namespace

std::vector<BsmCase> const& bsm_cases() {
  using enum Representation;
  static std::vector<BsmCase> const cases{{"comms", BsmGroup::su2, adjoint, -1.05},
                                          {"balance", BsmGroup::su3, fundamental, -0.835},
                                          {"compute", BsmGroup::su6, fundamental, -0.8183}};
  return cases;
}

Precision BsmOptions::default_precision() {
  return built_for(Precision::double_precision) ? Precision::double_precision
                                                : Precision::single_precision;
}

std::vector<BsmCase> BsmOptions::wanted() const {
  std::vector<BsmCase> list;
  if (group)
    list.push_back(of_group(*group, representation.value(), 0));
  else
    for (auto const& c : bsm_cases())
      if (cases.empty() || std::ranges::find(cases, c.name) != cases.end())
        list.push_back(c);
  for (auto& c : list)
    c.mass = mass.value_or(c.mass);
  return list;
}

void BsmOptions::describe(perf::Configuration& run) const {
  field_options.describe(run);
  run.ls = 1;
  run.gauge = to_string(gauge);
}

void add_bsm(CLI::App& app, BsmOptions& options) {
  Choices<std::string> cases;
  for (auto const& c : bsm_cases())
    cases.emplace_back(c.name, c.name);
  auto const parse_case = [cases](std::string const& option, std::string const& text) {
    return detail::parse_choice(option, text, cases);
  };
  detail::add_list(app, "--case", options.cases, parse_case,
                   "Cases of BSMBench; comms: SU(2) adjoint; balance: SU(3); compute: SU(6) [all]")
      ->type_name(detail::names_of(cases, "|") + ",...");
  detail::add_value(
      app, "--group", options.group,
      [](auto const& option, auto const& text) {
        return detail::parse_choice(option, text, groups());
      },
      "Gauge group instead of --case (needs --representation)")
      ->type_name(detail::names_of(groups(), "|"));
  auto const representations = detail::all_choices<Representation>();
  detail::add_value(
      app, "--representation", options.representation,
      [representations](auto const& option, auto const& text) {
        return detail::parse_choice(option, text, representations);
      },
      "Representation of --group (needs --group)")
      ->type_name(detail::names_of(representations, "|"));
  detail::add_number(app, "--fields", options.fields, Range<int>{2, 4096},
                     "Number of fields, even because mad and Dphi work on pairs");
  detail::add_choice(app, "--barrier", options.barrier,
                     "Barrier of all ranks after every application");
  add_precision(app, options.field_options, "Precision of all fields");
  detail::add_choice(app, "--gauge", options.gauge, "Links");
  detail::add_value(app, "--mass", options.mass, Range<double>{-100, 100},
                    "Mass in Dphi [the mass of the case; 0 with --group]")
      ->type_name("N");
  detail::add_choice(app, "--flops", options.flops, "Convention for counting flops");
}

void check(BsmOptions const& options) {
  check_volumes(options.field_options);
  check_group(options);
  KITT_VALIDATE(options.fields % 2 == 0,
                fmt::format("bad value \"{}\" for --fields (mad and Dphi work on pairs of fields, "
                            "so it must be even): give {} or {}",
                            options.fields, options.fields - 1, options.fields + 1));
  KITT_VALIDATE(built_for(options.field_options.precision),
                fmt::format("--precision {} is not available (this KITT was compiled for {} "
                            "precision only): leave it out, or build with "
                            "-DKITT_PRECISIONS=\"single;double\"",
                            to_string(options.field_options.precision), build_info::precisions));
}

} // namespace kitt::miniapp
