// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/stencil/stencil_cell.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// What the sizes of messages say of one kind of exchange with neighbours; see RateCurve.
struct StencilCurve {
  std::string kernel;  ///< the pattern
  std::string variant; ///< requests
  std::int64_t dims = 3;
  std::int64_t messages = 1;
  std::int64_t cold_cache_bytes = 0;
  std::string hugepages = {}; ///< asked for; empty where the run has one kind of pages
  std::optional<std::size_t> page_bytes = {}; ///< of the size with the best rate
  double best_mb_per_s_per_node = 0;
  std::int64_t best_bytes = 0;
  std::int64_t half_rate_bytes = 0;
  std::vector<std::int64_t> drop_bytes = {};
};
constexpr auto fields_of(StencilCurve const*) {
  return kitt::fields(field("kernel", &StencilCurve::kernel),
                      field("variant", &StencilCurve::variant), field("dims", &StencilCurve::dims),
                      field("messages", &StencilCurve::messages),
                      field("cold_cache_bytes", &StencilCurve::cold_cache_bytes),
                      field("hugepages", &StencilCurve::hugepages).or_absent(),
                      field("page_bytes_obtained", &StencilCurve::page_bytes),
                      field("best_mb_per_s_per_node", &StencilCurve::best_mb_per_s_per_node),
                      field("best_bytes", &StencilCurve::best_bytes),
                      field("half_rate_bytes", &StencilCurve::half_rate_bytes),
                      field("drop_bytes", &StencilCurve::drop_bytes));
}

/// Empty without cells. They may come in any order, each once.
std::vector<StencilCurve> curves_of(std::vector<StencilCell> const& cells);

} // namespace kitt::miniapp
