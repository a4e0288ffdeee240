// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/energy.hpp"
#include "perf/measure/statistics.hpp"
#include "perf/record/cell_key.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kitt::miniapp {

/// Measured and verified exchange of blocks among the ranks of each row, or of each column, of a
/// grid of all ranks.
struct TransposeCell {
  static constexpr char const* benchmark = "transpose";

  std::string phase;          ///< "rows", "columns"
  std::string method;         ///< "sendrecv", "alltoall", "alltoallv"
  std::int64_t bytes = 0;     ///< bytes sent to each other rank of the row or column in a call
  std::string task_grid;      ///< rows and columns of ranks: "2.4"
  std::string fresh_buffers;  ///< "yes": buffers are allocated and filled before each call, untimed
  std::string hugepages = {}; ///< requested kind of pages; empty if the run uses only one kind
  std::int64_t line_ranks = 1; ///< number of ranks of a row or column
  std::int64_t ranks = 1;
  std::int64_t nodes = 1;
  std::int64_t links_per_node = 1; ///< links of a node: as given, or the number of network devices
  std::size_t bytes_inside_node = 0;          ///< bytes that all ranks send inside nodes per call
  std::size_t bytes_between_nodes = 0;        ///< bytes that all ranks send between nodes per call
  std::optional<std::size_t> page_bytes = {}; ///< measured page size of the buffers
  /// Seconds to allocate and fill buffers, mean of the slowest rank.
  std::optional<double> fill_seconds = {};
  perf::Statistics seconds;      ///< seconds per call of the slowest rank
  double verification_error = 0; ///< number of bytes that arrived wrong
  perf::EnergyUse energy = {};
};
/// Returns the rate at which a rank sends to other ranks, in 10^6 bytes per second, from the median
/// time. The rate is the mean over ranks.
double mb_per_s_per_task(TransposeCell const& cell);
/// Returns the rate at which the ranks of a node send to other ranks, in 10^6 bytes per second,
/// from the median time.
double mb_per_s_per_node(TransposeCell const& cell);
/// Returns the rate at which bytes leave a node by each of its links, in 10^6 bytes per second.
/// Returns nothing if no bytes leave a node.
std::optional<double> mb_per_s_per_link(TransposeCell const& cell);
/// Returns the share of the sent bytes that stay inside a node.
double share_inside_node(TransposeCell const& cell);
constexpr auto fields_of(TransposeCell const*) {
  return kitt::fields(
      field("kernel", &TransposeCell::phase,
            "phase of the transposition: exchange within rows or within columns of ranks")
          .column("Phase", as::text(7)),
      field("variant", &TransposeCell::method,
            "method of the exchange; sendrecv: MPI_Sendrecv with one rank after another; alltoall: "
            "MPI_Alltoall; alltoallv: MPI_Alltoallv")
          .like("^(sendrecv|alltoall|alltoallv)$")
          .column("Method", as::text(9)),
      field("parameters/task_grid", &TransposeCell::task_grid,
            "numbers of rows and columns in the grid of ranks, such as 2.4")
          .column("Grid", as::text(7)),
      figure("parameters/bytes", &TransposeCell::bytes, "bytes",
             "bytes that a rank sends to each other rank of its row or column in a call")
          .at_least(1)
          .column("Bytes each", as::text(9)),
      field("parameters/fresh_buffers", &TransposeCell::fresh_buffers,
            "use of new buffers; yes: buffers are allocated and filled before each call, untimed")
          .like("^(no|yes)$")
          .column("Fresh", as::text()),
      field("parameters/hugepages", &TransposeCell::hugepages,
            "requested kind of pages; absent if the run measures only one kind")
          .like("^(none|madvise|explicit|explicit-1g)$")
          .or_absent(),
      field("line_ranks", &TransposeCell::line_ranks, "number of ranks in a row or column")
          .at_least(2),
      field("ranks", &TransposeCell::ranks, "ranks that take part").at_least(2),
      field("nodes", &TransposeCell::nodes, "number of nodes on which the ranks run").at_least(1),
      field("links_per_node", &TransposeCell::links_per_node,
            "number of network links of a node: as the user stated, or the number of network "
            "devices; at least 1")
          .at_least(1),
      figure("bytes_inside_node", &TransposeCell::bytes_inside_node, "bytes",
             "bytes that all ranks together send to other ranks of their own node in a call"),
      figure("bytes_between_nodes", &TransposeCell::bytes_between_nodes, "bytes",
             "bytes that all ranks together send to ranks of other nodes in a call"),
      figure("page_bytes_obtained", &TransposeCell::page_bytes, "bytes",
             "measured size of the pages that hold most of the buffers, minimum over ranks; null "
             "if unknown")
          .at_least(1)
          .column("Pages", as::bytes()),
      figure("mb_per_s_per_task", mb_per_s_per_task, "MB/s/task",
             "10^6 bytes per second that a rank sends to other ranks, from the median time; mean "
             "over ranks")
          .above(0)
          .column("Per task (MB/s)", as::fixed(2)),
      figure("mb_per_s_per_link", mb_per_s_per_link, "MB/s/link",
             "10^6 bytes per second that leave a node by each of its network links; null if no "
             "bytes leave a node")
          .above(0)
          .column("Per link (MB/s)", as::fixed(2)),
      figure(
          "mb_per_s_per_node", [](TransposeCell const& cell) { return mb_per_s_per_node(cell); },
          "MB/s/node",
          "10^6 bytes per second that the ranks of a node send to other ranks, from the median "
          "time")
          .above(0)
          .compared()
          .column("Per node (MB/s)", as::fixed(2)),
      derived("share_inside_node", share_inside_node,
              {"share of the sent bytes that stay inside a node"})
          .at_least(0)
          .at_most(1)
          .column("In node (%)", as::percent()),
      field("seconds", &TransposeCell::seconds, "wall time of one call on the slowest rank"),
      field("fill_seconds", &TransposeCell::fill_seconds,
            "time in s to allocate and fill the buffers, mean of the slowest rank; absent if calls "
            "reuse their buffers")
          .at_least(0)
          .or_absent()
          .column("Fill", as::seconds()),
      field("verification_error", &TransposeCell::verification_error,
            "number of bytes that arrived wrong")
          .at_least(0),
      inlined(&TransposeCell::energy));
}

/// Returns the key that tells this cell from all others.
perf::CellKey key_of(TransposeCell const& cell);

/// Exchange of the weather model IFS, with the size of its average message
/// (`published:ifs-transpositions`).
struct IfsExchange {
  std::string_view name; ///< case of IFS, and name of the exchange
  std::int64_t bytes;
  std::string_view phase; ///< phase of KITT that matches; empty for a halo exchange
};
/// Exchanges of forecasts at T799 and of 4D-Var. The exchange trltom is between nodes, and trltog
/// is inside nodes.
inline constexpr std::array ifs_exchanges{IfsExchange{"IFS T799 trltom", 1'840'000, "columns"},
                                          IfsExchange{"IFS T799 trltog", 4'000'000, "rows"},
                                          IfsExchange{"IFS T799 slcomm2", 660'000, ""},
                                          IfsExchange{"IFS 4D-Var min0 trltom", 167'000, "columns"},
                                          IfsExchange{"IFS 4D-Var min0 trltog", 373'000, "rows"},
                                          IfsExchange{"IFS 4D-Var min0 slcomm2", 88'000, ""}};
/// Returns the exchange of IFS whose size and phase a cell has, or null if there is no such
/// exchange.
IfsExchange const* ifs_exchange(TransposeCell const& cell);

} // namespace kitt::miniapp
