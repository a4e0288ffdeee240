// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/memory.hpp"
#include "comms/node/numa.hpp"
#include "core/base/error.hpp"
#include "miniapp/benchmarks/domains/domain_cell.hpp"
#include "miniapp/benchmarks/domains/domain_messages.hpp"
#include "miniapp/run/byte_options.hpp"
#include "miniapp/run/measure_cell.hpp"
#include "miniapp/run/option_values.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

using comms::DomainPair;

struct DomainOptions {
  std::optional<std::int64_t> bytes = {};
  std::optional<int> repeats = {};
  std::optional<int> parts = {};
};

/// Returns the NUMA domain of each rank. Option --domains replaces NUMA domains by equal parts of a
/// node. Collective.
std::vector<comms::NumaPlace> numa_places(RunContext const& context, DomainOptions const& options) {
  auto const& world = context.communicator();
  if (options.parts)
    return equal_parts(world.places(), *options.parts);
  std::vector<comms::NumaPlace> places(static_cast<std::size_t>(world.size()));
  if (comms::is_simulated()) // on a simulated machine each node has one domain
    return places;
  auto const& found = context.header();
  comms::NumaPlace own;
  on_all_ranks(
      world, [&] { own = numa_place(found.topology, found.configuration.binding.thread_cpusets); });
  auto const texts = world.gather(perf::to_data(own).dump());
  std::transform(texts.begin(), texts.end(), places.begin(), [](std::string const& text) {
    return perf::from_data<comms::NumaPlace>(perf::Json::parse(text));
  });
  return places;
}

/// Returns the bytes of memory that each rank can use, on the rank that has least, or 0 if it is
/// unknown. Collective.
double memory_of_each(RunContext const& context) {
  return context.communicator().min(
      static_cast<double>(comms::memory_of_rank(context.ranks_on_this_host())));
}

/// size of messages in the test from HECToR
constexpr std::int64_t wanted_bytes = std::int64_t{1} << 29;

/// Returns the default size of a message in bytes. The size is halved until two buffers fit into
/// half of a rank's memory. Collective.
std::int64_t default_bytes(RunContext const& context) {
  if (context.options().quick)
    return std::int64_t{1} << 23;
  auto const free = memory_of_each(context);
  auto bytes = wanted_bytes;
  while (free > 0 && bytes > 1 && static_cast<double>(4 * bytes) > free)
    bytes /= 2;
  return bytes;
}

/// Everything that a run measures.
struct Plan {
  std::vector<DomainPair> pairs;
  std::vector<comms::NodeDomain> domains; ///< domains of both nodes, in the order of their numbers
  DomainCell cell;                        ///< facts that all cells have in common
};

Plan plan_of(RunContext const& context, DomainOptions const& options) {
  Plan plan;
  plan.pairs = domain_pairs(context.communicator().places(), numa_places(context, options));
  for (auto const& pair : plan.pairs)
    plan.domains.insert(plan.domains.end(), {pair.first, pair.second});
  std::sort(plan.domains.begin(), plan.domains.end(),
            [](auto const& a, auto const& b) { return a.number < b.number; });
  plan.cell.partition = options.parts ? "equal-parts" : "numa-domains";
  plan.cell.bytes = options.bytes ? *options.bytes : default_bytes(context);
  plan.cell.repeats = options.repeats.value_or(context.options().quick ? 3 : 10);
  plan.cell.domains = static_cast<std::int64_t>(plan.pairs.size());
  plan.cell.ranks = context.communicator().size();
  return plan;
}

/// Returns the cell of the record with the fields that are known before the measurement. `pair` is
/// null for the control.
DomainCell unmeasured(Plan const& plan, DomainPair const* pair) {
  auto cell = plan.cell;
  cell.kernel = pair == nullptr ? DomainCell::control : DomainCell::exchange;
  cell.pair = pair == nullptr ? "none" : pair->name();
  return cell;
}

/// Returns the measured control. Returns nothing if the control was skipped or failed.
std::optional<DomainCell> control_of(Output& output, Plan const& plan) {
  return output.record().find<DomainCell>(key_of(unmeasured(plan, nullptr)));
}

bool measure(Run const& run, Plan const& plan, DomainPair const* pair) {
  auto const& world = run.context.communicator();
  auto const cell = unmeasured(plan, pair);
  DomainBlock const block{plan.domains,
                          pair == nullptr ? std::vector<comms::RankPair>() : pair->pairs()};
  auto const control = pair == nullptr ? std::nullopt : control_of(run.output, plan);
  auto const bytes = static_cast<std::size_t>(cell.bytes);
  CellTask task{.what =
                    fmt::format("{} of {} bytes",
                                pair == nullptr ? cell.kernel : "domains " + cell.pair, cell.bytes),
                .memory = {2 * bytes, 0}};
  task.prepare = [&] { world.barrier(); }; // a barrier, so that all ranks begin at the same time
  // Ranks that send to themselves finish first and wait for the others.
  if (pair != nullptr)
    task.waiting = block.partner(world.rank()) == world.rank() ? comms::Waiting::asleep
                                                               : comms::Waiting::awake;
  return measure_cell(run, cell, task, [&] {
    return DomainMessages(world, block, bytes, static_cast<int>(cell.repeats), control,
                          run.context.message_memory(), run.context.options().seed);
  });
}

/// Returns a phrase like "domains 0 to 3 are on node1".
std::string domains_of(std::size_t first, std::size_t count, std::string const& host) {
  return count == 1 ? fmt::format("domain {} is on {}", first, host)
                    : fmt::format("domains {} to {} are on {}", first, first + count - 1, host);
}

std::string where(RunContext const& context, Plan const& plan) {
  auto const& hosts = context.communicator().hostnames();
  auto const half = plan.pairs.size();
  auto text = fmt::format("Nodes 0 and 1: {}, {}", domains_of(0, half, hosts[0]),
                          domains_of(half, half, hosts[1]));
  if (plan.cell.partition == "equal-parts")
    return text + "; a domain is one of equal parts of a node's ranks, in order.\n";
  bool const known = std::any_of(plan.domains.begin(), plan.domains.end(), [](auto const& domain) {
    return domain.place.has_network_device;
  });
  return text + (known ? ".\n" : "; it is unknown which domain has the network device.\n");
}

std::string heading(RunContext const& context, Plan const& plan, bool shrunk) {
  auto text =
      fmt::format("Rank n of one NUMA domain exchanges messages with rank n of the same domain of "
                  "another node. All other ranks send to\nthemselves; in the control all ranks do. "
                  "A call is {} of {}, one after another; MPI_Recv is timed.\n",
                  perf::counted(static_cast<int>(plan.cell.repeats), "message"),
                  perf::readable_bytes(static_cast<double>(plan.cell.bytes)));
  text += where(context, plan);
  if (shrunk)
    text += fmt::format("Messages are smaller than {}, because two such buffers need more than "
                        "half of a rank's memory.\n",
                        perf::readable_bytes(static_cast<double>(wanted_bytes)));
  return text;
}

/// Runs `kitt domains`: measures messages between pairs of NUMA domains.
class DomainRun final : public BenchmarkRun {
public:
  explicit DomainRun(CLI::App& app) {
    options.min_seconds = 0.2;
    options.min_samples = 3;
    add_running(app, options);
    add_measuring(app, options);
    detail::add_bytes(app, "--bytes", domains_.bytes, {1, (std::int64_t{1} << 31) - 1},
                      "Bytes of a message\nThe default is halved until two buffers fit into half "
                      "of a rank's memory.",
                      "512M, or less if memory is small; --quick: 8M");
    detail::add_value(app, "--repeats", domains_.repeats, detail::Range<int>{1, 1 << 20},
                      "Messages in a call, one after another [10; --quick: 3]")
        ->type_name("N");
    detail::add_value(app, "--domains", domains_.parts, detail::Range<int>{1, 1 << 16},
                      "Number of equal parts into which a node's ranks are divided in order [NUMA "
                      "domains]")
        ->type_name("N");
  }

  int cells(RunContext const&) const override { return static_cast<int>(plan_.cell.domains) + 1; }

  int run(Run const& run) override {
    plan_ = plan_of(run.context, domains_);
    bool const shrunk =
        !domains_.bytes && !run.context.options().quick && plan_.cell.bytes < wanted_bytes;
    std::vector<DomainPair const*> cases{nullptr}; // the control comes first
    for (auto const& pair : plan_.pairs)
      cases.push_back(&pair);
    auto const status = measure_table<DomainCell>(
        run, "Pairs of NUMA domains of two nodes", heading(run.context, plan_, shrunk), cases,
        [&](DomainPair const* pair) { return measure(run, plan_, pair); });
    run.output.print(domain_verdicts(run.output.record().cells_of<DomainCell>()));
    return status;
  }

private:
  DomainOptions domains_;
  Plan plan_;
};

} // namespace

extern Benchmark const domains_benchmark{
    "domains",
    "Messages between one pair of NUMA domains of two nodes; all other ranks send to themselves",
    "pairs of NUMA domains", Part::network, add_benchmark<DomainRun>};

} // namespace kitt::miniapp
