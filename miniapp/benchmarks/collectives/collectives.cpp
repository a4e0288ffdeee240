// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "miniapp/benchmarks/collectives/verified_collective.hpp"
#include "miniapp/run/option_values.hpp"
#include "miniapp/run/session.hpp"
#include "perf/tables/cell_tables.hpp"
#include "perf/text/words.hpp"

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

using comms::CollectiveOperation;
using comms::CollectiveShape;
using perf::CollectiveCell;

struct CollectiveOptions {
  std::vector<CollectiveOperation> operations = {};
  std::vector<std::int64_t> sizes = {};
};

std::int64_t parse_size(std::string const& option, std::string const& text) {
  auto const bytes = detail::Range<std::int64_t>{8, std::int64_t{1} << 30}(option, text);
  KITT_VALIDATE(bytes % 8 == 0, fmt::format("bad value \"{}\" for {} (sums are of numbers of 8 "
                                            "bytes): give {} or {}",
                                            text, option, bytes / 8 * 8, bytes / 8 * 8 + 8));
  return bytes;
}

CollectiveOperation parse_operation(std::string const& option, std::string const& text) {
  return detail::parse_choice(option, text, detail::all_choices<CollectiveOperation>());
}

std::vector<CollectiveShape> shapes(Session const& session, CollectiveOptions const& options) {
  auto operations = options.operations;
  if (operations.empty())
    for (auto const& [name, operation] : detail::all_choices<CollectiveOperation>())
      operations.push_back(operation);
  auto sizes = options.sizes;
  if (sizes.empty())
    for (std::int64_t bytes = 8; bytes <= 1 << 20; bytes *= session.options().quick ? 8 : 2)
      sizes.push_back(bytes);
  std::vector<CollectiveShape> all;
  for (auto const operation : operations)
    if (operation == CollectiveOperation::barrier)
      all.push_back({operation, 0});
    else
      for (auto const bytes : sizes)
        all.push_back({operation, static_cast<std::size_t>(bytes)});
  return all;
}

CollectiveCell unmeasured(Session const& session, CollectiveShape const& shape) {
  CollectiveCell cell;
  cell.operation = kitt::to_string(shape.operation);
  cell.bytes = static_cast<std::int64_t>(shape.bytes);
  cell.ranks = session.communicator().size();
  return cell;
}

/// False if words arrived that were not sent: there is no figure then. Collective.
bool verified(Session& session, perf::VerifiedCollective& collective, CollectiveCell const& cell) {
  Kokkos::Profiling::ScopedRegion const region("kitt::verify");
  auto const wrong = session.communicator().sum(static_cast<double>(collective.wrong_words()));
  if (wrong == 0)
    return true;
  session.fail({.key = key_of(cell),
                .reason = fmt::format("{} words arrived wrong", wrong),
                .verification_error = wrong,
                .verification_tolerance = 0});
  return false;
}

/// Whether its buffers do not fit, which is recorded. Collective.
bool is_skipped(Session& session, CollectiveCell const& cell, CollectiveShape const& shape) {
  auto const ranks = session.communicator().size();
  auto const bytes = (shape.blocks_in(ranks) + shape.blocks_out(ranks)) * shape.bytes;
  try {
    comms::on_all_ranks(session.communicator(), [&] {
      session.check_memory({bytes, 0}, fmt::format("{} of {} bytes", cell.operation, cell.bytes));
    });
    return false;
  } catch (UserError const& error) {
    session.skip(key_of(cell), error.what());
    return true;
  }
}

/// Verifies, measures, verifies again, records. False if a result was wrong. Collective.
bool measure(Session& session, CollectiveShape const& shape) {
  auto cell = unmeasured(session, shape);
  if (auto const* const known = session.record().find<CollectiveCell>(key_of(cell))) {
    session.print(perf::cell_row(*known));
    return true;
  }
  if (is_skipped(session, cell, shape))
    return true;
  Kokkos::Profiling::ScopedRegion const region(perf::region_name(key_of(cell)));
  session.show(fmt::format("{} of {} bytes", cell.operation, cell.bytes));
  perf::VerifiedCollective collective(session.communicator(), shape, session.memory(),
                                      session.options().seed);
  if (!verified(session, collective, cell))
    return false;
  auto const measured = session.sample([&] { collective.run(); });
  cell.seconds = measured.seconds;
  cell.energy = measured.energy;
  if (!verified(session, collective, cell))
    return false;
  session.note_pages();
  session.record().add(cell);
  session.print(perf::cell_row(cell));
  return true;
}

std::string heading(Session const& session) {
  auto const& world = session.communicator();
  return fmt::format(
      "Operations of MPI on all {} of {}. Bytes: what is broadcast, what each rank contributes to "
      "a "
      "sum (of double\nprecision) or to a gathering, what each rank sends to each other. Called "
      "back to back, so that a rank may be ahead\nwhere the operation lets it. Random contents, "
      "verified before and after. Median of samples, slowest rank.\n",
      perf::counted(world.size(), "rank"), perf::counted(world.nodes(), "node"));
}

/// `kitt collectives`.
class CollectivesRun final : public BenchmarkRun {
public:
  explicit CollectivesRun(CLI::App& app) {
    options.min_seconds = 0.2;
    add_running(app, options);
    add_measuring(app, options);
    detail::add_list(app, "--operations", collectives_.operations, parse_operation,
                     "Operations to measure [all]")
        ->type_name(detail::names_of(detail::all_choices<CollectiveOperation>(), "|") + ",...");
    detail::add_list(app, "--sizes", collectives_.sizes, parse_size,
                     "Bytes of a block, as 8,1024 or 8 1024 [8,16,32,...,1048576]");
  }

  int cells(Session const& session) const override {
    return static_cast<int>(shapes(session, collectives_).size());
  }

  int run(Session& session) override {
    KITT_VALIDATE(session.communicator().size() > 1,
                  "collective operations of one rank (there is nobody to talk to): start it with "
                  "two or more, as in `mpirun -np 2 kitt collectives`");
    session.show_pace();
    session.print(perf::banner("Collective operations"));
    session.print(heading(session));
    session.print(perf::cell_table<CollectiveCell>().header());
    bool good = true;
    for (auto const& shape : shapes(session, collectives_))
      good = measure(session, shape) && good;
    session.print(perf::cell_table<CollectiveCell>().rule());
    return good ? 0 : 1;
  }

private:
  CollectiveOptions collectives_;
};

std::vector<NameList> names() {
  NameList operations{.heading = "collective operations (--operations)"};
  for (auto const& [name, operation] : detail::all_choices<CollectiveOperation>())
    operations.entries.push_back({name});
  return {operations};
}

} // namespace

extern Benchmark const collectives_benchmark{
    "collectives", "Collective operations of MPI on all ranks: time by size",
    "operations of all ranks together", add_benchmark<CollectivesRun>, names};

} // namespace kitt::miniapp
