// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/measure/gpu.hpp"

#include "perf/text/words.hpp"

#include <fmt/format.h>

namespace kitt::perf {

std::string describe(Gpu const& gpu) {
  auto text =
      fmt::format("{}, {}", gpu.name, readable_bytes(static_cast<double>(gpu.memory_bytes)));
  if (!gpu.ecc.empty())
    text += " with ECC " + gpu.ecc;
  text += fmt::format(", {} of cache", readable_bytes(static_cast<double>(gpu.cache_bytes)));
  if (gpu.clock)
    text += fmt::format(", up to {} MHz", *gpu.clock);
  if (!gpu.driver.empty())
    text += fmt::format(", driver {} for up to {}", gpu.driver, gpu.newest_runtime);
  return text + fmt::format("; used by {}", counted(gpu.ranks, "rank"));
}

} // namespace kitt::perf
