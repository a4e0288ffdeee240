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

/// Forward transforms of a batch of boxes of complex numbers, and the next steps of a plane-wave
/// code: products of all pairs of the batch and their sums over all ranks. Measured and verified,
/// in double precision.
struct FftCell {
  static constexpr char const* benchmark = "fft";

  std::string method;               ///< of the exchanges: "sendrecv", "alltoall", "alltoallv"
  std::string box;                  ///< extents of the box of all ranks: "128.128.128"
  std::int64_t batch = 1;           ///< number of boxes
  std::string task_grid;            ///< rows and columns of ranks: "2.4"
  std::string order = "transposed"; ///< of results; "natural": as in boxes before the transform
  std::string library;              ///< library that transforms lines, and its planning
  std::int64_t ranks = 1;
  std::int64_t nodes = 1;
  std::size_t numbers = 0;             ///< numbers of a box, all ranks
  std::size_t bytes_inside_node = 0;   ///< sent in a call inside nodes, all ranks
  std::size_t bytes_between_nodes = 0; ///< sent in a call between nodes, all ranks
  perf::Statistics seconds;            ///< of the batch's forward transforms, of the slowest rank
  double line_seconds = 0;    ///< in the library and in copying numbers to it and back; mean
  double row_seconds = 0;     ///< in exchanges within rows; mean
  double column_seconds = 0;  ///< in exchanges within columns; mean
  double product_seconds = 0; ///< of the products of all pairs; median
  /// Median time to sum the products by one MPI_Allreduce.
  std::optional<double> reduce_ranks_seconds = {};
  /// Median time to sum the products by threads of a rank, ranks of a node, then nodes.
  std::optional<double> reduce_by_node_seconds = {};
  double plan_seconds = 0; ///< before the timing
  /// Largest difference after forward and inverse transform, divided by the largest number.
  double verification_error = 0;
  double verification_tolerance = 0;
  perf::EnergyUse energy = {};
};
/// Returns 5 N log2 N for each box of N numbers, whatever the library does.
double flops(FftCell const& cell);
/// Returns the rate of the transforms, from the median time.
double gflops_per_s_per_node(FftCell const& cell);
/// Returns the rate of the products: 8 flops for each number of each pair. Returns none if the
/// products took no time, as on a simulated machine.
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
      .since_later()
      .column(heading, as::percent());
}
constexpr auto fields_of(FftCell const*) {
  return kitt::fields(
      derived("kernel", [](FftCell const&) { return std::string("c2c"); },
              {"complex to complex, double precision"}),
      field("parameters/box", &FftCell::box, "extents of a box, shared by all ranks: 128.128.128")
          .column("Box", as::text(11)),
      field("parameters/batch", &FftCell::batch, "boxes that are transformed one after another")
          .at_least(1)
          .column("Batch", as::text()),
      field("parameters/task_grid", &FftCell::task_grid, "rows and columns of ranks: 2.4")
          .column("Grid", as::text(7)),
      field("variant", &FftCell::method,
            "method of exchanges; sendrecv: MPI_Sendrecv with one rank after another; alltoall, "
            "alltoallv: the MPI operation of that name")
          .like("^(sendrecv|alltoall|alltoallv)$")
          .column("Method", as::text(9)),
      field("parameters/order", &FftCell::order,
            "order of results; transposed: as the last exchange leaves them; natural: as in boxes "
            "before the transform")
          .like("^(transposed|natural)$")
          .since_later()
          .column("Result", as::text(10)),
      field("parameters/library", &FftCell::library,
            "library that transforms lines, and its planning")
          .not_empty(),
      field("ranks", &FftCell::ranks, "ranks that take part").at_least(1),
      field("nodes", &FftCell::nodes, "nodes of these ranks").at_least(1),
      field("numbers", &FftCell::numbers, "complex numbers of a box, all ranks").at_least(1),
      figure("bytes_inside_node", &FftCell::bytes_inside_node, "bytes",
             "bytes sent in a call to other ranks of the sender's node, all ranks"),
      figure("bytes_between_nodes", &FftCell::bytes_between_nodes, "bytes",
             "bytes sent in a call to ranks of other nodes, all ranks"),
      derived("flops", flops, {"flops of a call: 5 N log2 N for each box of N numbers"})
          .at_least(0),
      figure(
          "gflops_per_s_per_node", [](FftCell const& cell) { return gflops_per_s_per_node(cell); },
          "Gflop/s/node", "of the transforms, from the median")
          .above(0),
      figure("product_gflops_per_s_per_node", product_gflops_per_s_per_node, "Gflop/s/node",
             "rate of the products: 8 flops for each number of each pair; null if they took no "
             "time, as on a simulated machine")
          .column("Product (Gflop/s/node)", as::fixed(3)),
      figure("reduce_ranks_seconds", &FftCell::reduce_ranks_seconds, "s",
             "median time to sum the products over all ranks by MPI_Allreduce; null: one rank")
          .column("Sum, ranks", as::seconds()),
      figure("reduce_by_node_seconds", &FftCell::reduce_by_node_seconds, "s",
             "median time to sum the products by threads of a rank, ranks of a node, then nodes; "
             "null: one rank")
          .column("Sum, by node", as::seconds()),
      figure("plan_seconds", &FftCell::plan_seconds, "s",
             "time to plan both directions, before the timing"),
      field("verification_error", &FftCell::verification_error,
            "largest difference after forward and inverse transform of numbers between -1 and 1")
          .at_least(0)
          .column("Error", as::significant(2)),
      field("verification_tolerance", &FftCell::verification_tolerance, "largest error that passes")
          .above(0),
      figure("step_seconds", step_seconds, "s",
             "time of the transforms, the products and their sums by MPI_Allreduce"),
      derived("exchange_share", exchange_share,
              {"share of the exchanges in the time of lines and exchanges"})
          .at_least(0),
      inlined(&FftCell::energy));
}

/// Returns the key that tells this cell from all others.
perf::CellKey key_of(FftCell const& cell);

} // namespace kitt::miniapp
