// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/gauge_reading_options.hpp"

#include "miniapp/run/option_values.hpp"

#include <limits>

namespace kitt::miniapp {

void add_reading(CLI::App& app, GaugeReading& reading) {
  using enum StoredPrecision;
  detail::add_list(app, "--accept", reading.accepted,
                   "Read a gauge file although what it states of these differs: warn");
  detail::add_choice(
      app, "--remove-phases", reading.phases,
      "Signs that the file's links are times: staggered phases of MILC or CPS, or -1");
  detail::add_choice(app, "--boundary-in-links", reading.boundary,
                     "antiperiodic: the file's last links in time are times -1; remove that");
  detail::add_four(app, "--extents", reading.extents, {1, std::numeric_limits<int>::max()},
                   "Of a LIME file that does not say them, or says them wrongly");
  detail::add_value(
      app, "--file-precision", reading.precision,
      [](std::string const& name, std::string const& text) {
        return detail::parse_choice(
            name, text, detail::Choices<StoredPrecision>{{"32", bits_32}, {"64", bits_64}});
      },
      "Bits of a number in a LIME file that does not say so, or says so wrongly")
      ->type_name("32|64");
}

} // namespace kitt::miniapp
