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

/// Measured and verified forward transforms of a batch of boxes of complex numbers in double
/// precision. The next steps of a plane-wave code are timed, too: products of all pairs of the
/// batch, and sums of the products over all ranks.
struct FftCell {
  static constexpr char const* benchmark = "fft";

  std::string method;     ///< method of the exchanges: "sendrecv", "alltoall", "alltoallv"
  std::string box;        ///< extents of the box of all ranks: "128.128.128"
  std::int64_t batch = 1; ///< number of boxes
  std::string task_grid;  ///< rows and columns of ranks: "2.4"
  /// Order of results; "natural": as in boxes before the transform.
  std::string order = "transposed";
  std::string library; ///< library that transforms lines, and its planning mode
  std::int64_t ranks = 1;
  std::int64_t nodes = 1;
  std::size_t numbers = 0;             ///< complex numbers of a box on all ranks
  std::size_t bytes_inside_node = 0;   ///< bytes that all ranks send inside nodes per call
  std::size_t bytes_between_nodes = 0; ///< bytes that all ranks send between nodes per call
  perf::Statistics seconds;   ///< seconds of the batch's forward transforms on the slowest rank
  double line_seconds = 0;    ///< mean seconds in the library, with copies to it and back
  double row_seconds = 0;     ///< mean seconds in exchanges within rows
  double column_seconds = 0;  ///< mean seconds in exchanges within columns
  double product_seconds = 0; ///< median seconds of the products of all pairs
  /// Median time to sum the products by one MPI_Allreduce.
  std::optional<double> reduce_ranks_seconds = {};
  /// Median time to sum the products by threads of a rank, ranks of a node, then nodes.
  std::optional<double> reduce_by_node_seconds = {};
  double plan_seconds = 0; ///< seconds of the planning, before the timing
  /// Largest difference after forward and inverse transform, divided by the largest number.
  double verification_error = 0;
  double verification_tolerance = 0;
  perf::EnergyUse energy = {};
};
/// Returns the conventional number of flops, 5 N log2 N for each box of N numbers. The library may
/// do fewer or more.
double flops(FftCell const& cell);
/// Returns the rate of the transforms, from the median time.
double gflops_per_s_per_node(FftCell const& cell);
/// Returns the rate of the products, with 8 flops for each number of each pair. Returns nothing if
/// the products took no time, as on a simulated machine.
std::optional<double> product_gflops_per_s_per_node(FftCell const& cell);
/// Returns the time of the transforms, the products and their sums by MPI_Allreduce.
double step_seconds(FftCell const& cell);
/// Returns the share of the exchanges in the time of the transforms.
double exchange_share(FftCell const& cell);
/// Returns the share of `seconds` in the time of lines, rows, columns, products and their sums.
double share_of_step(FftCell const& cell, double seconds);
/// Returns the field with the share of one part.
constexpr auto share_field(char const* key, double FftCell::*seconds, Meaning text,
                           char const* heading) {
  return figure(
             key, [seconds](FftCell const& cell) { return share_of_step(cell, cell.*seconds); }, "",
             text)
      .column(heading, as::percent());
}
constexpr auto fields_of(FftCell const*) {
  return kitt::fields(
      derived("kernel", [](FftCell const&) { return std::string("c2c"); },
              {"transform from complex to complex numbers in double precision"}),
      field("parameters/box", &FftCell::box,
            "extents of a box, which is distributed over all ranks, such as 128.128.128")
          .column("Box", as::text(11)),
      field("parameters/batch", &FftCell::batch,
            "number of boxes that are transformed one after another")
          .at_least(1)
          .column("Batch", as::text()),
      field("parameters/task_grid", &FftCell::task_grid,
            "numbers of rows and columns in the grid of ranks, such as 2.4")
          .column("Grid", as::text(7)),
      field("variant", &FftCell::method,
            "method of exchanges; sendrecv: MPI_Sendrecv with one rank after another; alltoall: "
            "MPI_Alltoall; alltoallv: MPI_Alltoallv")
          .like("^(sendrecv|alltoall|alltoallv)$")
          .column("Method", as::text(9)),
      field("parameters/order", &FftCell::order,
            "order of the results in memory; transposed: the order after the last exchange; "
            "natural: the order of the box before the transform")
          .like("^(transposed|natural)$")
          .column("Result", as::text(10)),
      field("parameters/library", &FftCell::library,
            "library that transforms lines, and its planning mode")
          .not_empty(),
      field("ranks", &FftCell::ranks, "ranks that take part").at_least(1),
      field("nodes", &FftCell::nodes, "number of nodes on which the ranks run").at_least(1),
      field("numbers", &FftCell::numbers, "number of complex numbers of a box on all ranks")
          .at_least(1),
      figure("bytes_inside_node", &FftCell::bytes_inside_node, "bytes",
             "bytes that all ranks together send to other ranks of their own node in a call"),
      figure("bytes_between_nodes", &FftCell::bytes_between_nodes, "bytes",
             "bytes that all ranks together send to ranks of other nodes in a call"),
      derived("flops", flops,
              {"number of flops counted for a call: 5 N log2 N for each box of N complex numbers"})
          .at_least(0),
      figure(
          "gflops_per_s_per_node", [](FftCell const& cell) { return gflops_per_s_per_node(cell); },
          "Gflop/s/node", "rate of the transforms, from the median time")
          .above(0)
          .compared()
          .column("Median (Gflop/s/node)", as::fixed(3)),
      field("seconds", &FftCell::seconds, "wall time of one call on the slowest rank"),
      figure("line_seconds", &FftCell::line_seconds, "s",
             "mean time of a call in the library, with copies to the library and back, on the "
             "slowest rank"),
      share_field("line_share", &FftCell::line_seconds,
                  "share of line_seconds in the time of lines, rows, columns, products and sums",
                  "Lines (%)"),
      figure("row_seconds", &FftCell::row_seconds, "s",
             "mean time of a call in exchanges within rows, on the slowest rank"),
      share_field("row_share", &FftCell::row_seconds,
                  "share of row_seconds in the time of lines, rows, columns, products and sums",
                  "Rows (%)"),
      figure("column_seconds", &FftCell::column_seconds, "s",
             "mean time of a call in exchanges within columns, on the slowest rank"),
      share_field("column_share", &FftCell::column_seconds,
                  "share of column_seconds in the time of lines, rows, columns, products and sums",
                  "Columns (%)"),
      figure("product_seconds", &FftCell::product_seconds, "s",
             "median time of the products of all pairs of boxes"),
      share_field("product_share", &FftCell::product_seconds,
                  "share of product_seconds in the time of lines, rows, columns, products and sums",
                  "Product (%)"),
      figure("product_gflops_per_s_per_node", product_gflops_per_s_per_node, "Gflop/s/node",
             "rate of the products of all pairs of boxes, with 8 flops for each number of each "
             "pair; null if the products took no time, as on a simulated machine")
          .column("Product (Gflop/s/node)", as::fixed(3)),
      figure(
          "reduce_ranks_seconds", &FftCell::reduce_ranks_seconds, "s",
          "median time to sum the products over all ranks by one MPI_Allreduce; null for one rank")
          .column("Sum, ranks", as::seconds()),
      figure("reduce_by_node_seconds", &FftCell::reduce_by_node_seconds, "s",
             "median time to sum the products over the threads of each rank, then the ranks of "
             "each node, then the nodes; null for one rank")
          .column("Sum, by node", as::seconds()),
      figure("plan_seconds", &FftCell::plan_seconds, "s",
             "time to plan the forward and inverse transforms, before the timing"),
      field("verification_error", &FftCell::verification_error,
            "largest difference between numbers in [-1, 1] and their values after forward and "
            "inverse transform")
          .at_least(0)
          .column("Error", as::significant(2)),
      field("verification_tolerance", &FftCell::verification_tolerance,
            "largest error of a correct result")
          .above(0),
      figure("step_seconds", step_seconds, "s",
             "time of the transforms, the products and the sums of the products by MPI_Allreduce"),
      derived("exchange_share", exchange_share,
              {"share of the exchanges in the time of the transforms: lines and exchanges"})
          .at_least(0),
      inlined(&FftCell::energy));
}

/// Returns the key that tells this cell from all others.
perf::CellKey key_of(FftCell const& cell);

} // namespace kitt::miniapp
