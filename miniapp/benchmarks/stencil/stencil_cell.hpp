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
      field("kernel", &StencilCell::pattern), field("variant", &StencilCell::requests),
      field("parameters/dims", &StencilCell::dims), field("parameters/bytes", &StencilCell::bytes),
      field("parameters/messages", &StencilCell::messages),
      field("parameters/cold_cache_bytes", &StencilCell::cold_cache_bytes),
      field("parameters/hugepages", &StencilCell::hugepages).or_absent(),
      field("nodes", &StencilCell::nodes), field("pairs", &StencilCell::pairs),
      field("pairs_between_nodes", &StencilCell::pairs_between_nodes),
      field("pairs_with_itself", &StencilCell::pairs_with_itself),
      field("page_bytes_obtained", &StencilCell::page_bytes),
      field("seconds", &StencilCell::seconds),
      field("verification_error", &StencilCell::verification_error),
      derived("pairs_per_node", pairs_per_node),
      derived("pairs_between_nodes_per_node", pairs_between_nodes_per_node),
      derived("mb_per_s_per_node", [](StencilCell const& cell) { return mb_per_s_per_node(cell); }),
      derived("messages_per_s_per_node", messages_per_s_per_node),
      field("ratio_to_small_pages", &StencilCell::ratio_to_small_pages).or_absent(),
      inlined(&StencilCell::energy));
}

/// What makes this cell another than the rest.
perf::CellKey key_of(StencilCell const& cell);

} // namespace kitt::miniapp
