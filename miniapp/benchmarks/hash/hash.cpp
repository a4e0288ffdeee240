// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/memory.hpp"
#include "core/base/error.hpp"
#include "miniapp/benchmarks/hash/hash_cell.hpp"
#include "miniapp/benchmarks/hash/verified_table.hpp"
#include "miniapp/run/byte_options.hpp"
#include "miniapp/run/measure_cell.hpp"
#include "miniapp/run/option_rules.hpp"
#include "miniapp/run/option_values.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

constexpr std::int64_t most_entry_bytes = 65536;
/// Largest entry in a quick run on a simulated machine. On such a machine each MPI call takes about
/// 40 us on the host.
constexpr std::int64_t most_simulated_entry_bytes = 512;
/// memory of a rank for two of the largest entries with their claims
constexpr std::int64_t simulated_bytes_of_rank = 1032;
/// default number of entries that each rank visits
constexpr std::int64_t most_visits = std::int64_t{1} << 20;
/// In a quick run, the part of a rank holds the largest entry and its claim. If there are more
/// ranks than cores, an operation takes milliseconds, because ranks wait until the system lets
/// another rank run.
constexpr std::int64_t quick_bytes_of_rank = (std::int64_t{1} << 16) + 64;
constexpr std::int64_t quick_visits = std::int64_t{1} << 7;

struct HashOptions {
  std::vector<TablePhase> phases = {};
  std::vector<std::int64_t> entry_bytes = {};
  std::optional<std::int64_t> bytes = {};
  std::optional<std::int64_t> visits = {};
  int batch = 1;
};

/// Returns the default size of the table: 4 GB, halved until twice the size fits into the free
/// memory of all ranks. Runs with about equal free memory get equal tables. Collective.
std::int64_t default_bytes(RunContext const& context) {
  if (context.options().quick)
    return context.communicator().size() *
           (comms::is_simulated() ? simulated_bytes_of_rank : quick_bytes_of_rank);
  auto const& world = context.communicator();
  auto const free = world.min(
      static_cast<double>(comms::memory_of_rank(context.ranks_on_this_node())) * world.size());
  std::int64_t bytes = 4'000'000'000;
  while (free > 0 && static_cast<double>(2 * bytes) > free)
    bytes /= 2;
  return bytes;
}

std::vector<std::int64_t> sizes(RunContext const& context, HashOptions const& options) {
  if (!options.entry_bytes.empty())
    return options.entry_bytes;
  bool const quick = context.options().quick;
  auto const most = quick && comms::is_simulated() ? most_simulated_entry_bytes : most_entry_bytes;
  std::vector<std::int64_t> sizes;
  for (std::int64_t bytes = 8; bytes <= most; bytes *= quick ? 64 : 2)
    sizes.push_back(bytes);
  return sizes;
}

/// Phase and sizes of one measurement.
struct Case {
  TablePhase phase;
  std::int64_t table_bytes;
  std::int64_t entry_bytes;
};

/// Returns the shape of the table for a case. Throws UserError if the table is so small that a rank
/// has no key.
TableShape shape_of(RunContext const& context, HashOptions const& options, Case const& what) {
  auto const ranks = context.communicator().size();
  auto const slot =
      what.entry_bytes + static_cast<std::int64_t>(sizeof(comms::DistributedTable::Claim));
  auto const keys = what.table_bytes / ranks / slot;
  KITT_VALIDATE(keys > 0,
                fmt::format("a table of {} bytes is too small (an entry takes {} bytes and 4 bytes "
                            "for its claim, so one entry on each of {} ranks takes {} bytes): give "
                            "a larger --bytes, or a smaller --entry",
                            what.table_bytes, what.entry_bytes, ranks, slot * ranks));
  TableShape shape{.phase = what.phase,
                   .entry_bytes = static_cast<std::size_t>(what.entry_bytes),
                   .keys_of_rank = static_cast<std::uint64_t>(keys),
                   .batch = static_cast<std::size_t>(options.batch)};
  auto const usual = context.options().quick ? quick_visits : most_visits;
  if (what.phase == TablePhase::traverse)
    shape.visits_of_rank =
        static_cast<std::uint64_t>(std::min(options.visits.value_or(usual), keys * ranks));
  return shape;
}

HashCell unmeasured(RunContext const& context, Case const& what, TableShape const& shape) {
  auto const ranks = context.communicator().size();
  HashCell cell;
  cell.phase = kitt::to_string(what.phase);
  cell.table_bytes = what.table_bytes;
  cell.entry_bytes = what.entry_bytes;
  cell.batch = static_cast<std::int64_t>(shape.batch);
  cell.ranks = ranks;
  cell.visits = static_cast<std::int64_t>(shape.visits_of_rank);
  cell.entries = shape.keys_of_rank * static_cast<std::size_t>(ranks);
  cell.bytes_per_operation = shape.bytes_per_operation();
  return cell;
}

bool measure(Run const& run, HashOptions const& options, Case const& what) {
  auto const& world = run.context.communicator();
  auto const shape = shape_of(run.context, options, what);
  auto const cell = unmeasured(run.context, what, shape);
  if (comms::is_simulated() && what.phase == TablePhase::traverse) {
    run.output.skip(
        key_of(cell),
        "the test cannot run on a simulated machine (MPI_Compare_and_swap of SimGrid 3.32 "
        "is not atomic, so two ranks can win one claim): run it on a real machine");
    return true;
  }
  CellTask const task{.what = fmt::format("{} of {} entries of {} bytes", cell.phase, cell.entries,
                                          cell.entry_bytes),
                      .memory = {shape.memory_of_rank(world.size()), 0},
                      .wrong = "bytes, counters or claims are wrong"};
  return measure_cell(run, cell, task, [&] {
    return VerifiedTable(world, shape, run.context.message_memory(), run.context.options().seed);
  });
}

std::string heading(RunContext const& context, std::int64_t bytes) {
  auto const& world = context.communicator();
  return fmt::format(
      "A table of {} over {} of {}. construct: each rank inserts its keys at their owners "
      "(MPI_Fetch_and_op, MPI_Put).\ntraverse: each rank visits entries in random order (MPI_Get) "
      "and claims them (MPI_Compare_and_swap).\nMedian, p99: single operations; its wait: "
      "reservations on the counter of the busiest owner.\n",
      perf::readable_bytes(static_cast<double>(bytes)), perf::counted(world.size(), "rank"),
      perf::counted(world.nodes(), "node"));
}

/// Runs `kitt hash`: measures a hash table that is distributed over all ranks.
class HashRun final : public BenchmarkRun {
public:
  explicit HashRun(CLI::App& app) {
    options.min_seconds = 0.2;
    options.min_samples = 5;
    add_running(app, options);
    add_measuring(app, options);
    detail::add_list(app, "--phases", hash_.phases, "Phases to measure [all]");
    detail::add_byte_sizes(app, "--entry", hash_.entry_bytes,
                           {8, most_entry_bytes, 8, "entries consist of words of 8 bytes"},
                           "Bytes of an entry", "8:64K");
    detail::add_bytes(app, "--bytes", hash_.bytes, {1, std::int64_t{1} << 50},
                      "Bytes of the whole table\nThe size includes 4 bytes per entry for its "
                      "claim. The default is halved until twice the size is free.",
                      "4000000000, or less if memory is small");
    detail::add_number(app, "--batch", hash_.batch, detail::Range<int>{1, 4096},
                       "Entries for one owner that a rank reserves and puts together");
    detail::add_value(
        app, "--visits", hash_.visits, detail::Range<std::int64_t>{1, std::int64_t{1} << 50},
        "Entries that each rank visits in a traversal; larger values mean all [1048576]")
        ->type_name("N");
    add_rules(app, {{.options = {"--batch"},
                     .where = "without the phase construct",
                     .why = "no other phase puts entries together",
                     .remedy = "add construct to --phases",
                     .have_effect = [this] { return wants(TablePhase::construct); }},
                    {.options = {"--visits"},
                     .where = "without the phase traverse",
                     .why = "no other phase visits entries",
                     .remedy = "add traverse to --phases",
                     .have_effect = [this] { return wants(TablePhase::traverse); }}});
  }

  int cells(RunContext const& context) const override {
    return static_cast<int>(detail::given_or_all(hash_.phases).size() *
                            sizes(context, hash_).size());
  }

  int run(Run const& run) override {
    KITT_VALIDATE(run.context.communicator().size() > 1,
                  "kitt hash needs at least two ranks (they share the table): start it with more, "
                  "as in `mpirun -np 2 kitt hash`");
    auto const bytes = hash_.bytes ? *hash_.bytes : default_bytes(run.context);
    std::vector<Case> cases;
    for (auto const phase : detail::given_or_all(hash_.phases))
      for (auto const size : sizes(run.context, hash_))
        cases.push_back({phase, bytes, size});
    return measure_table<HashCell>(run, "A hash table distributed over all ranks",
                                   heading(run.context, bytes), cases,
                                   [&](Case const& what) { return measure(run, hash_, what); });
  }

private:
  bool wants(TablePhase phase) const {
    auto const phases = detail::given_or_all(hash_.phases);
    return std::ranges::find(phases, phase) != phases.end();
  }

  HashOptions hash_;
};

std::vector<NameList> hash_names() {
  return {name_list<TablePhase>("phases of a distributed table (--phases)")};
}

} // namespace

extern Benchmark const hash_benchmark{
    "hash",
    "Distributed hash table with one-sided MPI: inserts and visits per second by entry size",
    "a table of all ranks",
    Part::network,
    add_benchmark<HashRun>,
    hash_names};

} // namespace kitt::miniapp
