// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/stencil/stencil_cell.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// Figures of one kind of exchange with neighbours, from its rates over message sizes (see
/// RateCurve).
struct StencilCurve {
  std::string kernel;  ///< name of the pattern
  std::string variant; ///< kind of MPI requests
  std::int64_t dims = 3;
  std::int64_t messages = 1;
  std::int64_t cold_cache_bytes = 0;
  std::string hugepages = {}; ///< requested kind of pages; empty if the run has one kind of pages
  /// bytes of a page of the buffers, for the message size with the best rate; empty if unknown
  std::optional<std::size_t> page_bytes = {};
  double best_mb_per_s_per_node = 0;
  std::int64_t best_bytes = 0;
  std::int64_t half_rate_bytes = 0;
  std::vector<std::int64_t> drop_bytes = {};
};
constexpr auto fields_of(StencilCurve const*) {
  return kitt::fields(
      field("kernel", &StencilCurve::kernel, "name of the pattern"),
      field("variant", &StencilCurve::variant, "kind of MPI requests"),
      field("dims", &StencilCurve::dims,
            "dimensions of the grid; a rank has twice as many neighbours")
          .at_least(1),
      field("messages", &StencilCurve::messages, "messages to each neighbour in a call")
          .at_least(1),
      figure("cold_cache_bytes", &StencilCurve::cold_cache_bytes, "bytes",
             "bytes that each rank overwrites before each call to clear its caches"),
      field("hugepages", &StencilCurve::hugepages,
            "requested kind of pages; absent if the run measures one kind")
          .like("^(none|madvise|explicit|explicit-1g)$")
          .or_absent(),
      figure("page_bytes_obtained", &StencilCurve::page_bytes, "bytes",
             "bytes of a page of the buffers, for the message size with the best rate; null: "
             "unknown")
          .at_least(1),
      figure("best_mb_per_s_per_node", &StencilCurve::best_mb_per_s_per_node, "MB/s/node",
             "highest rate of any size, one way"),
      figure("best_bytes", &StencilCurve::best_bytes, "bytes",
             "message size that has the highest rate"),
      figure("half_rate_bytes", &StencilCurve::half_rate_bytes, "bytes",
             "smallest size that reaches half of the highest rate"),
      figure("drop_bytes", &StencilCurve::drop_bytes, "bytes",
             "sizes whose rate is below 0.9 of the rate of the next smaller size")
          .at_least(1));
}

/// Returns one curve for each kind of exchange. The cells may come in any order, each once. Returns
/// no curves if there are no cells.
std::vector<StencilCurve> curves_of(std::vector<StencilCell> const& cells);

/// Returns the figures of exchanges with neighbours as lines of text. The figures are the best
/// rate, the size that reaches half of the best rate, and sizes where the rate drops. Returns an
/// empty text if there are no curves.
std::string stencil_summary_text(std::vector<StencilCurve> const& curves);

} // namespace kitt::miniapp
