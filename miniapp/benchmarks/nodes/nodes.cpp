// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/collectives/collective.hpp"
#include "comms/ranks/simulation.hpp"
#include "core/base/error.hpp"
#include "miniapp/benchmarks/nodes/node_cell.hpp"
#include "miniapp/benchmarks/nodes/node_links.hpp"
#include "miniapp/benchmarks/nodes/node_work.hpp"
#include "miniapp/run/byte_options.hpp"
#include "miniapp/run/option_rules.hpp"
#include "miniapp/run/option_values.hpp"
#include "perf/text/words.hpp"

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

/// Figures of the nodes, in the order of the table.
enum class NodeFigure { memory, compute, dwf4, latency, bandwidth };
constexpr auto names_of(NodeFigure) {
  return std::array{NodesCell::memory, NodesCell::compute, NodesCell::dwf4, NodesCell::latency,
                    NodesCell::bandwidth};
}

/// Options of `kitt nodes`.
struct NodesOptions {
  std::vector<NodeFigure> figures = {};   ///< empty means all figures
  std::optional<int> l = {};              ///< extent of the lattice of a rank
  std::optional<std::int64_t> bytes = {}; ///< bytes of a message of `bandwidth`

  bool wants(NodeFigure figure) const {
    return figures.empty() || std::find(figures.begin(), figures.end(), figure) != figures.end();
  }
  int extent(RunContext const& context) const {
    return l.value_or(context.options().quick ? 8 : 12);
  }
};

/// Throws UserError if these nodes cannot be compared.
void check_nodes(comms::Communicator const& world) {
  KITT_VALIDATE(static_cast<std::size_t>(world.nodes()) >= perf::least_judged_members,
                fmt::format("kitt nodes cannot judge {} (fewer than {} nodes have no typical "
                            "node): start it on {} or more nodes",
                            perf::counted(world.nodes(), "node"), perf::least_judged_members,
                            perf::least_judged_members));
  KITT_VALIDATE(world.uniform(),
                "the nodes have different numbers of ranks (nodes are compared by equal work): "
                "start equally many ranks on every node");
}

/// Returns whether computing takes no time, because the machine is simulated.
bool computes_in_no_time() {
  auto const simulated = comms::simulated_machine();
  return simulated && simulated->computing == comms::SimulatedComputing::none;
}

/// Returns the messages of a figure.
comms::MessageShape shape_of(NodesOptions const& options, NodeFigure figure) {
  constexpr std::size_t word = 8;
  if (figure == NodeFigure::latency)
    return {.pattern = comms::MessagePattern::ping_pong, .bytes = word};
  return {.pattern = comms::MessagePattern::both_ways,
          .bytes = static_cast<std::size_t>(options.bytes.value_or(std::int64_t{4} << 20))};
}

/// Returns the cell of messages with the fields that are known before the measurement.
NodesCell unmeasured_links(RunContext const& context, NodesOptions const& options,
                           NodeFigure figure) {
  auto const shape = shape_of(options, figure);
  NodesCell cell;
  cell.kernel = kitt::to_string(figure);
  cell.bytes = static_cast<std::int64_t>(shape.bytes);
  cell.ranks_per_node = context.communicator().ranks_per_node();
  cell.repeats = static_cast<std::int64_t>(context.options().min_samples);
  if (figure == NodeFigure::bandwidth)
    cell.bytes_of_node =
        static_cast<double>(shape.bytes) * static_cast<double>(cell.ranks_per_node);
  return cell;
}

/// Returns the number with five significant digits, to keep the record of many links small.
double rounded(double seconds) {
  return std::strtod(fmt::format("{:.4e}", seconds).c_str(), nullptr);
}

/// Times and errors of all links.
struct MeasuredLinks {
  perf::PairTimes seconds; ///< median of the repeats
  double noise = 0;        ///< relative standard error of a typical median
};

/// Returns the times of the links. `rows` holds, for each rank, the times of its links to all
/// nodes, and then the errors of these times. The time of a link is the time of its slowest pair of
/// ranks.
MeasuredLinks links_of(comms::Communicator const& world, std::vector<double> const& rows) {
  auto const nodes = static_cast<std::size_t>(world.nodes());
  MeasuredLinks links;
  for (std::size_t i = 0; i + 1 < nodes; ++i)
    links.seconds.emplace_back(nodes - i - 1, 0.0);
  std::vector<double> errors;
  for (std::size_t rank = 0; rank < world.places().size(); ++rank) {
    auto const own = static_cast<std::size_t>(world.places()[rank].node);
    auto const* const row = rows.data() + rank * 2 * nodes;
    for (std::size_t other = 0; other < nodes; ++other) {
      if (other == own)
        continue;
      auto const [low, high] = std::minmax(own, other);
      auto& seconds = links.seconds[low][high - low - 1];
      seconds = std::max(seconds, rounded(row[other]));
      errors.push_back(row[nodes + other]);
    }
  }
  links.noise = perf::summarize(errors).median;
  return links;
}

/// Returns the row of this rank for links_of().
std::vector<double> row_of(std::vector<std::vector<double>> const& samples) {
  std::vector<double> row(2 * samples.size());
  for (std::size_t node = 0; node < samples.size(); ++node)
    if (!samples[node].empty()) {
      auto const time = perf::repeated_time(samples[node]);
      row[node] = time.median;
      row[samples.size() + node] = time.relative_error;
    }
  return row;
}

/// Measures messages between all pairs of nodes, judges links and nodes, and records the cell.
/// Returns false if a message arrived wrong. Collective.
bool measure_links(Run const& run, NodesOptions const& options, NodeFigure figure) {
  auto const& [context, meter, output] = run;
  auto const& world = context.communicator();
  auto const& sampling = context.options();
  // The links of a node are measured one after another, so each gets a small part of the time.
  constexpr double part = 0.1;
  auto const seconds = part * sampling.min_seconds / static_cast<double>(sampling.min_samples);
  auto cell = unmeasured_links(context, options, figure);
  auto const shape = shape_of(options, figure);
  context.check_memory({2 * shape.bytes, 0}, "the messages of " + cell.kernel);
  NodeLinks links(world, shape, context.message_memory(), sampling.seed);
  for (std::size_t i = 1; i <= sampling.min_samples; ++i) {
    output.show(
        fmt::format("{} of all pairs: tournament {} of {}", cell.kernel, i, sampling.min_samples));
    links.play(seconds);
  }
  auto const wrong = world.sum(static_cast<double>(links.wrong_bytes()));
  if (wrong > 0) {
    output.fail({.key = key_of(cell),
                 .reason = fmt::format("{} bytes arrived wrong", wrong),
                 .verification_error = wrong,
                 .verification_tolerance = 0});
    return false;
  }
  if (auto const rows = comms::gather_at_first(world, row_of(links.samples())); world.rank() == 0) {
    auto measured = links_of(world, rows);
    judge_links(cell, node_names(world.hostnames()), std::move(measured.seconds), measured.noise);
  }
  share_statistics(world, cell.seconds);
  output.note_pages();
  output.add(cell);
  return true;
}

/// Runs `kitt nodes`: finds slow nodes and slow links.
class NodesRun final : public BenchmarkRun {
public:
  explicit NodesRun(CLI::App& app) {
    add_running(app, options);
    add_measuring(app, options);
    detail::add_list(app, "--figures", nodes_.figures, "Figures to measure [all]");
    detail::add_value(
        app, "--L", nodes_.l, detail::Range<int>{4, 64},
        "Extent of the lattice of each rank for DWF4, a multiple of 4 [12; with --quick 8]")
        ->type_name("N");
    detail::add_bytes(app, "--bytes", nodes_.bytes, {1, std::int64_t{1} << 30},
                      "Bytes of a message of the figure bandwidth", "4M");
    add_rules(app, {{.options = {"--L"},
                     .where = "without the figure DWF4",
                     .why = "only DWF4 has a lattice",
                     .remedy = "add DWF4 to --figures",
                     .have_effect = [this] { return nodes_.wants(NodeFigure::dwf4); }},
                    {.options = {"--bytes"},
                     .where = "without the figure bandwidth",
                     .why = "no other figure sends messages of this size",
                     .remedy = "add bandwidth to --figures",
                     .have_effect = [this] { return nodes_.wants(NodeFigure::bandwidth); }}});
  }

  void check() override {
    KITT_VALIDATE(!nodes_.l || *nodes_.l % 4 == 0,
                  fmt::format("--L {} does not fit the SIMD lanes of DWF4 (extents must be a "
                              "multiple of 4): give {} or {}",
                              *nodes_.l, *nodes_.l / 4 * 4, *nodes_.l / 4 * 4 + 4));
  }
  int cells(RunContext const&) const override {
    return static_cast<int>(detail::given_or_all(nodes_.figures).size());
  }
  int run(Run const& run) override;

private:
  bool measure_own_work(Run const& run) const;
  bool measure_messages(Run const& run, NodeFigure figure) const;
  std::string heading(RunContext const& context) const;

  NodesOptions nodes_;
};

/// Measures the own work of all nodes. Leaves out figures that a resumed record has.
bool NodesRun::measure_own_work(Run const& run) const {
  std::vector<NodeWork> works;
  for (auto const figure : {NodeFigure::memory, NodeFigure::compute, NodeFigure::dwf4}) {
    auto const cell = work_cell(run.context, kitt::to_string(figure), nodes_.extent(run.context));
    if (!nodes_.wants(figure) || run.output.print_known<NodesCell>(key_of(cell)))
      continue;
    if (computes_in_no_time()) {
      run.output.skip(key_of(cell), "computing takes no time on the simulated machine");
      continue;
    }
    run.output.show(cell.kernel + ": making fields");
    works.push_back(make_work(run.context, cell));
  }
  return works.empty() || measure_nodes(run, works);
}

/// Measures the messages of a figure, unless a resumed record has them.
bool NodesRun::measure_messages(Run const& run, NodeFigure figure) const {
  auto const key = key_of(unmeasured_links(run.context, nodes_, figure));
  if (!nodes_.wants(figure) || run.output.print_known<NodesCell>(key))
    return true;
  Kokkos::Profiling::ScopedRegion const region(perf::region_name(key));
  return measure_links(run, nodes_, figure);
}

std::string NodesRun::heading(RunContext const& context) const {
  auto const& world = context.communicator();
  return fmt::format(
      "memory, compute, DWF4: {} work at the same time, without communication. latency: a message "
      "of 8 bytes there and back. bandwidth:\nmessages of {} in both directions. Each node meets "
      "each other node in {} rounds. Each time is the median of {} repeats.\n"
      "Spread: robust standard deviation (1.4826 MAD). Slow: above the median by more than the "
      "limit.\n",
      perf::counted(world.nodes(), "node"),
      perf::readable_bytes(static_cast<double>(shape_of(nodes_, NodeFigure::bandwidth).bytes)),
      comms::tournament_rounds(world.nodes()), context.options().min_samples);
}

int NodesRun::run(Run const& run) {
  auto const& world = run.context.communicator();
  check_nodes(world);
  std::vector<std::function<bool()>> const parts{
      [&] { return measure_own_work(run); },
      [&] { return measure_messages(run, NodeFigure::latency); },
      [&] { return measure_messages(run, NodeFigure::bandwidth); }};
  auto const status = measure_table<NodesCell>(run, "Slow nodes and links", heading(run.context),
                                               parts, [](auto const& part) { return part(); });
  auto const cells = run.output.record().cells_of<NodesCell>();
  run.output.print(verdict_text(cells));
  auto const slow = std::any_of(cells.begin(), cells.end(), has_slow); // known to rank 0
  return status != 0 || world.max(slow ? 1 : 0) > 0 ? 1 : 0;
}

std::vector<NameList> nodes_names() {
  return {name_list<NodeFigure>("figures of nodes (kitt nodes --figures)")};
}

} // namespace

extern Benchmark const nodes_benchmark{
    "nodes",
    "Slow nodes and links: the same work on all nodes at once, and messages between all pairs",
    "slow nodes and links",
    {},
    add_benchmark<NodesRun>,
    nodes_names};

} // namespace kitt::miniapp
