// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hopping/hopping_options.hpp"

#include "kitt_build_info.hpp"
#include "miniapp/benchmarks/hopping/variants.hpp"
#include "miniapp/run/built_precisions.hpp"
#include "miniapp/run/option_values.hpp"
#include "perf/record/cell_kind.hpp"

#include <algorithm>

namespace kitt::miniapp {

namespace {

using detail::Choices;

/// Returns choices whose values are their names.
Choices<std::string> choices_of(NameList const& names) {
  Choices<std::string> choices;
  for (auto const& entry : names.entries)
    choices.emplace_back(entry.name, entry.name);
  return choices;
}

/// Returns true if the list is empty or has this name.
bool holds(std::vector<std::string> const& names, std::string const& name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

/// Returns true if the options want a kernel with a property.
template <class Has>
bool wants(HoppingOptions const& options, Has const& has) {
  return std::ranges::any_of(perf::kernels_of("hopping"), [&](auto const& name) {
    return options.wants_kernel(name) && has(perf::kernel_named(name));
  });
}

} // namespace

bool HoppingOptions::wants_kernel(std::string const& kernel) const {
  auto const& info = perf::kernel_named(kernel);
  return kernels.empty() ? !info.only_if_named() && !(wants_many_rhs() && info.five_dimensions)
                         : holds(kernels, kernel);
}

bool HoppingOptions::wants_variant(std::string const& variant) const {
  return holds(variants, variant);
}

bool HoppingOptions::wants_five_dimensions() const {
  return wants(*this, [](auto const& kernel) { return kernel.five_dimensions; });
}

bool HoppingOptions::wants_staggered() const {
  return wants(*this, [](auto const& kernel) { return kernel.staggered; });
}

bool HoppingOptions::wants_whole_operators() const {
  return wants(*this, [](auto const& kernel) { return kernel.whole_operator; });
}

bool HoppingOptions::wants_counted_flops() const {
  return wants(*this, [](auto const& kernel) { return !kernel.staggered; });
}

std::vector<Application> HoppingOptions::applications() const {
  std::vector<Application> list;
  for (auto const sites : parities)
    list.push_back({sites, dagger});
  return list;
}

HoppingOptions HoppingOptions::in(perf::Precision precision) const {
  auto options = *this;
  options.fields.precision = precision;
  return options;
}

void HoppingOptions::describe(perf::Configuration& run) const {
  fields.describe(run);
  gauge.describe(run);
  run.comms_precision = comms_precision;
  run.strategy = kitt::to_string(strategies);
  run.flops_per_site = static_cast<int>(flops_per_site);
  run.tune = kitt::to_string(tune);
}

void add_kernels(CLI::App& app, HoppingOptions& options) {
  add_ls(app, options.fields);
  auto const one_of = [](std::size_t list) {
    return [list](std::string const& option, std::string const& text) {
      return detail::parse_choice(option, text, choices_of(hopping_names()[list]));
    };
  };
  detail::add_list(app, "--kernels", options.kernels, one_of(0),
                   "Kernels to run [Wilson,DWF4,DWF5]")
      ->type_name(detail::names_of(choices_of(hopping_names()[0]), "|") + ",...");
  detail::add_list(app, "--variants", options.variants, one_of(1),
                   "Variants to run [all]\n`kitt list` names them.")
      ->type_name("VARIANT,...");
  auto const efforts = detail::all_choices<perf::TuneMode>();
  auto const parse_effort = [efforts](std::string const& option, std::string const& text) {
    return detail::parse_choice(option, text, efforts);
  };
  detail::add_value(app, "--tune", options.asked_tune, parse_effort,
                    "Search for the variant `tuned`; off: skip it [quick; with --quick off]\n"
                    "quick: seconds per cell; full: minutes per cell.\n"
                    "With --quick, the default is quick if --variants names `tuned`.\n"
                    "The result is kept in $KITT_TUNE_CACHE [~/.cache/kitt] for this machine and "
                    "build.")
      ->type_name(detail::names_of(efforts, "|"));
  add_gauge(app, options.gauge);
  detail::add_choice(
      app, "--flops-per-site", options.flops_per_site,
      Choices<perf::FlopCount>{{"1344", perf::FlopCount::grid}, {"1320", perf::FlopCount::usual}},
      "Flops counted per site of the hopping term; staggered kernels have counts of their own");
}

void add_applications(CLI::App& app, HoppingOptions& options) {
  detail::add_list(app, "--parity", options.parities,
                   "Sites that a call computes: odd, even or both parities [odd]");
  app.add_flag_callback(
      "--dagger", [&options] { options.dagger = Dagger::yes; },
      "Time the adjoint D^dagger, for variants without prefetches");
  detail::add_list(app, "--rhs", options.rhs, detail::Range<int>{1, 256},
                   "Right-hand sides of a call, as 1,4,12; not for DWF4, DWF5 and Moebius [1]\n"
                   "A call reads the links once for all of its right-hand sides.")
      ->type_name("N,...");
}

void add_faces(CLI::App& app, HoppingOptions& options) {
  detail::add_choice(
      app, "--comms-precision", options.comms_precision,
      "Halo precision: precision of faces in messages; same: precision of the fields");
  detail::add_choice(app, "--strategy", options.strategies,
                     "sequential: exchange, then compute; overlap: compute during the exchange");
}

void check(HoppingOptions const& options) {
  auto const& fields = options.fields;
  KITT_VALIDATE(options.tune != perf::TuneMode::off || options.variants.empty() ||
                    !options.wants_variant(tuned_variant),
                "--variants tuned with --tune off (only a search finds the tuned variant): drop "
                "one of the two options");
  for (auto const precision : options.precisions)
    KITT_VALIDATE(built_for(precision),
                  fmt::format("--precision {} (this KITT was built only for {}): drop it, or build "
                              "with -DKITT_PRECISIONS=\"single;"
                              "double\"",
                              kitt::to_string(precision), build_info::precisions));
  for (auto const& kernel : options.kernels)
    KITT_VALIDATE(!options.wants_many_rhs() || !perf::kernel_named(kernel).five_dimensions,
                  fmt::format("--kernels {} with --rhs {} (the slices of its fifth dimension "
                              "already share the links): name kernels without a fifth dimension, "
                              "as Wilson",
                              kernel, options.most_rhs()));
  check_volumes(fields);
  check_gauge(options.gauge, fields);
}

std::vector<NameList> hopping_names() {
  NameList kernels{.heading = "hopping kernels (--kernels)", .width = 9};
  for (auto const& name : perf::kernels_of("hopping"))
    kernels.entries.push_back({name, std::string(perf::kernel_named(name).what)});
  NameList variants{.heading = "hopping variants (--variants)", .placeholder = "VARIANT"};
  for (auto const& variant : hopping_variants())
    variants.entries.push_back({variant.name, variant.note});
  return {kernels, variants};
}

} // namespace kitt::miniapp
