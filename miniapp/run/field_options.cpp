// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/field_options.hpp"

#include "miniapp/run/built_precisions.hpp"
#include "miniapp/run/option_values.hpp"

namespace kitt::miniapp {

namespace {

using detail::Range;
using perf::Precision;

constexpr int largest_l = 512;

int parse_even_l(std::string const& option, std::string const& text) {
  auto const l = Range<int>{2, largest_l}(option, text);
  KITT_VALIDATE(
      l % 2 == 0,
      fmt::format("bad value \"{}\" for {} (odd extents have no even-odd sublattices): give "
                  "{} or {}",
                  text, option, l - 1, l + 1));
  return l;
}

} // namespace

Precision FieldOptions::default_precision() {
  return built_for(Precision::single_precision) ? Precision::single_precision
                                                : Precision::double_precision;
}

comms::VolumeOf FieldOptions::volume_of() const {
  if (global)
    return comms::VolumeOf::job;
  return per_rank ? comms::VolumeOf::rank : comms::VolumeOf::node;
}

SharedLattices FieldOptions::lattices(std::vector<int> const& otherwise) const {
  SharedLattices shared{{}, volume_of()};
  if (global)
    shared.volumes = {*global};
  else
    for (int const extent : sizes_or(otherwise))
      shared.volumes.push_back({extent, extent, extent, extent});
  return shared;
}

void FieldOptions::describe(perf::Configuration& run) const {
  run.precision = precision;
  run.ls = ls;
  run.scaling = to_string(scaling);
  run.volume_convention = volume_convention(volume_of());
}

std::string volume_convention(comms::VolumeOf volume_of) {
  constexpr std::array names{"per rank", "per node", "whole job"};
  return names[static_cast<std::size_t>(volume_of)];
}

std::vector<int> steps(int first, int last, int step) {
  std::vector<int> sizes;
  for (int l = first; l <= last; l += step)
    sizes.push_back(l);
  return sizes;
}

void add_sizes(CLI::App& app, FieldOptions& options, std::string const& help) {
  detail::add_list(app, "--L", options.l, parse_even_l, help);
}

void add_precision(CLI::App& app, FieldOptions& options, std::string const& help) {
  detail::add_choice(app, "--precision", options.precision, help);
}

void add_per_rank(CLI::App& app, FieldOptions& options) {
  app.add_flag("--per-rank", options.per_rank,
               "Take L^4 as the volume of a rank instead of a node");
}

void add_ls(CLI::App& app, FieldOptions& options) {
  detail::add_number(app, "--Ls", options.ls, Range<int>{1, 256}, "Extent of the fifth dimension");
}

void add_scaling(CLI::App& app, FieldOptions& options) {
  detail::add_choice(app, "--scaling", options.scaling,
                     "weak: fixed volume per node; strong: fixed volume of the job (--global)");
  detail::add_four(app, "--global", options.global, Range<int>{2, 4096},
                   "Lattice extents of the whole job, for --scaling strong");
}

void check_volumes(FieldOptions const& options) {
  bool const strong = options.scaling == Scaling::strong;
  KITT_VALIDATE(
      !strong || options.global,
      "--scaling strong without --global (strong scaling fixes the volume of the job): give "
      "--global X.Y.Z.T");
  KITT_VALIDATE(
      strong || !options.global,
      "--global without --scaling strong (weak scaling fixes the volume of a node or rank): give "
      "--scaling strong, or --L");
  KITT_VALIDATE(!strong || options.l.empty(),
                "--L with --scaling strong (--global gives the volume): drop --L");
  KITT_VALIDATE(!strong || !options.per_rank, "--per-rank with --scaling strong (--global gives "
                                              "the volume of the whole job): drop --per-rank");
  for (auto const extent : options.global.value_or(Extents{}))
    KITT_VALIDATE(
        extent % 2 == 0,
        fmt::format(
            "bad value {} in --global (odd extents have no even-odd sublattices): give {} or {}",
            extent, extent - 1, extent + 1));
}

} // namespace kitt::miniapp
