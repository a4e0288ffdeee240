// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/ceilings/ceiling_doubts.hpp"

#include "perf/ceilings/roofline.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kitt::perf {

bool is_too_low(double gb_per_s) {
  constexpr double lowest = 1;
  return gb_per_s < lowest;
}

std::string doubt_of_level(std::vector<LevelBandwidth> const& levels, std::string const& level) {
  auto const own = std::find_if(levels.begin(), levels.end(),
                                [&](LevelBandwidth const& one) { return one.level == level; });
  if (own == levels.end())
    return "";
  auto const faster = std::find_if(own, levels.end(), [&](LevelBandwidth const& larger) {
    return larger.best_gb_per_s() > most_fraction * own->best_gb_per_s();
  });
  if (faster != levels.end())
    return fmt::format("{} has {:.3g} GB/s", faster->level, faster->best_gb_per_s());
  return is_too_low(own->best_gb_per_s()) ? "no machine has so little" : "";
}

std::string ceiling_doubts_text(Ceilings const& ceilings) {
  std::string text;
  for (auto const& level : ceilings.levels)
    if (auto const why = doubt_of_level(ceilings.levels, level.level); !why.empty())
      text += fmt::format("! Bandwidth of {}: {:.3g} GB/s is too low ({}): something disturbed its "
                          "measurement\n",
                          level.level, level.best_gb_per_s(), why);
  return text;
}

} // namespace kitt::perf
