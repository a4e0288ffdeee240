// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "miniapp/benchmarks/collectives/collective_cell.hpp"
#include "miniapp/benchmarks/collectives/verified_collective.hpp"
#include "miniapp/run/byte_options.hpp"
#include "miniapp/run/measure_cell.hpp"
#include "miniapp/run/option_values.hpp"
#include "miniapp/run/threads.hpp"
#include "perf/text/words.hpp"

#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

using comms::CollectiveOperation;
using comms::CollectiveShape;

struct CollectiveOptions {
  std::vector<CollectiveOperation> operations = {};
  std::vector<std::int64_t> sizes = {};
};

/// Returns the factor from one size to the next. The factor is large on a simulated machine,
/// because simulating messages from all ranks to all ranks takes long.
int step(RunContext const& context) {
  if (!context.options().quick)
    return 2;
  return comms::is_simulated() ? 64 : 8;
}

std::vector<CollectiveShape> shapes(RunContext const& context, CollectiveOptions const& options) {
  auto sizes = options.sizes;
  if (sizes.empty())
    for (std::int64_t bytes = 8; bytes <= 1 << 20; bytes *= step(context))
      sizes.push_back(bytes);
  std::vector<CollectiveShape> all;
  for (auto const operation : detail::given_or_all(options.operations))
    if (operation == CollectiveOperation::barrier)
      all.push_back({.operation = operation});
    else
      for (auto const bytes : sizes)
        all.push_back({.operation = operation,
                       .bytes = static_cast<std::size_t>(bytes),
                       .threads = threads_found()});
  return all;
}

CollectiveCell unmeasured(RunContext const& context, CollectiveShape const& shape) {
  CollectiveCell cell;
  cell.operation = kitt::to_string(shape.operation);
  cell.bytes = static_cast<std::int64_t>(shape.bytes);
  cell.ranks = context.communicator().size();
  return cell;
}

bool measure(Run const& run, CollectiveShape const& shape) {
  auto const& world = run.context.communicator();
  auto const cell = unmeasured(run.context, shape);
  auto const blocks = shape.blocks_in(world.size()) + shape.blocks_out(world.size());
  CellTask const task{fmt::format("{} of {} bytes", cell.operation, cell.bytes),
                      {blocks * shape.bytes, 0}};
  return measure_cell(run, cell, task, [&] {
    return VerifiedCollective(world, shape, run.context.message_memory(),
                              run.context.options().seed);
  });
}

std::string heading(RunContext const& context) {
  auto const& world = context.communicator();
  return fmt::format("MPI operations on all {} of {}, called back to back. Bytes: the block that a "
                     "rank broadcasts, contributes,\nor sends to each other rank. "
                     "allreduce-by-node: sum over threads, then ranks of a node, then nodes.\n",
                     perf::counted(world.size(), "rank"), perf::counted(world.nodes(), "node"));
}

/// Runs `kitt collectives`: measures collective operations of MPI.
class CollectivesRun final : public BenchmarkRun {
public:
  explicit CollectivesRun(CLI::App& app) {
    options.min_seconds = 0.2;
    add_running(app, options);
    add_measuring(app, options);
    detail::add_list(app, "--operations", collectives_.operations, "Operations to measure [all]");
    detail::add_byte_sizes(app, "--sizes", collectives_.sizes,
                           {8, std::int64_t{1} << 30, 8, "sums add numbers of 8 bytes"},
                           "Bytes of a block", "8:1M");
  }

  int cells(RunContext const& context) const override {
    return static_cast<int>(shapes(context, collectives_).size());
  }

  int run(Run const& run) override {
    KITT_VALIDATE(run.context.communicator().size() > 1,
                  "kitt collectives needs at least two ranks (they exchange messages): start it "
                  "with more, as in `mpirun -np 2 kitt collectives`");
    return measure_table<CollectiveCell>(
        run, "Collective operations", heading(run.context), shapes(run.context, collectives_),
        [&](CollectiveShape const& shape) { return measure(run, shape); });
  }

private:
  CollectiveOptions collectives_;
};

std::vector<NameList> collectives_names() {
  return {name_list<CollectiveOperation>("collective operations (--operations)")};
}

} // namespace

extern Benchmark const collectives_benchmark{
    "collectives",
    "Collective operations of MPI on all ranks: time by size",
    "operations of all ranks together",
    Part::network,
    add_benchmark<CollectivesRun>,
    collectives_names};

} // namespace kitt::miniapp
