// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/ceilings/ceiling_doubts.hpp"

#include "perf/ceilings/roofline.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace kitt::perf {

bool is_too_low(double gb_per_s) {
  constexpr double lowest = 1;
  return gb_per_s < lowest;
}

std::string doubt_of(std::vector<LevelBandwidth> const& levels, LevelBandwidth const& level,
                     Stream stream) {
  auto const own = std::find_if(levels.begin(), levels.end(), [&](LevelBandwidth const& one) {
    return one.level == level.level;
  });
  auto const faster = std::find_if(own, levels.end(), [&](LevelBandwidth const& larger) {
    return larger.*stream > most_fraction * level.*stream;
  });
  if (faster != levels.end())
    return fmt::format("{} has {:.3g} GB/s", faster->level, (*faster).*stream);
  return is_too_low(level.*stream) ? "no machine is so slow" : "";
}

std::string ceiling_doubts_text(Ceilings const& ceilings) {
  constexpr std::array streams{std::pair{"read", &LevelBandwidth::read_gb_per_s},
                               std::pair{"copy", &LevelBandwidth::copy_gb_per_s},
                               std::pair{"triad", &LevelBandwidth::triad_gb_per_s},
                               std::pair{"update", &LevelBandwidth::update_gb_per_s}};
  std::string text;
  for (auto const& level : ceilings.levels)
    for (auto const& [name, stream] : streams)
      if (auto const why = doubt_of(ceilings.levels, level, stream); !why.empty())
        text += fmt::format("! {} bandwidth of {}: {:.3g} GB/s is too low ({}): something "
                            "disturbed its measurement, so run again\n",
                            name, level.level, level.*stream, why);
  return text;
}

} // namespace kitt::perf
