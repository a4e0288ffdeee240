// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/gauge_reading_options.hpp"

#include "miniapp/run/option_values.hpp"

#include <limits>

namespace kitt::miniapp {

void add_reading(CLI::App& app, GaugeReading& reading) {
  using enum StoredPrecision;
  detail::add_list(
      app, "--accept", reading.accepted,
      "Statements of a gauge file that may differ from its links: warn, do not refuse");
  detail::add_choice(
      app, "--remove-phases", reading.phases,
      "Signs to remove from the file's links: staggered phases of MILC or CPS, or -1");
  detail::add_choice(app, "--boundary-in-links", reading.boundary,
                     "antiperiodic: remove the factor -1 from the file's last links in time");
  detail::add_four(app, "--extents", reading.extents, {1, std::numeric_limits<int>::max()},
                   "Extents of a LIME file that states none or wrong ones");
  detail::add_value(
      app, "--file-precision", reading.precision,
      [](std::string const& name, std::string const& text) {
        return detail::parse_choice(
            name, text, detail::Choices<StoredPrecision>{{"32", bits_32}, {"64", bits_64}});
      },
      "Bits of a number in a LIME file that states none or wrong ones")
      ->type_name("32|64");
}

} // namespace kitt::miniapp
