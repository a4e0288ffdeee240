// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/ceilings/roofline.hpp"

namespace kitt::perf {

Roofline roofline(Ceilings const& ceilings, Precision precision, Work const& work, double seconds) {
  auto const working_set = static_cast<std::size_t>(work.bytes);
  auto const sustained = sustained_bandwidth(ceilings, working_set);
  auto const gflops = work.flops / seconds * 1e-9;
  auto const peak = peak_of(ceilings, precision);
  Roofline result{.arithmetic_intensity = work.flops / work.bytes,
                  .ceiling = {},
                  .gb_per_s = sustained.gb_per_s,
                  .fraction = {},
                  .peak_fraction = peak > 0 ? gflops / peak : 0};
  if (sustained.level.empty())
    return result;
  auto const bound = binding_ceiling(ceilings, precision, work.flops, work.bytes, working_set);
  result.ceiling = bound.name;
  result.gflops_per_s = bound.gflops_per_s;
  // A kernel without flops has no fraction of Gflop/s (0 / 0); that of the bandwidth is the same
  // one.
  auto const gb_per_s = work.bytes / seconds * 1e-9;
  result.fraction = work.flops > 0 ? gflops / bound.gflops_per_s : gb_per_s / sustained.gb_per_s;
  return result;
}

} // namespace kitt::perf
