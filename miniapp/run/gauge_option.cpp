// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/gauge_option.hpp"

#include "core/base/error.hpp"
#include "core/fields/link_field.hpp"
#include "miniapp/run/gauge_reading_options.hpp"
#include "miniapp/run/option_values.hpp"

namespace kitt::miniapp {

namespace {

perf::GaugeFileReading recorded(GaugeReading const& reading) {
  perf::GaugeFileReading text{.accepted = {},
                              .phases_removed = kitt::to_string(reading.phases),
                              .boundary_in_links = kitt::to_string(reading.boundary),
                              .extents = reading.extents,
                              .file_precision = {}};
  for (auto const check : reading.accepted)
    text.accepted.push_back(kitt::to_string(check));
  if (reading.precision)
    text.file_precision = static_cast<int>(*reading.precision);
  return text;
}

} // namespace

bool GaugeOption::is_file() const {
  return start != "hot" && start != "unit" && start != "weak";
}

void GaugeOption::describe(perf::Configuration& run) const {
  if (is_file())
    run.volume_convention = volume_convention(comms::VolumeOf::job);
  run.gauge = start;
  if (is_file() || reading != GaugeReading())
    run.gauge_file = recorded(reading);
  run.boundary = to_string(boundary);
}

void add_gauge(CLI::App& app, GaugeOption& option) {
  detail::add_path(app, "--gauge", option.start,
                   "Gauge field: random, unit, near unit, or from a file")
      ->type_name("hot|unit|weak|FILE")
      ->default_str(option.start);
  detail::add_choice(app, "--boundary", option.boundary, "Boundary condition of fermions in time");
  add_reading(app, option.reading);
}

void check_gauge(GaugeOption const& option, FieldOptions const& fields, bool other_files) {
  KITT_VALIDATE(
      !option.is_file() || (fields.l.empty() && !fields.global),
      "--L or --global with a gauge file (the file fixes the volume): drop --L or --global");
  auto rest = option.reading;
  if (other_files) {
    std::erase(rest.accepted, GaugeCheck::checksum);
    KITT_VALIDATE(option.is_file() || rest.accepted.empty(),
                  "--accept plaquette or link-trace without a gauge file (files of --fat, --long "
                  "and --source have only a checksum): give --accept checksum, or drop --accept");
  }
  KITT_VALIDATE(option.is_file() || rest == GaugeReading(),
                "--accept, --remove-phases, --boundary-in-links, --extents or --file-precision "
                "without a gauge file (these options change how a file is read): give --gauge "
                "FILE, or drop them");
}

} // namespace kitt::miniapp
