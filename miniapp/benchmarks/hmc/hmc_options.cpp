// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hmc/hmc_options.hpp"

#include "core/base/error.hpp"
#include "miniapp/run/option_rules.hpp"
#include "miniapp/run/option_values.hpp"

#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

using detail::Range;

struct HmcSizeInfo {
  Extents extents;
  int steps;
  std::int64_t thermalisation;
  std::int64_t trajectories;
  /// Mean plaquette with the default options. docs/reference/benchmarks.md tells its origin.
  std::optional<double> golden_plaquette = {};
};

/// Returns a size. With quarks, each drift between two of their forces has several steps of the
/// gauge force, so fewer steps are needed.
HmcSizeInfo info_of(HmcSize size, bool quarks) {
  switch (size) {
  case HmcSize::test:
    return quarks ? HmcSizeInfo{{4, 4, 4, 8}, 5, 10, 10, 0.502929167109}
                  : HmcSizeInfo{{8, 8, 8, 8}, 10, 10, 10, 0.552687482452};
  case HmcSize::node:
    return quarks ? HmcSizeInfo{{32, 32, 32, 32}, 10, 3, 4, 0.444571553398}
                  : HmcSizeInfo{{32, 32, 32, 32}, 20, 3, 4, 0.471497678952};
  default:
    return {{64, 64, 64, 128}, quarks ? 16 : 32, 3, 4};
  }
}

/// Returns whether the user chose no option that changes the links of a named size.
bool has_golden_options(HmcOptions const& options, std::uint64_t seed) {
  HmcParameters const usual;
  auto const& own = options.parameters;
  return options.size && seed == 1 && options.start == "hot" && !options.beta && !options.mass &&
         options.mu == 0 && own.length == usual.length && own.integrator == usual.integrator &&
         !options.steps && own.inner_steps == usual.inner_steps && !options.thermalisation &&
         !options.trajectories;
}

} // namespace

Extents extents_of_size(HmcOptions const& options) {
  return info_of(*options.size, options.has_quarks()).extents;
}

HmcPlan plan_of(RunOptions const& run, HmcOptions const& options, std::int64_t done) {
  HmcPlan plan{options.parameters, done};
  auto const info = info_of(options.size.value_or(HmcSize::test), options.has_quarks());
  bool const short_run = run.quick && !options.size;
  plan.parameters.seed = run.seed;
  plan.parameters.action = options.action();
  plan.parameters.steps = options.steps.value_or(info.steps);
  plan.thermalisation = options.thermalisation.value_or(
      short_run || options.starts_from_file() ? HmcPlan::warm_up : info.thermalisation);
  plan.trajectories = options.trajectories.value_or(short_run ? 5 : info.trajectories);
  if (has_golden_options(options, run.seed))
    plan.golden_plaquette = info.golden_plaquette;
  return plan;
}

void add_trajectories(CLI::App& app, HmcOptions& options) {
  detail::add_value(
      app, "--size", options.size,
      [](std::string const& option, std::string const& text) {
        return detail::parse_choice(option, text, detail::all_choices<HmcSize>());
      },
      "Named size of the whole job\n"
      "test: 8.8.8.8 (quarks: 4.4.4.8); node: 32.32.32.32; rack: 64.64.64.128.")
      ->type_name("test|node|rack");
  detail::add_value(app, "--beta", options.beta, Range<double>{0, 1000},
                    "Coupling beta = 6 / g^2 of the plaquette action [6; with quarks: 5.6]")
      ->type_name("X");
  detail::add_value(
      app, "--flavours", options.flavours,
      [](std::string const& option, std::string const& text) {
        KITT_VALIDATE(text == "0" || text == "2",
                      fmt::format("{} {} is not possible (pseudofermions of one Wilson operator "
                                  "stand for two flavours): give 0 or 2",
                                  option, text));
        return text == "2" ? 2 : 0;
      },
      "Flavours of Wilson quarks of equal mass")
      ->type_name("0|2")
      ->default_str("0");
  detail::add_value(app, "--mass", options.mass, Range<double>{-3, 1e6},
                    "Mass of the quarks, 1 / (2 kappa) - 4 [-0.7]")
      ->type_name("X");
  detail::add_number(app, "--mu", options.mu, Range<double>{-100, 100},
                     "Twisted mass of the quarks: mu for one flavour, and -mu for the other");
  detail::add_choice(app, "--integrator", options.parameters.integrator,
                     "Integrator of the equations of motion\n"
                     "leapfrog: second order, 1 force per step.\n"
                     "omelyan: second order with the smallest error, 2 forces per step.\n"
                     "force-gradient: fourth order, 3 forces per step.");
  detail::add_number(app, "--length", options.parameters.length, Range<double>{1e-3, 100},
                     "Time of a trajectory");
  detail::add_value(app, "--steps", options.steps, Range<int>{1, 10000},
                    "Integration steps of a trajectory [10; node: 20; rack: 32; quarks: half]")
      ->type_name("N");
  detail::add_number(app, "--inner-steps", options.parameters.inner_steps, Range<int>{1, 1000},
                     "Quarks: integration steps of the gauge force per drift");
  detail::add_value(app, "--thermalise", options.thermalisation,
                    Range<std::int64_t>{HmcPlan::warm_up, 1000000},
                    "Trajectories before the measured ones, at least 3 [10; node, rack: 3]")
      ->type_name("N");
  detail::add_value(app, "--trajectories", options.trajectories, Range<std::int64_t>{2, 1000000},
                    "Measured trajectories [10; node, rack: 4]")
      ->type_name("N");
  detail::add_path(app, "--start", options.start,
                   "Links before the first trajectory: hot, cold or a gauge file [hot]\n"
                   "A file that --save has written continues its chain bit by bit, with the same "
                   "seed and options.")
      ->type_name("hot|cold|PATH");
  detail::add_path(app, "--save", options.save, "Write the last links as ILDG file with checksums");
  detail::add_value(app, "--save-every", options.save_every, Range<std::int64_t>{1, 1000000},
                    "Also write the --save file after every N trajectories that are timed\n"
                    "If the run ends early, --start with this file continues the chain.")
      ->type_name("N");
  add_rules(app, {{.options = {"--mass", "--mu", "--inner-steps"},
                   .where = "without quarks",
                   .why = "only trajectories with quarks read it",
                   .remedy = "add --flavours 2",
                   .have_effect = [&options] { return options.has_quarks(); }},
                  {.options = {"--save-every"},
                   .where = "without --save",
                   .why = "there is no file to write",
                   .remedy = "add --save FILE",
                   .have_effect = [&options] { return !options.save.empty(); }}});
}

} // namespace kitt::miniapp
