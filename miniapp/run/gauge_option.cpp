// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/gauge_option.hpp"

#include "core/base/error.hpp"
#include "core/fields/link_field.hpp"
#include "miniapp/run/option_values.hpp"

namespace kitt::miniapp {

bool GaugeOption::is_file() const {
  return start != "hot" && start != "unit" && start != "weak";
}

void GaugeOption::describe(perf::Configuration& run) const {
  if (is_file())
    run.volume_convention = volume_convention(comms::VolumeOf::job);
  run.gauge = start;
  run.boundary = to_string(boundary);
}

void add_gauge(CLI::App& app, GaugeOption& option) {
  detail::add_path(app, "--gauge", option.start,
                   "hot, unit, weak, or the path of a gauge-field file")
      ->type_name("hot|unit|weak|FILE")
      ->default_str(option.start);
  detail::add_choice(app, "--boundary", option.boundary,
                     "Boundary condition of the fermions in time");
}

void check_volume_of_file(GaugeOption const& option, FieldOptions const& fields) {
  KITT_VALIDATE(!option.is_file() || (fields.l.empty() && !fields.global),
                "--L or --global with a gauge file (the file fixes the volume): leave it out");
}

} // namespace kitt::miniapp
