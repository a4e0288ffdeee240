// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/nodes/node_cell.hpp"

#include "perf/record/define_cells.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <tuple>
#include <utility>

namespace kitt::miniapp {

namespace {

constexpr std::size_t most_listed = 20; ///< slow nodes, or links, that are listed one by one
/// Share of slow links above which the network itself is the likely reason.
constexpr double share_of_structure = 0.05;

/// Returns the rate of a typical node in 10^9 per second. Empty if `work` is not counted.
std::optional<double> rate(double work, NodesCell const& cell) {
  if (work <= 0 || cell.seconds.median <= 0)
    return std::nullopt;
  return work / cell.seconds.median * 1e-9;
}

/// Slow node or link, with its excess in each figure in which it is slow.
struct Slow {
  std::string name;
  double worst = 0;
  std::string figures = {};
};

/// Adds a figure to the entry with this name.
void add_slow(std::vector<Slow>& all, std::string const& name, std::string const& kernel,
              double excess) {
  auto found =
      std::find_if(all.begin(), all.end(), [&](Slow const& one) { return one.name == name; });
  if (found == all.end())
    found = all.insert(all.end(), {name});
  found->worst = std::max(found->worst, excess);
  found->figures +=
      fmt::format("{}{} +{} %", found->figures.empty() ? "" : ", ", kernel, perf::percent(excess));
}

/// Returns a line for each entry, worst first.
std::string lines_of(std::vector<Slow> all, char const* what) {
  std::sort(all.begin(), all.end(), [](Slow const& one, Slow const& other) {
    return std::tie(other.worst, one.name) < std::tie(one.worst, other.name);
  });
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), most_listed); ++i)
    text += fmt::format("SLOW {} {}: {}\n", what, all[i].name, all[i].figures);
  if (all.size() > most_listed)
    text += fmt::format("... and {} more (see the record)\n", all.size() - most_listed);
  return text;
}

std::vector<Slow> slow_nodes(std::vector<NodesCell> const& cells) {
  std::vector<Slow> slow;
  for (auto const& cell : cells)
    for (auto const& node : cell.nodes)
      if (node.slow)
        add_slow(slow, node.host, cell.kernel, node.excess);
  return slow;
}

std::vector<Slow> slow_links(std::vector<NodesCell> const& cells) {
  std::vector<Slow> slow;
  for (auto const& cell : cells)
    for (auto const& link : cell.slow_links)
      add_slow(slow, link.first + " - " + link.second, cell.kernel, link.excess);
  return slow;
}

/// Returns the number of comparisons with limits in all cells.
std::size_t comparisons(std::vector<NodesCell> const& cells) {
  std::size_t count = 0;
  for (auto const& cell : cells)
    count += cell.node_limit.members + (cell.link_limit ? cell.link_limit->members : 0);
  return count;
}

/// Returns a hint if so many links of a cell are slow that no single cable explains them.
std::string structure_hint(std::vector<NodesCell> const& cells) {
  for (auto const& cell : cells)
    if (cell.link_limit && static_cast<double>(cell.slow_links.size()) >
                               share_of_structure * static_cast<double>(cell.link_limit->members))
      return "Many links are slow. A likely reason is the structure of the network, such as links "
             "between switches.\n";
  return "";
}

} // namespace

std::vector<std::string> node_names(std::vector<std::string> const& hosts) {
  std::vector<std::string> names;
  for (std::size_t node = 0; node < hosts.size(); ++node)
    names.push_back(std::count(hosts.begin(), hosts.end(), hosts[node]) == 1
                        ? hosts[node]
                        : fmt::format("{} (node {})", hosts[node], node));
  return names;
}

std::optional<double> gb_per_s_per_node(NodesCell const& cell) {
  return rate(cell.bytes_of_node, cell);
}

std::optional<double> gflops_per_s_per_node(NodesCell const& cell) {
  return rate(cell.flops_of_node, cell);
}

NodeTime const* slowest_node(NodesCell const& cell) {
  auto const found = std::max_element(
      cell.nodes.begin(), cell.nodes.end(),
      [](auto const& one, auto const& other) { return one.excess < other.excess; });
  return found == cell.nodes.end() ? nullptr : &*found;
}

std::int64_t slow_node_count(NodesCell const& cell) {
  return std::count_if(cell.nodes.begin(), cell.nodes.end(),
                       [](auto const& node) { return node.slow; });
}

void judge_nodes(NodesCell& cell, MeasuredNodes const& measured) {
  auto const& limit = cell.node_limit = perf::slow_limit(measured.seconds, measured.noise);
  cell.nodes.clear();
  for (std::size_t i = 0; i < measured.seconds.size(); ++i) {
    auto const seconds = measured.seconds[i];
    cell.nodes.push_back(
        {measured.hosts[i], seconds, limit.excess_of(seconds), limit.is_slow(seconds)});
  }
  cell.seconds = perf::summarize(measured.seconds);
}

void judge_links(NodesCell& cell, std::vector<std::string> const& hosts, perf::PairTimes times,
                 double noise) {
  auto const of_nodes = perf::medians_of_members(times);
  // the error of a median of n values is sqrt(pi / 2) / sqrt(n) times the error of one value
  auto const links_of_node = static_cast<double>(of_nodes.size() - 1);
  judge_nodes(cell, {hosts, of_nodes, noise * std::sqrt(std::numbers::pi / 2 / links_of_node)});
  auto const relative = perf::relative_to_members(times, of_nodes);
  std::vector<double> all;
  for (auto const& row : relative)
    all.insert(all.end(), row.begin(), row.end());
  auto const limit = perf::slow_limit(all, noise);
  cell.slow_links.clear();
  for (std::size_t i = 0; i < relative.size(); ++i)
    for (std::size_t k = 0; k < relative[i].size(); ++k)
      if (limit.is_slow(relative[i][k]) && !cell.nodes[i].slow && !cell.nodes[i + k + 1].slow)
        cell.slow_links.push_back(
            {hosts[i], hosts[i + k + 1], times[i][k], limit.excess_of(relative[i][k])});
  std::sort(cell.slow_links.begin(), cell.slow_links.end(),
            [](SlowLink const& one, SlowLink const& other) {
              return std::tie(other.excess, one.first, one.second) <
                     std::tie(one.excess, other.first, other.second);
            });
  cell.link_limit = limit;
  cell.link_seconds = std::move(times);
}

bool has_slow(NodesCell const& cell) {
  return slow_node_count(cell) > 0 || !cell.slow_links.empty();
}

std::string verdict_text(std::vector<NodesCell> const& cells) {
  if (cells.empty())
    return "";
  auto const nodes = slow_nodes(cells);
  auto const links = slow_links(cells);
  auto text = lines_of(nodes, "node") + lines_of(links, "link") + structure_hint(cells);
  if (text.empty())
    text = "No node and no link is slow.\n";
  return text +
         fmt::format("{} were compared with their limits. If all nodes and links are equally fast, "
                     "the probability that a run names one of them is at most {:.0f} %.\n",
                     perf::counted(static_cast<int>(comparisons(cells)), "measured time"),
                     100 * perf::false_alarms_of_run);
}

perf::CellKey key_of(NodesCell const& cell) {
  perf::CellKey key{.benchmark = NodesCell::benchmark,
                    .kernel = cell.kernel,
                    .variant = "",
                    .parameters = {{"ranks_per_node", cell.ranks_per_node}}};
  if (cell.bytes)
    key.parameters["bytes"] = *cell.bytes;
  if (cell.l)
    key.parameters["l"] = *cell.l;
  if (cell.ls)
    key.parameters["ls"] = *cell.ls;
  return key;
}

static void set_figure(perf::Figure& figure, NodesCell const& cell, perf::FigureContext const&) {
  figure.kernel += " of a typical node";
  if (cell.link_limit) {
    figure.communication_seconds = cell.seconds.median;
    figure.between_nodes = true;
  }
}

namespace {

/// Slow nodes and links in the summary of a record.
struct SlowSummary {
  struct Entry {
    std::string name;
    double excess = 0;
    std::string figures;
  };
  std::vector<Entry> nodes;
  std::vector<Entry> links;
};
constexpr auto fields_of(SlowSummary::Entry const*) {
  return kitt::fields(
      field("name", &SlowSummary::Entry::name, "name of the node, or of both nodes"),
      field("excess", &SlowSummary::Entry::excess, "largest excess of any figure").above(0),
      field("figures", &SlowSummary::Entry::figures,
            "figures in which the node or link is slow, with the excess of each"));
}
constexpr auto fields_of(SlowSummary const*) {
  return kitt::fields(field("nodes", &SlowSummary::nodes, "slow nodes; empty if there are none"),
                      field("links", &SlowSummary::links, "slow links; empty if there are none"));
}

class NodesSummary final : public perf::SummaryPart {
public:
  explicit NodesSummary(perf::Json const&) {}

  void add(perf::Cell const& cell) override { cells_.push_back(cell.figures<NodesCell>()); }
  void write(perf::Json& summary) const override {
    if (cells_.empty())
      return;
    SlowSummary found;
    for (auto const& [name, worst, figures] : slow_nodes(cells_))
      found.nodes.push_back({name, worst, figures});
    for (auto const& [name, worst, figures] : slow_links(cells_))
      found.links.push_back({name, worst, figures});
    summary["slow"] = perf::to_data(found);
  }

private:
  std::vector<NodesCell> cells_;
};

} // namespace

extern perf::CellKind const nodes_cells = perf::cell_kind<NodesCell>(
    {.benchmarks = {{"nodes", "Slow nodes and links", "Nodes",
                     "seconds of a typical node, less is better", "s", false, false}},
     .kernels = {{NodesCell::memory},
                 {NodesCell::compute},
                 {NodesCell::dwf4},
                 {NodesCell::latency},
                 {NodesCell::bandwidth}},
     .merits = {{"gflops_per_s_per_node",
                 "Gflop/s of a typical node",
                 false,
                 {NodesCell::dwf4, NodesCell::compute}},
                {"gb_per_s_per_node",
                 "GB/s of a typical node",
                 false,
                 {NodesCell::memory, NodesCell::bandwidth}},
                {"seconds/median", "s", true, {NodesCell::latency}}},
     .summary_part = perf::make_summary_part<NodesSummary>,
     .summary_schema = [] {
       auto slow = perf::schema_of<SlowSummary>();
       slow["description"] = "slow nodes and links of kitt nodes; absent if it did not run";
       return perf::Json{{"properties", {{"slow", slow}}}, {"required", perf::Json::array()}};
     }});

} // namespace kitt::miniapp

template kitt::perf::Cell::Cell(kitt::miniapp::NodesCell const&);
template kitt::miniapp::NodesCell kitt::perf::Cell::figures() const;
