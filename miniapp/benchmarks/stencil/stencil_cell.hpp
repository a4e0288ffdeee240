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

/// An exchange of every rank with its neighbours, measured and verified.
struct StencilCell {
  static constexpr char const* benchmark = "stencil";

  std::string pattern;               ///< "grid", "off-node"
  std::string requests;              ///< "plain", "persistent"
  std::int64_t dims = 3;             ///< a rank has twice as many neighbours
  std::int64_t bytes = 0;            ///< of a message
  std::int64_t messages = 1;         ///< to each neighbour in a call
  std::int64_t cold_cache_bytes = 0; ///< that each rank walked through before each call
  /// Asked for: "none", "madvise", "explicit"; empty where a run has but one kind.
  std::string hugepages = {};
  std::int64_t nodes = 1;
  std::size_t pairs = 0; ///< of a rank and its neighbour, of all ranks and directions
  std::size_t pairs_between_nodes = 0;
  std::size_t pairs_with_itself = 0;
  std::optional<std::size_t> page_bytes = {}; ///< of the buffers, as found
  perf::Statistics seconds;                   ///< per call, of the slowest rank
  double verification_error = 0;              ///< bytes that arrived wrong
  /// The rate over that of the same exchange of this run on the system's small pages.
  std::optional<double> ratio_to_small_pages = {};
  perf::EnergyUse energy = {};
};
double pairs_per_node(StencilCell const& cell);
double pairs_between_nodes_per_node(StencilCell const& cell);
/// Messages that the ranks of a node send per second, from the median; the mean of all nodes.
double messages_per_s_per_node(StencilCell const& cell);
/// Their 10^6 bytes per second: one way, what comes in is not added.
double mb_per_s_per_node(StencilCell const& cell);
constexpr auto fields_of(StencilCell const*) {
  return kitt::fields(
      field("kernel", &StencilCell::pattern,
            "who a rank's neighbours are: those on a periodic grid of all ranks, or as many ranks "
            "of other nodes"),
      field("variant", &StencilCell::requests,
            "requests of MPI: made in each call, or once and started in each")
          .like("^(plain|persistent)$"),
      field("parameters/dims", &StencilCell::dims, "a rank has twice as many neighbours")
          .at_least(3)
          .at_most(4),
      figure("parameters/bytes", &StencilCell::bytes, "bytes", "of a message").at_least(1),
      field("parameters/messages", &StencilCell::messages,
            "to each neighbour in a call, all under way at once")
          .at_least(1),
      figure("parameters/cold_cache_bytes", &StencilCell::cold_cache_bytes, "bytes",
             "that each rank writes through before each call, untimed; 0: it does not"),
      field("parameters/hugepages", &StencilCell::hugepages,
            "pages asked for, where the run measures several kinds; absent from others and from "
            "older records")
          .like("^(none|madvise|explicit|explicit-1g)$")
          .or_absent(),
      field("nodes", &StencilCell::nodes, "of the run").at_least(1),
      field("pairs", &StencilCell::pairs, "of a rank and one of its neighbours, of all ranks")
          .at_least(1),
      field("pairs_between_nodes", &StencilCell::pairs_between_nodes, "those of two nodes"),
      field("pairs_with_itself", &StencilCell::pairs_with_itself,
            "those of a rank that is its own neighbour, since the grid is one rank long"),
      figure("page_bytes_obtained", &StencilCell::page_bytes, "bytes",
             "size of the pages that most bytes of the buffers lie on, as found; the smallest of "
             "any rank; null: unknown")
          .at_least(1),
      field("seconds", &StencilCell::seconds,
            "Wall time of one call in seconds, of the slowest rank"),
      field("verification_error", &StencilCell::verification_error, "bytes that arrived wrong")
          .at_least(0),
      derived("pairs_per_node", pairs_per_node, {"pairs / nodes"}).above(0),
      derived("pairs_between_nodes_per_node", pairs_between_nodes_per_node,
              {"pairs_between_nodes / nodes"})
          .at_least(0),
      figure(
          "mb_per_s_per_node", [](StencilCell const& cell) { return mb_per_s_per_node(cell); },
          "MB/s/node",
          "10^6 bytes that the ranks of a node send per second, one way, from the median time; the "
          "mean of all nodes")
          .above(0),
      figure("messages_per_s_per_node", messages_per_s_per_node, "1/s/node",
             "those that the ranks of a node send, from the median time")
          .above(0),
      field("ratio_to_small_pages", &StencilCell::ratio_to_small_pages,
            "mb_per_s_per_node over that of the same exchange of this run on the system's small "
            "pages; absent without one")
          .above(0)
          .or_absent(),
      inlined(&StencilCell::energy));
}

/// What makes this cell another than the rest.
perf::CellKey key_of(StencilCell const& cell);

} // namespace kitt::miniapp
