// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/nodes/node_cell.hpp"
#include "perf/record/detail/cell_json.hpp"
#include "test/catch.hpp"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numbers>
#include <random>

using namespace kitt::miniapp;
using namespace kitt::perf;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr int repeats = 10;          // the default of kitt nodes
constexpr double noise_level = 0.03; // standard deviation of a sample, as a fraction

/// Planted runs: times of nodes and links with normal noise. Two runs with equal seeds are equal.
class Planted {
public:
  Planted(int nodes, unsigned seed) : nodes_(nodes), bits_(seed) {
    for (int node = 0; node < nodes; ++node)
      hosts_.push_back(fmt::format("node{:03}", node));
  }

  /// Returns the cell of own work. `slow_node` takes longer by `excess`.
  NodesCell work(int slow_node = -1, double excess = 0) {
    NodesCell cell;
    cell.kernel = NodesCell::dwf4;
    MeasuredNodes measured{.hosts = hosts_, .seconds = {}};
    std::vector<double> errors;
    for (int node = 0; node < nodes_; ++node) {
      auto const time = sampled(node == slow_node ? 1 + excess : 1);
      measured.seconds.push_back(time.median);
      errors.push_back(time.relative_error);
    }
    measured.noise = summarize(errors).median;
    judge_nodes(cell, measured);
    return cell;
  }

  /// Returns the cell of messages. `seconds(i, j)` is the true time of a link.
  template <class Seconds>
  NodesCell messages(Seconds const& seconds) {
    NodesCell cell;
    cell.kernel = NodesCell::bandwidth;
    PairTimes times;
    std::vector<double> errors;
    for (int i = 0; i + 1 < nodes_; ++i) {
      times.emplace_back();
      for (int j = i + 1; j < nodes_; ++j) {
        auto const time = sampled(seconds(i, j));
        times.back().push_back(time.median);
        errors.push_back(time.relative_error);
      }
    }
    judge_links(cell, hosts_, times, summarize(errors).median);
    return cell;
  }

private:
  RepeatedTime sampled(double seconds) {
    std::vector<double> samples(repeats);
    for (auto& sample : samples)
      sample = seconds * (1 + noise_level * normal());
    return repeated_time(samples);
  }
  double normal() {
    return std::sqrt(-2 * std::log(1 - uniform())) * std::cos(2 * std::numbers::pi * uniform());
  }
  double uniform() { return static_cast<double>(bits_() >> 11U) * 0x1p-53; }

  int nodes_;
  std::mt19937_64 bits_;
  std::vector<std::string> hosts_;
};

double equal(int, int) {
  return 1;
}

} // namespace

TEST_CASE("a node of 64 that is 10 % slow is found in 99 % of runs with 3 % noise") {
  Planted planted(64, 1);
  constexpr int runs = 2000;
  int found = 0;
  for (int run = 0; run < runs; ++run)
    found += planted.work(17, 0.1).nodes[17].slow ? 1 : 0;
  CHECK(found >= 0.99 * runs);
}

TEST_CASE("at most 1 % of healthy runs name a node or a link") {
  // a run has three figures of own work and two figures of messages
  for (int const nodes : {6, 16, 64}) {
    Planted planted(nodes, 2);
    int const runs = nodes < 64 ? 1000 : 200;
    int alarms = 0;
    for (int run = 0; run < runs; ++run) {
      bool named = false;
      for (int i = 0; i < 3; ++i)
        named = has_slow(planted.work()) || named;
      for (int i = 0; i < 2; ++i)
        named = has_slow(planted.messages(equal)) || named;
      alarms += named ? 1 : 0;
    }
    CAPTURE(nodes, alarms);
    CHECK(alarms <= 0.01 * runs);
  }
}

TEST_CASE("the links of a slow node are its fault, and a slow cable is the fault of its link") {
  Planted planted(16, 3);
  auto const cell = planted.messages([](int i, int j) {
    if (i == 5 || j == 5)
      return i == 0 ? 3.0 : 1.5;
    return i == 2 && j == 9 ? 2.0 : 1.0;
  });
  for (auto const& node : cell.nodes)
    CHECK(node.slow == (node.host == "node005"));
  REQUIRE(cell.slow_links.size() == 1);
  CHECK(cell.slow_links[0].first == "node002");
  CHECK(cell.slow_links[0].second == "node009");
  CHECK(std::abs(cell.slow_links[0].excess - 1) < 0.1);
}

TEST_CASE("the verdict names each slow node once, with all its figures, worst first") {
  Planted planted(16, 4);
  auto work = planted.work(3, 0.4);
  auto compute = planted.work(3, 1);
  compute.kernel = NodesCell::compute;
  auto memory = planted.work(7, 2);
  memory.kernel = NodesCell::memory;
  auto const messages = planted.messages([](int i, int j) { return i == 0 && j == 1 ? 4.0 : 1.0; });
  auto const said = verdict_text({memory, compute, work, messages});
  CHECK_THAT(said, ContainsSubstring("SLOW node node007: memory +2"));
  CHECK_THAT(said, ContainsSubstring("SLOW node node003: compute +"));
  CHECK_THAT(said, ContainsSubstring(" %, DWF4 +"));
  CHECK(said.find("node007") < said.find("node003"));
  CHECK_THAT(said, ContainsSubstring("SLOW link node000 - node001: bandwidth +"));
  CHECK_THAT(said, ContainsSubstring("184 measured times were compared")); // 4 * 16 + 16 * 15 / 2
  CHECK_THAT(verdict_text({planted.work()}), ContainsSubstring("No node and no link is slow."));
  CHECK(verdict_text({}).empty());
}

TEST_CASE("if many links are slow, the verdict names the network as a reason") {
  Planted planted(16, 5);
  // nodes 0 to 12 share a switch, and links to the other switch take twice as long
  auto const cell = planted.messages([](int i, int j) { return (i < 13) == (j < 13) ? 1.0 : 2.0; });
  CHECK(has_slow(cell));
  CHECK_THAT(verdict_text({cell}), !ContainsSubstring("No node"));
  auto const crossed = planted.messages([](int i, int j) { return (i + j) % 8 == 0 ? 2.0 : 1.0; });
  CHECK_THAT(verdict_text({crossed}), ContainsSubstring("structure of the network"));
}

TEST_CASE("a planted record keeps its verdict in JSON") {
  Planted planted(8, 6);
  auto const cell = planted.messages([](int i, int j) { return i == 2 || j == 2 ? 3.0 : 1.0; });
  auto const written = *Cell(cell).data;
  CHECK(written.at("slow_nodes") == 1);
  CHECK(written.at("slowest_node") == "node002");
  CHECK(written.at("link_seconds").size() == 7);
  CHECK(written.at("link_seconds")[6].size() == 1);
  CHECK(written.at("node_limit").at("comparisons") == 8);
  CHECK(written.at("link_limit").at("comparisons") == 28);
  auto const read = detail::cell_from_json(written).figures<NodesCell>();
  CHECK(verdict_text({read}) == verdict_text({cell}));
  CHECK(*Cell(read).data == written);
}

TEST_CASE("rates of a typical node follow from its work") {
  NodesCell cell;
  CHECK_FALSE(gb_per_s_per_node(cell).has_value());
  cell.bytes_of_node = 6e9;
  cell.flops_of_node = 4e9;
  cell.seconds.median = 2;
  CHECK(gb_per_s_per_node(cell) == 3.0);
  CHECK(gflops_per_s_per_node(cell) == 2.0);
}

TEST_CASE("nodes with equal host names are told apart by their numbers") {
  auto const names = node_names({"login", "a", "login", "b", "login"});
  CHECK(names ==
        std::vector<std::string>{"login (node 0)", "a", "login (node 2)", "b", "login (node 4)"});
  NodesCell memory;
  memory.kernel = NodesCell::memory;
  judge_nodes(memory, {names, {1, 2, 1, 1, 3}, 0.001});
  auto const verdict = verdict_text({memory});
  CHECK_THAT(verdict, ContainsSubstring("SLOW node login (node 4): memory +200"));
  CHECK_THAT(verdict, ContainsSubstring("SLOW node a: memory +100"));
  CHECK_THAT(verdict, !ContainsSubstring("login (node 2)"));

  auto const equal = node_names(std::vector<std::string>(5, "localhost"));
  judge_nodes(memory, {equal, {1, 2, 1, 1, 1}, 0.001});
  CHECK_THAT(verdict_text({memory}), ContainsSubstring("SLOW node localhost (node 1): memory"));
}
