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

/// Measured and verified exchange of every rank with its neighbours.
struct StencilCell {
  static constexpr char const* benchmark = "stencil";

  std::string pattern;               ///< "grid", "off-node"
  std::string requests;              ///< "plain", "persistent"
  std::int64_t dims = 3;             ///< dimensions of the grid; a rank has 2 * dims neighbours
  std::int64_t bytes = 0;            ///< bytes per message
  std::int64_t messages = 1;         ///< messages to each neighbour in a call
  std::int64_t cold_cache_bytes = 0; ///< bytes that each rank writes before each call, untimed
  /// Requested kind of pages: "none", "madvise", "explicit". Empty if the run uses only one kind.
  std::string hugepages = {};
  std::int64_t nodes = 1;
  std::size_t pairs = 0;                      ///< pairs of a rank and a neighbour, over all ranks
  std::size_t pairs_between_nodes = 0;        ///< pairs whose ranks run on different nodes
  std::size_t pairs_with_itself = 0;          ///< pairs in which a rank is its own neighbour
  std::optional<std::size_t> page_bytes = {}; ///< measured page size of the buffers
  perf::Statistics seconds;                   ///< seconds per call of the slowest rank
  double verification_error = 0;              ///< number of bytes that arrived wrong
  /// Rate divided by the rate of this exchange on the system's small pages, in the same run.
  std::optional<double> ratio_to_small_pages = {};
  perf::EnergyUse energy = {};
};
double pairs_per_node(StencilCell const& cell);
double pairs_between_nodes_per_node(StencilCell const& cell);
/// Returns the number of messages that the ranks of a node send per second, from the median time.
/// The figure is the mean over nodes.
double messages_per_s_per_node(StencilCell const& cell);
/// Returns the rate at which the ranks of a node send, in 10^6 bytes per second. Received bytes are
/// not counted.
double mb_per_s_per_node(StencilCell const& cell);
constexpr auto fields_of(StencilCell const*) {
  return kitt::fields(
      field("kernel", &StencilCell::pattern,
            "choice of a rank's neighbours; grid: neighbours on a periodic grid of all ranks; "
            "off-node: equally many ranks on other nodes")
          .column("Pattern", as::text(8)),
      field("variant", &StencilCell::requests,
            "MPI requests; plain: made in each call; persistent: made once, started in each call")
          .like("^(plain|persistent)$")
          .column("Requests", as::text(10)),
      field("parameters/dims", &StencilCell::dims,
            "dimensions of the grid; the number of neighbours is twice this number")
          .at_least(3)
          .at_most(4)
          .column("Dim.", as::text()),
      figure("parameters/bytes", &StencilCell::bytes, "bytes", "bytes per message")
          .at_least(1)
          .column("Bytes", as::text(8)),
      field("parameters/messages", &StencilCell::messages,
            "number of messages to each neighbour in a call, all in flight at once")
          .at_least(1)
          .column("Messages", as::text()),
      figure("parameters/cold_cache_bytes", &StencilCell::cold_cache_bytes, "bytes",
             "bytes that each rank writes before each call, untimed, to empty the caches; 0: "
             "caches are not emptied"),
      field("parameters/hugepages", &StencilCell::hugepages,
            "requested kind of pages; absent if the run measures only one kind")
          .like("^(none|madvise|explicit|explicit-1g)$")
          .or_absent(),
      field("nodes", &StencilCell::nodes, "nodes of the run").at_least(1),
      field("pairs", &StencilCell::pairs,
            "number of pairs of a rank and one of its neighbours, over all ranks")
          .at_least(1),
      field("pairs_between_nodes", &StencilCell::pairs_between_nodes,
            "number of pairs whose two ranks run on different nodes"),
      field("pairs_with_itself", &StencilCell::pairs_with_itself,
            "number of pairs in which a rank is its own neighbour, because the grid is only one "
            "rank long"),
      derived("pairs_per_node", pairs_per_node, {"mean number of pairs per node: pairs / nodes"})
          .above(0)
          .column("Pairs per node", as::text()),
      derived("pairs_between_nodes_per_node", pairs_between_nodes_per_node,
              {"mean number of pairs between nodes, per node: pairs_between_nodes / nodes"})
          .at_least(0)
          .column("Off-node pairs", as::text()),
      figure("page_bytes_obtained", &StencilCell::page_bytes, "bytes",
             "measured size of the pages that hold most of the buffers, minimum over ranks; null "
             "if unknown")
          .at_least(1)
          .column("Pages", as::bytes()),
      figure(
          "mb_per_s_per_node", [](StencilCell const& cell) { return mb_per_s_per_node(cell); },
          "MB/s/node",
          "10^6 bytes per second that the ranks of a node send, from the median time; mean over "
          "nodes; received bytes are not counted")
          .above(0)
          .compared()
          .column("Per node (MB/s)", as::fixed(2, 11)),
      field("ratio_to_small_pages", &StencilCell::ratio_to_small_pages,
            "mb_per_s_per_node divided by the rate of this exchange on the system's small pages, "
            "in this run; absent if the run did not measure small pages")
          .above(0)
          .or_absent()
          .column("To small pages", as::fixed(3, 8)),
      figure("messages_per_s_per_node", messages_per_s_per_node, "1/s/node",
             "number of messages that the ranks of a node send per second, from the median time")
          .above(0)
          .column("Per node (messages/s)", as::fixed(0)),
      field("seconds", &StencilCell::seconds, "wall time of one call on the slowest rank"),
      field("verification_error", &StencilCell::verification_error,
            "number of bytes that arrived wrong")
          .at_least(0),
      inlined(&StencilCell::energy));
}

/// Returns the key that tells this cell from all others.
perf::CellKey key_of(StencilCell const& cell);

} // namespace kitt::miniapp
