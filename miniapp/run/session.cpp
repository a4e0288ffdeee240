// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/session.hpp"

#include "comms/node/memory_causes.hpp"
#include "core/base/error.hpp"
#include "miniapp/run/header.hpp"
#include "miniapp/score/efficiency.hpp"
#include "miniapp/score/merits.hpp"
#include "perf/ceilings/ceilings.hpp"
#include "perf/mpi_profile/profile_text.hpp"
#include "perf/record/gather_ranks.hpp"
#include "perf/text/words.hpp"

#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

std::unique_ptr<mpi_profile::MpiProfile> make_profile(comms::Communicator const& world,
                                                      RunOptions const& options) {
  using mpi_profile::Barriers;
  if (!options.profile)
    return nullptr;
  return std::make_unique<mpi_profile::MpiProfile>(world, options.profile_barriers ? Barriers::yes
                                                                                   : Barriers::no);
}

std::unique_ptr<mpi_profile::CommunicationClock> make_clock(RunOptions const& options) {
  return options.profile ? nullptr : std::make_unique<mpi_profile::CommunicationClock>();
}

} // namespace

Session::Session(comms::Job const& job, BenchmarkRun& benchmark)
    : benchmark_(benchmark), profile_(make_profile(job.world(), benchmark.options)),
      communication_clock_(make_clock(benchmark.options)), energy_(job.world()),
      context_(job, benchmark, energy_.source()), pages_(pages_of_probe(context_.memory())),
      output_(context_, benchmark),
      meter_(context_, output_, energy_,
             benchmark.wants_quick_ceilings() ? perf::CeilingEffort::quick
                                              : perf::CeilingEffort::normal) {
  auto const& world = job.world();
  auto const& header = context_.header();
  output_.record().note_pages(perf::gather_pages(world, pages_));
  output_.print(
      header_text(header, {.pages = pages_found(world, pages_),
                           .energy = energy_.details(),
                           .record = output_.record().path().string(),
                           .benchmark_lines = benchmark.header_lines(header.configuration),
                           .has_hopping_term = benchmark.has_hopping_term()}));
}

int Session::run() {
  auto const status = benchmark_.run({context_, meter_, output_});
  finish();
  return status;
}

void Session::finish() {
  auto& record = output_.record();
  report_time();
  meter_.compare_ceilings();
  report_memory();
  record.finish();
  if (auto const efficiency = efficiency_of(record))
    output_.print(efficiency_text(*efficiency));
  auto const measured = record.ceilings().value_or(perf::Ceilings{});
  output_.print(perf::doubts_text(perf::doubts_of(record.cells()), measured) +
                perf::ceiling_doubts_text(measured));
  output_.print(fmt::format("{}Record: {}\n", merit_lines(record), record.path().string()));
  check_that_something_was_measured();
}

/// Records and prints the profile of MPI if --profile was given. Otherwise, records the time spent
/// in MPI, and prints this time if there are several ranks.
void Session::report_time() {
  auto& record = output_.record();
  if (auto const profile = profile_ ? profile_->collect() : std::nullopt) {
    record.set_profile(*profile);
    record.set_run_time(run_time(*profile));
    output_.print(mpi_profile::profile_text(*profile));
  }
  auto const& world = context_.communicator();
  auto const time = communication_clock_ ? communication_clock_->collect(world) : std::nullopt;
  if (!time)
    return;
  record.set_run_time(*time);
  if (world.size() > 1)
    output_.print(mpi_profile::run_time_text(world.size(), *time) + '\n');
}

void Session::report_memory() {
  auto const& world = context_.communicator();
  auto const memory = perf::gather_memory(world, comms::memory_at_peak());
  if (memory.peak_resident_bytes == 0)
    return;
  output_.record().set_memory(memory);
  output_.print(perf::memory_text(world.size(), memory) + '\n');
}

void Session::check_that_something_was_measured() {
  auto const& record = output_.record();
  auto const& cells = record.cells();
  if (cells.empty() || record.measured_cells() + record.failed_cells() > 0)
    return; // a benchmark without cells measures ceilings
  throw UserError(fmt::format("nothing was measured ({} skipped, the first for this reason): {}",
                              perf::counted(static_cast<int>(cells.size()), "cell"),
                              cells.front().reason()));
}

} // namespace kitt::miniapp
