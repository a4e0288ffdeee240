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

/// An exchange of blocks among the ranks of each row, or of each column, of a grid of all ranks,
/// measured and verified.
struct TransposeCell {
  static constexpr char const* benchmark = "transpose";

  std::string phase;           ///< "rows", "columns"
  std::string method;          ///< "sendrecv", "alltoall", "alltoallv"
  std::int64_t bytes = 0;      ///< that a rank sends each other rank of its line in a call
  std::string task_grid;       ///< rows and columns of ranks: "2.4"
  std::string fresh_buffers;   ///< "yes": allocated and filled anew before each call, untimed
  std::string hugepages = {};  ///< asked for; empty where a run has but one kind
  std::int64_t line_ranks = 1; ///< ranks of a line
  std::int64_t ranks = 1;
  std::int64_t nodes = 1;
  std::int64_t links_per_node = 1;            ///< as given, or network devices found
  std::size_t bytes_inside_node = 0;          ///< sent in a call to other ranks, by all ranks
  std::size_t bytes_between_nodes = 0;        ///< likewise
  std::optional<std::size_t> page_bytes = {}; ///< of the buffers, as found
  std::optional<double> fill_seconds =
      {};                        ///< to allocate and fill buffers, the mean of the slowest
  perf::Statistics seconds;      ///< per call, of the slowest rank
  double verification_error = 0; ///< bytes that arrived wrong
  perf::EnergyUse energy = {};
};
/// 10^6 bytes per second that a rank sends to others, from the median; the mean of all ranks.
double mb_per_s_per_task(TransposeCell const& cell);
/// The same of all ranks of a node together.
double mb_per_s_per_node(TransposeCell const& cell);
/// 10^6 bytes per second that leave a node by each of its links; none where nothing leaves it.
std::optional<double> mb_per_s_per_link(TransposeCell const& cell);
/// Of all bytes sent to other ranks.
double share_inside_node(TransposeCell const& cell);
constexpr auto fields_of(TransposeCell const*) {
  return kitt::fields(
      field("kernel", &TransposeCell::phase, "the phase: exchange within rows or within columns"),
      field("variant", &TransposeCell::method,
            "the method: MPI_Sendrecv with one rank after another, or the operation of that name")
          .like("^(sendrecv|alltoall|alltoallv)$"),
      figure("parameters/bytes", &TransposeCell::bytes, "bytes",
             "that a rank sends each other rank of its row or column in a call")
          .at_least(1),
      field("parameters/task_grid", &TransposeCell::task_grid, "rows and columns of ranks: 2.4"),
      field("parameters/fresh_buffers", &TransposeCell::fresh_buffers,
            "yes: buffers are allocated and filled before each call, untimed")
          .like("^(no|yes)$"),
      field("parameters/hugepages", &TransposeCell::hugepages,
            "pages asked for, where the run measures several kinds; absent from others and from "
            "older records")
          .like("^(none|madvise|explicit|explicit-1g)$")
          .or_absent(),
      field("line_ranks", &TransposeCell::line_ranks, "ranks of a row or column").at_least(2),
      field("ranks", &TransposeCell::ranks, "that take part").at_least(2),
      field("nodes", &TransposeCell::nodes, "that they stand on").at_least(1),
      field("links_per_node", &TransposeCell::links_per_node,
            "as given, or network devices found; at least 1")
          .at_least(1),
      figure("bytes_inside_node", &TransposeCell::bytes_inside_node, "bytes",
             "sent in a call to other ranks of the sender's node, all ranks"),
      figure("bytes_between_nodes", &TransposeCell::bytes_between_nodes, "bytes",
             "sent in a call to ranks of other nodes, all ranks"),
      figure("page_bytes_obtained", &TransposeCell::page_bytes, "bytes",
             "size of the pages that most bytes of the buffers lie on, as found; the smallest of "
             "any rank; null: unknown")
          .at_least(1),
      field("fill_seconds", &TransposeCell::fill_seconds,
            "to allocate and fill buffers, the mean of the slowest rank; absent: they are kept")
          .at_least(0)
          .or_absent(),
      field("seconds", &TransposeCell::seconds,
            "Wall time of one call in seconds, of the slowest rank"),
      field("verification_error", &TransposeCell::verification_error, "bytes that arrived wrong")
          .at_least(0),
      figure("mb_per_s_per_task", mb_per_s_per_task, "MB/s/task",
             "10^6 bytes that a rank sends to others per second, from the median, the mean of all "
             "ranks")
          .above(0),
      figure(
          "mb_per_s_per_node", [](TransposeCell const& cell) { return mb_per_s_per_node(cell); },
          "MB/s/node", "the same of all ranks of a node")
          .above(0),
      figure("mb_per_s_per_link", mb_per_s_per_link, "MB/s/link",
             "10^6 bytes that leave a node by each link per second; null: nothing leaves it")
          .above(0),
      derived("share_inside_node", share_inside_node, {"of the bytes sent to other ranks"})
          .at_least(0)
          .at_most(1),
      inlined(&TransposeCell::energy));
}

/// What makes this cell another than the rest.
perf::CellKey key_of(TransposeCell const& cell);

/// An exchange of the weather model IFS, by its average message (`published:ifs-transpositions`).
struct IfsExchange {
  std::string_view name; ///< the case, and the exchange in it
  std::int64_t bytes;
  std::string_view phase; ///< which it is here; empty: a halo, which is no transposition
};
/// Of forecasts at T799 and of 4D-Var: trltom goes between nodes, trltog inside them.
inline constexpr std::array ifs_exchanges{IfsExchange{"IFS T799 trltom", 1'840'000, "columns"},
                                          IfsExchange{"IFS T799 trltog", 4'000'000, "rows"},
                                          IfsExchange{"IFS T799 slcomm2", 660'000, ""},
                                          IfsExchange{"IFS 4D-Var min0 trltom", 167'000, "columns"},
                                          IfsExchange{"IFS 4D-Var min0 trltog", 373'000, "rows"},
                                          IfsExchange{"IFS 4D-Var min0 slcomm2", 88'000, ""}};
/// The one that a cell measures; null if it is none of them.
IfsExchange const* ifs_exchange(TransposeCell const& cell);

} // namespace kitt::miniapp
