// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/energy.hpp"
#include "perf/measure/statistics.hpp"
#include "perf/record/cell_key.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace kitt::miniapp {

/// Forward transforms of a batch of boxes of complex numbers, and what a plane-wave code does with
/// them next: products of all pairs of the batch and their sums over all ranks. Measured and
/// verified, in double precision.
struct FftCell {
  static constexpr char const* benchmark = "fft";

  std::string method;               ///< of the exchanges: "sendrecv", "alltoall", "alltoallv"
  std::string box;                  ///< extents of all ranks' box: "128.128.128"
  std::int64_t batch = 1;           ///< boxes
  std::string task_grid;            ///< rows and columns of ranks: "2.4"
  std::string order = "transposed"; ///< of results; "natural": as in boxes before the transform
  std::string library;              ///< that transforms lines, and how it plans
  std::int64_t ranks = 1;
  std::int64_t nodes = 1;
  std::size_t numbers = 0;             ///< of a box, all ranks
  std::size_t bytes_inside_node = 0;   ///< sent in a call to other ranks, by all ranks
  std::size_t bytes_between_nodes = 0; ///< likewise
  perf::Statistics seconds;            ///< of the batch's forward transforms, of the slowest rank
  double line_seconds = 0;             ///< of them in the library and beside buffers: the mean
  double row_seconds = 0;              ///< of them in exchanges within rows: the mean
  double column_seconds = 0;           ///< of them in exchanges within columns: the mean
  double product_seconds = 0;          ///< of the products of all pairs, median
  std::optional<double> reduce_ranks_seconds = {}; ///< their sums by all ranks at once, median
  /// The same by threads of a rank, ranks of a node, then nodes.
  std::optional<double> reduce_by_node_seconds = {};
  double plan_seconds = 0;       ///< before the timing
  double verification_error = 0; ///< the largest of inverse after forward, of the largest number
  double verification_tolerance = 0;
  perf::EnergyUse energy = {};
};
/// 5 N log2 N for each box of N numbers, whatever the library does.
double flops(FftCell const& cell);
double gflops_per_s_per_node(FftCell const& cell); ///< Of the transforms, from the median.
/// 8 for each number of each pair; none where they took no time, as on a simulated machine.
std::optional<double> product_gflops_per_s_per_node(FftCell const& cell);
/// The transforms, the products and their sums by all ranks.
double step_seconds(FftCell const& cell);
/// Of the transforms' steps.
double exchange_share(FftCell const& cell);
constexpr auto fields_of(FftCell const*) {
  return kitt::fields(
      derived("kernel", [](FftCell const&) { return std::string("c2c"); },
              {"complex to complex, double precision"}),
      field("variant", &FftCell::method,
            "the method of exchanges: MPI_Sendrecv with one rank after another, or the operation "
            "of that name")
          .like("^(sendrecv|alltoall|alltoallv)$"),
      field("parameters/box", &FftCell::box, "extents of a box, shared by all ranks: 128.128.128"),
      field("parameters/batch", &FftCell::batch, "boxes that are transformed one after another")
          .at_least(1),
      field("parameters/task_grid", &FftCell::task_grid, "rows and columns of ranks: 2.4"),
      field(
          "parameters/order", &FftCell::order,
          "of the results: as the last exchange leaves them, or as boxes lie before the transform")
          .like("^(transposed|natural)$")
          .since_later(),
      field("parameters/library", &FftCell::library, "what transforms lines, and how it plans")
          .not_empty(),
      field("ranks", &FftCell::ranks, "that take part").at_least(1),
      field("nodes", &FftCell::nodes, "that they stand on").at_least(1),
      field("numbers", &FftCell::numbers, "of a box, all ranks").at_least(1),
      figure("bytes_inside_node", &FftCell::bytes_inside_node, "bytes",
             "sent in a call to other ranks of the sender's node, all ranks"),
      figure("bytes_between_nodes", &FftCell::bytes_between_nodes, "bytes",
             "sent in a call to ranks of other nodes, all ranks"),
      field("seconds", &FftCell::seconds, "Wall time of one call in seconds, of the slowest rank"),
      figure("line_seconds", &FftCell::line_seconds, "s",
             "of a call, in the library and in bringing numbers to it and away: the mean of the "
             "slowest rank"),
      figure("row_seconds", &FftCell::row_seconds, "s",
             "of a call, in exchanges within rows: the mean of the slowest rank"),
      figure("column_seconds", &FftCell::column_seconds, "s",
             "of a call, in exchanges within columns: the mean of the slowest rank"),
      figure("product_seconds", &FftCell::product_seconds, "s",
             "of the products of all pairs of boxes, median"),
      figure("reduce_ranks_seconds", &FftCell::reduce_ranks_seconds, "s",
             "of their sums over all ranks by MPI_Allreduce, median; null: one rank"),
      figure(
          "reduce_by_node_seconds", &FftCell::reduce_by_node_seconds, "s",
          "of the same by threads of a rank, ranks of a node, then nodes, median; null: one rank"),
      figure("plan_seconds", &FftCell::plan_seconds, "s",
             "of planning both directions, before the timing"),
      field("verification_error", &FftCell::verification_error,
            "the largest of inverse after forward, of numbers between -1 and 1")
          .at_least(0),
      field("verification_tolerance", &FftCell::verification_tolerance,
            "beyond which the result is wrong")
          .above(0),
      derived("flops", flops, {"5 N log2 N for each box of N numbers"}).at_least(0),
      figure(
          "gflops_per_s_per_node", [](FftCell const& cell) { return gflops_per_s_per_node(cell); },
          "Gflop/s/node", "of the transforms, from the median"),
      figure("product_gflops_per_s_per_node", product_gflops_per_s_per_node, "Gflop/s/node",
             "of the products: 8 flops for each number of each pair; null where they took no time, "
             "as on a simulated machine"),
      figure("step_seconds", step_seconds, "s",
             "transforms, products and their sums by MPI_Allreduce"),
      derived("exchange_share", exchange_share,
              {"exchanges within rows and columns, of these and lines"})
          .at_least(0),
      inlined(&FftCell::energy));
}

/// What makes this cell another than the rest.
perf::CellKey key_of(FftCell const& cell);

} // namespace kitt::miniapp
