// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/gauge_reading_options.hpp"

#include "miniapp/run/option_values.hpp"

#include <limits>

namespace kitt::miniapp {

void add_reading(CLI::App& app, GaugeReading& reading) {
  using enum StoredPrecision;
  detail::add_list(app, "--accept", reading.accepted,
                   "Checks of a gauge file that may fail with a warning");
  detail::add_choice(app, "--remove-phases", reading.phases,
                     "Signs to remove from the links: staggered phases of MILC or CPS, or -1");
  detail::add_choice(app, "--boundary-in-links", reading.boundary,
                     "antiperiodic: remove the factor -1 from the last links in time");
  detail::add_four(app, "--extents", reading.extents, {1, std::numeric_limits<int>::max()},
                   "Extents of a LIME file whose header lacks them or is wrong");
  detail::add_value(
      app, "--file-precision", reading.precision,
      [](std::string const& name, std::string const& text) {
        return detail::parse_choice(
            name, text, detail::Choices<StoredPrecision>{{"32", bits_32}, {"64", bits_64}});
      },
      "Bits per number of a LIME file whose header lacks them or is wrong")
      ->type_name("32|64");
}

} // namespace kitt::miniapp
