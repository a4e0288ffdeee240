// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/stencil/stencil_curves.hpp"

#include "perf/record/rate_curve.hpp"

#include <map>
#include <tuple>

namespace kitt::miniapp {

namespace {

/// Cells by size of their messages in bytes.
using StencilsBySize = std::map<std::int64_t, StencilCell const*>;

StencilCurve curve_of(StencilsBySize const& cells) {
  std::map<std::int64_t, double> rates;
  for (auto const& [bytes, cell] : cells)
    rates[bytes] = mb_per_s_per_node(*cell);
  auto const curve = perf::rate_curve(rates);
  auto const& best = *cells.at(curve.best_bytes);
  return {.kernel = best.pattern,
          .variant = best.requests,
          .dims = best.dims,
          .messages = best.messages,
          .cold_cache_bytes = best.cold_cache_bytes,
          .hugepages = best.hugepages,
          .page_bytes = best.page_bytes,
          .best_mb_per_s_per_node = curve.best_mb_per_s,
          .best_bytes = curve.best_bytes,
          .half_rate_bytes = curve.half_rate_bytes,
          .drop_bytes = curve.drop_bytes};
}

} // namespace

std::vector<StencilCurve> curves_of(std::vector<StencilCell> const& cells) {
  using Kind =
      std::tuple<std::string, std::string, std::int64_t, std::int64_t, std::int64_t, std::string>;
  std::map<Kind, StencilsBySize> by_size;
  for (auto const& cell : cells)
    by_size[{cell.pattern, cell.requests, cell.dims, cell.messages, cell.cold_cache_bytes,
             cell.hugepages}][cell.bytes] = &cell;
  std::vector<StencilCurve> curves;
  for (auto const& [kind, of_size] : by_size)
    curves.push_back(curve_of(of_size));
  return curves;
}

} // namespace kitt::miniapp
