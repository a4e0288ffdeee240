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
  return kitt::fields(
      field("kernel", &StencilCurve::kernel, "the pattern"),
      field("variant", &StencilCurve::variant, "requests of MPI"),
      field("dims", &StencilCurve::dims, "a rank has twice as many neighbours").at_least(1),
      field("messages", &StencilCurve::messages, "to each neighbour in a call").at_least(1),
      figure("cold_cache_bytes", &StencilCurve::cold_cache_bytes, "bytes",
             "that each rank writes through before each call"),
      field("hugepages", &StencilCurve::hugepages,
            "pages asked for, where the run measures several kinds")
          .like("^(none|madvise|explicit|explicit-1g)$")
          .or_absent(),
      figure("page_bytes_obtained", &StencilCurve::page_bytes, "bytes",
             "of the buffers of the size with the best rate; null: unknown")
          .at_least(1),
      figure("best_mb_per_s_per_node", &StencilCurve::best_mb_per_s_per_node, "MB/s/node",
             "of any size, one way"),
      figure("best_bytes", &StencilCurve::best_bytes, "bytes", "the size that has it"),
      figure("half_rate_bytes", &StencilCurve::half_rate_bytes, "bytes",
             "the smallest size that reaches half of it"),
      figure("drop_bytes", &StencilCurve::drop_bytes, "bytes",
             "sizes whose rate is under 0.9 of that of the size before")
          .at_least(1));
}

/// Empty without cells. They may come in any order, each once.
std::vector<StencilCurve> curves_of(std::vector<StencilCell> const& cells);

} // namespace kitt::miniapp
