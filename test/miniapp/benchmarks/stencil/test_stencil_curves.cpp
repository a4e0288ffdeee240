// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/stencil/stencil_cell.hpp"
#include "miniapp/benchmarks/stencil/stencil_curves.hpp"
#include "test/catch.hpp"

using namespace kitt::miniapp;
using namespace kitt::perf;
using Catch::Matchers::WithinRel;

namespace {

/// Returns a cell of two nodes whose ranks send at the given rate.
StencilCell cell(std::int64_t bytes, std::int64_t messages, double mb_per_s_per_node) {
  StencilCell cell;
  cell.pattern = "off-node";
  cell.requests = "plain";
  cell.bytes = bytes;
  cell.messages = messages;
  cell.nodes = 2;
  cell.pairs = cell.pairs_between_nodes = 48;
  cell.seconds.median = 24 * static_cast<double>(messages * bytes) * 1e-6 / mb_per_s_per_node;
  return cell;
}

} // namespace

TEST_CASE("figures per node count everything that its ranks send in a call") {
  auto one = cell(1000, 16, 50);
  one.seconds.median = 1e-3;
  CHECK(pairs_per_node(one) == 24);
  CHECK(pairs_between_nodes_per_node(one) == 24);
  CHECK_THAT(messages_per_s_per_node(one), WithinRel(24 * 16 / 1e-3));
  CHECK_THAT(mb_per_s_per_node(one), WithinRel(24 * 16 * 1000 / 1e-3 * 1e-6));
}

TEST_CASE("each number of messages has a curve, and a size at which the rate drops is named") {
  std::vector<StencilCell> cells;
  for (std::int64_t bytes = 65536; bytes >= 1024; bytes /= 2) { // the order of the cells does not
                                                                // matter
    cells.push_back(cell(bytes, 1, static_cast<double>(bytes) / (bytes >= 8192 ? 3 : 1)));
    cells.push_back(cell(bytes, 16, static_cast<double>(bytes)));
  }
  auto const curves = curves_of(cells);
  REQUIRE(curves.size() == 2);
  CHECK(curves[0].messages == 1);
  CHECK(curves[0].drop_bytes == std::vector<std::int64_t>{8192});
  CHECK_THAT(curves[0].best_mb_per_s_per_node, WithinRel(65536. / 3));
  CHECK(curves[0].best_bytes == 65536);
  CHECK(curves[0].half_rate_bytes == 32768);
  CHECK(curves[1].messages == 16);
  CHECK(curves[1].drop_bytes.empty());
  CHECK(curves_of({}).empty());
}
