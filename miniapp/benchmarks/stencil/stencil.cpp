// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "miniapp/benchmarks/stencil/neighbour_messages.hpp"
#include "miniapp/benchmarks/stencil/stencil_cell.hpp"
#include "miniapp/benchmarks/stencil/stencil_curves.hpp"
#include "miniapp/run/byte_options.hpp"
#include "miniapp/run/measure_cell.hpp"
#include "miniapp/run/option_values.hpp"
#include "perf/text/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kitt::miniapp {

namespace {

/// Empties the caches of earlier data by writing into every cache line of a separate buffer of
/// `bytes` bytes. The first call allocates the buffer.
class ColdCaches {
public:
  explicit ColdCaches(std::size_t bytes) : words_(bytes / sizeof(std::uint64_t)) {}

  void operator()() {
    constexpr std::size_t line = 64 / sizeof(std::uint64_t);
    memory_.resize(words_);
    for (std::size_t word = 0; word < words_; word += line)
      ++memory_[word];
  }

private:
  std::size_t words_;
  std::vector<std::uint64_t> memory_;
};

using comms::MessageRequests;
using comms::NeighbourPattern;

struct StencilOptions {
  std::vector<NeighbourPattern> patterns = {};
  std::vector<int> dims = {3};
  std::vector<std::int64_t> sizes = {};
  std::vector<int> messages = {}; ///< numbers of messages to each neighbour; empty means 1 and 16
  MessageRequests requests = MessageRequests::plain;
  /// bytes to overwrite before each call; empty means that caches are not cleared
  std::optional<std::int64_t> cold_cache_bytes = {};
};

/// Returns the patterns to measure. The default is all patterns that these ranks allow.
std::vector<NeighbourPattern> patterns(comms::Communicator const& world,
                                       StencilOptions const& options) {
  if (!options.patterns.empty())
    return options.patterns;
  if (world.nodes() > 1 && world.uniform())
    return {NeighbourPattern::grid, NeighbourPattern::off_node};
  return {NeighbourPattern::grid};
}

/// Returns the sizes to measure in bytes. The default is 64 bytes to 1 MiB.
std::vector<std::int64_t> sizes(RunContext const& context, StencilOptions const& options) {
  auto sizes = options.sizes;
  if (sizes.empty())
    for (std::int64_t bytes = 64; bytes <= 1 << 20; bytes *= context.options().quick ? 16 : 2)
      sizes.push_back(bytes);
  return sizes;
}

/// Returns the numbers of messages to measure. A quick run on a simulated machine has one message
/// for each neighbour, because simulating many messages at the same time takes long.
std::vector<int> messages(RunContext const& context, StencilOptions const& options) {
  if (!options.messages.empty())
    return options.messages;
  if (context.options().quick && comms::is_simulated())
    return {1};
  return {1, 16};
}

/// Pattern of neighbours, with the neighbours of each rank.
struct Neighbourhood {
  NeighbourPattern pattern;
  int dims;
  comms::NeighbourRanks ranks;
  comms::NeighbourPairs pairs;
  std::string what; ///< for the user: "3-D grid of 1.2.2 ranks"
};

Neighbourhood neighbourhood(comms::Communicator const& world, NeighbourPattern pattern, int dims) {
  Neighbourhood result{pattern, dims, {}, {}, fmt::format("{}-D {}", dims, to_string(pattern))};
  if (pattern == NeighbourPattern::grid) {
    auto const grid = comms::spread_ranks(world.places(), dims);
    auto const& extents = grid.ranks();
    result.ranks = comms::grid_neighbours(grid, dims);
    result.what +=
        fmt::format(" of {} ranks", fmt::join(extents.begin(), extents.begin() + dims, "."));
  } else {
    result.ranks = comms::off_node_neighbours(world.places(), dims);
  }
  result.pairs = comms::count_pairs(result.ranks, world.places());
  return result;
}

std::vector<Neighbourhood> neighbourhoods(comms::Communicator const& world,
                                          StencilOptions const& options) {
  std::vector<Neighbourhood> all;
  for (auto const pattern : patterns(world, options))
    for (auto const dims : options.dims)
      all.push_back(neighbourhood(world, pattern, dims));
  return all;
}

/// Returns the rate of the same exchange on small pages. Returns nothing if it was not measured in
/// this run, or if its pages were not small.
std::optional<double> rate_on_small_pages(Run const& run, StencilCell cell) {
  auto const small_pages = to_string(comms::HugePages::none);
  if (cell.hugepages.empty() || cell.hugepages == small_pages)
    return std::nullopt;
  cell.hugepages = small_pages;
  auto const found = run.output.record().find<StencilCell>(key_of(cell));
  if (!found || found->page_bytes != run.context.header().topology.page_bytes)
    return std::nullopt;
  return mb_per_s_per_node(*found);
}

/// Exchange that a cell times, with the rate that the cell is compared with.
struct Exchange : NeighbourMessages {
  std::optional<double> on_small_pages;

  void describe(StencilCell& cell) const {
    if (on_small_pages)
      cell.ratio_to_small_pages = mb_per_s_per_node(cell) / *on_small_pages;
  }
};

/// Messages of one measurement, and the pages that they lie on.
struct StencilCase {
  Neighbourhood const& neighbours;
  comms::NeighbourShape shape;
  AskedPages pages;
};

/// Returns the cell with the fields that are known before the measurement.
StencilCell unmeasured(RunContext const& context, StencilOptions const& options,
                       StencilCase const& what) {
  auto const& [neighbours, shape, pages] = what;
  StencilCell cell;
  cell.pattern = to_string(neighbours.pattern);
  cell.requests = to_string(shape.requests);
  cell.dims = neighbours.dims;
  cell.bytes = static_cast<std::int64_t>(shape.bytes);
  cell.messages = shape.messages;
  cell.cold_cache_bytes = options.cold_cache_bytes.value_or(0);
  cell.hugepages = pages.name;
  cell.nodes = context.communicator().nodes();
  cell.pairs = neighbours.pairs.all;
  cell.pairs_between_nodes = neighbours.pairs.between_nodes;
  cell.pairs_with_itself = neighbours.pairs.with_itself;
  return cell;
}

bool measure(Run const& run, StencilOptions const& options, StencilCase const& what) {
  auto const& neighbours = what.neighbours;
  auto const& shape = what.shape;
  auto const& world = run.context.communicator();
  auto const& own = neighbours.ranks[static_cast<std::size_t>(world.rank())];
  auto const cold_bytes = static_cast<std::size_t>(options.cold_cache_bytes.value_or(0));
  CellTask task{fmt::format("{}, {} of {} bytes", neighbours.what,
                            perf::counted(shape.messages, "message"), shape.bytes),
                {2 * shape.bytes_one_way(own.size()) + cold_bytes, 0}};
  ColdCaches cool(cold_bytes);
  if (cold_bytes > 0)
    task.prepare = [&] {
      cool();
      // Without this barrier, the time of fast ranks would include waiting for slow ranks.
      world.barrier();
    };
  auto const cell = unmeasured(run.context, options, what);
  return measure_cell(run, cell, task, [&] {
    return Exchange{{world, own, shape, run.context.message_memory(what.pages.kind),
                     run.context.options().seed},
                    rate_on_small_pages(run, cell)};
  });
}

std::string heading(comms::Communicator const& world, StencilOptions const& options,
                    std::vector<Neighbourhood> const& all) {
  auto text = std::string("Each rank exchanges messages with its neighbours. A pair is a rank and "
                          "one neighbour; MB/s count the bytes that a node sends.\n");
  if (options.cold_cache_bytes.value_or(0) > 0)
    text += fmt::format("Before each call, untimed, each rank overwrites {} to clear its caches.\n",
                        perf::readable_bytes(static_cast<double>(*options.cold_cache_bytes)));
  for (auto const& one : all)
    text +=
        fmt::format("{}: {:g} pairs per node, {:g} with other nodes, {:g} of a rank with itself.\n",
                    one.what, static_cast<double>(one.pairs.all) / world.nodes(),
                    static_cast<double>(one.pairs.between_nodes) / world.nodes(),
                    static_cast<double>(one.pairs.with_itself) / world.nodes());
  return text;
}

/// Runs `kitt stencil`: measures messages between neighbour ranks.
class StencilRun final : public BenchmarkRun {
public:
  explicit StencilRun(CLI::App& app) {
    options.min_seconds = 0.2;
    add_running(app, options, PageKinds::several);
    add_measuring(app, options);
    detail::add_list(app, "--patterns", stencil_.patterns,
                     "Neighbours; grid: on a periodic grid; off-node: on other nodes [both; grid "
                     "on one node]");
    detail::add_list(app, "--dims", stencil_.dims, detail::Range<int>{3, 4},
                     "Dimensions of the grid: 3 (6 neighbours) or 4 (8 neighbours)")
        ->default_str("3");
    detail::add_byte_sizes(app, "--sizes", stencil_.sizes, {1, (std::int64_t{1} << 31) - 1},
                           "Bytes of a message", "64:1M");
    detail::add_list(app, "--messages", stencil_.messages, detail::Range<int>{1, 1 << 16},
                     "Messages to each neighbour in a call, all in flight at the same time")
        ->default_str("1,16");
    detail::add_choice(app, "--requests", stencil_.requests,
                       "MPI requests; plain: made in each call; persistent: made once, started in "
                       "each call");
    detail::add_bytes(app, "--cold-cache", stencil_.cold_cache_bytes, {0, std::int64_t{1} << 40},
                      "Bytes that each rank overwrites before each call, untimed, to clear its "
                      "caches",
                      "0");
  }

  int cells(RunContext const& context) const override {
    return static_cast<int>(patterns(context.communicator(), stencil_).size() *
                            stencil_.dims.size() * messages(context, stencil_).size() *
                            sizes(context, stencil_).size() * asked_pages(options).size());
  }

  int run(Run const& run) override {
    auto const& world = run.context.communicator();
    KITT_VALIDATE(world.size() > 1,
                  "kitt stencil needs at least two ranks (they exchange messages): start it with "
                  "more, as in `mpirun -np 2 kitt stencil`");
    auto const all = neighbourhoods(world, stencil_);
    std::vector<StencilCase> cases;
    for (auto const& neighbours : all)
      for (auto const number : messages(run.context, stencil_))
        for (auto const bytes : sizes(run.context, stencil_))
          for (auto const& pages : asked_pages(options))
            cases.push_back(
                {neighbours, {static_cast<std::size_t>(bytes), number, stencil_.requests}, pages});
    auto const status = measure_table<StencilCell>(
        run, "Exchange with neighbours", heading(world, stencil_, all), cases,
        [&](StencilCase const& what) { return measure(run, stencil_, what); });
    run.output.print(stencil_summary_text(curves_of(run.output.record().cells_of<StencilCell>())));
    return status;
  }

private:
  StencilOptions stencil_;
};

std::vector<NameList> stencil_names() {
  return {name_list<NeighbourPattern>("patterns of neighbours (--patterns)")};
}

} // namespace

extern Benchmark const stencil_benchmark{
    "stencil",
    "Messages of each rank with its 6 or 8 neighbours: bandwidth and rate by size",
    "messages with neighbours",
    Part::network,
    add_benchmark<StencilRun>,
    stencil_names};

} // namespace kitt::miniapp
