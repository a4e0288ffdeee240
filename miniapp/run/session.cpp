// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/session.hpp"

#include "comms/node/available_memory.hpp"
#include "comms/node/memory_causes.hpp"
#include "comms/node/systems.hpp"
#include "comms/ranks/launcher.hpp"
#include "core/backend/backend_traits.hpp"
#include "core/backend/device.hpp"
#include "core/base/error.hpp"
#include "core/base/finite.hpp"
#include "miniapp/run/header.hpp"
#include "miniapp/run/node_ceilings.hpp"
#include "miniapp/run/record_files.hpp"
#include "miniapp/run/threads.hpp"
#include "miniapp/score/efficiency.hpp"
#include "miniapp/score/score_text.hpp"
#include "perf/ceilings/ceiling_doubts.hpp"
#include "perf/mpi_profile/profile_text.hpp"
#include "perf/record/doubts.hpp"
#include "perf/record/gather_bindings.hpp"
#include "perf/record/gather_environments.hpp"
#include "perf/record/gather_memory.hpp"
#include "perf/tables/cell_tables.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <limits>

namespace kitt::miniapp {

namespace {

std::unique_ptr<mpi_profile::MpiProfile> profile_of(comms::Communicator const& world,
                                                    RunOptions const& options) {
  using mpi_profile::Barriers;
  if (!options.profile)
    return nullptr;
  return std::make_unique<mpi_profile::MpiProfile>(world, options.profile_barriers ? Barriers::yes
                                                                                   : Barriers::no);
}

/// All ranks of a simulated machine share this host's memory, which one core writes, moves and
/// checks for all of them: a quick run leaves out what takes it many seconds.
void check_simulated_memory(double bytes_of_all, std::string const& what,
                            RunOptions const& options) {
  constexpr double most_quick_bytes = 2e9;
  KITT_VALIDATE(!options.quick || bytes_of_all <= most_quick_bytes,
                fmt::format("{} takes {:.1f} GB of all simulated ranks ({:.1f} GB at most in a "
                            "quick run): leave out --quick, or give smaller sizes",
                            what, bytes_of_all * 1e-9, most_quick_bytes * 1e-9));
  comms::check_memory(static_cast<std::size_t>(bytes_of_all), what);
}

std::unique_ptr<mpi_profile::CommunicationClock> clock_without_profile(RunOptions const& options) {
  return options.profile ? nullptr : std::make_unique<mpi_profile::CommunicationClock>();
}

} // namespace

Session::Session(comms::Job const& job, BenchmarkRun& benchmark)
    : job_(job), benchmark_(benchmark), profile_(profile_of(job.world(), options())),
      communication_clock_(clock_without_profile(options())),
      header_{.provenance = {}, .configuration = {}, .topology = comms::discover_topology()},
      cpu_share_(comms::share_of_node(job_.world())),
      kokkos_(kokkos_settings(options(), header_.topology, cpu_share_)),
      memory_(memory_on(options().huge_pages)), energy_(job_.world()),
      progress_(communicator().rank() == 0 ? Progress() : Progress(Progress::Mode::silent)) {
  check_threads_found(options());
  auto const& world = communicator();
  auto& run = header_.configuration;
  header_.provenance = describe_program(options(), world);
  run = describe_run(benchmark_, world, comms::bind_threads(options().bind, cpu_share_, world),
                     header_.topology.page_bytes);
  run.rank_bindings = perf::gather_bindings(world, run.binding);
  run.binding.warnings = perf::joined_warnings(run.rank_bindings);
  run.energy_source = energy_.source();
  limit_comms_threads();
  if (auto const warning = warning_of_idle_cores(options(), cpu_share_))
    run.binding.warnings.push_back(*warning);
  if (auto const warning = comms::warning_of_idle_tasks(world.size()))
    run.binding.warnings.push_back(*warning);
  if (auto const warning = comms::warning_of_nodes(world))
    run.binding.warnings.push_back(*warning);
  for (auto const& warning : perf::environment_warnings(world, run.environment))
    run.binding.warnings.push_back(warning);
  comms::on_first_rank(world, [this] { // before any file is read or written
    check_files(benchmark_);
    return std::string();
  });
  share_out_lattices();
  share_out_time();
  comms::note_thread_stacks();
  auto const pages = pages_of_probe(memory_);
  open_record();
  record_->note_pages(perf::gather_pages(world, pages));
  print(header_text(header_, {.pages = pages_found(world, pages),
                              .energy = energy_.details(),
                              .record = record_path_,
                              .benchmark_lines = benchmark_.header_lines(run),
                              .has_hopping_term = benchmark_.has_hopping_term()}));
}

void Session::limit_comms_threads() {
  auto& threads = benchmark_.options.comms_threads;
  if (threads <= 1 || job_.mpi().multiple())
    return;
  header_.configuration.binding.warnings.push_back(
      fmt::format("this MPI lets only one thread call it (no MPI_THREAD_MULTIPLE): 1 comms thread "
                  "instead of {}",
                  threads));
  header_.configuration.comms_threads = threads = 1;
}

void Session::share_out_lattices() {
  auto const& world = communicator();
  auto lattices = benchmark_.shared_lattices(world);
  if (!lattices)
    return;
  KITT_VALIDATE(BackendTraits<ExecutionSpace>::on_host || world.size() == 1,
                fmt::format("{} ranks on {} (KITT exchanges faces in the CPU's memory): run one "
                            "rank, or a KITT built with KITT_GPU=none",
                            world.size(), backend()));
  lattices_ = std::move(*lattices);
  grid_ = comms::choose_grid(world.places(), lattices_.volumes, lattices_.volume_of, options().mpi,
                             lattices_.file);
  auto& run = header_.configuration;
  if (lattices_.volume_of == comms::VolumeOf::job)
    run.global_volume = lattices_.volumes.front();
  run.grid = grid_.ranks();
  run.node_block = grid_.node_block();
}

/// A quick run's, among its cells, unless --min-time says how long each takes.
void Session::share_out_time() {
  auto& asked = benchmark_.options;
  if (!asked.quick || asked.min_time_given)
    return;
  auto const share = quick_sampling(benchmark_.cells(*this));
  asked.min_seconds = std::min(asked.min_seconds, share.minimum_seconds);
  asked.max_seconds = share.maximum_seconds;
  header_.configuration.minimum_seconds = asked.min_seconds;
}

void Session::open_record() {
  auto const text = comms::on_first_rank(communicator(), [this] {
    record_.emplace(new_or_resumed_record(benchmark_, header_));
    if (!options().baseline_path.empty())
      set_baseline(*record_, options().baseline_path);
    return record_->path().string() + '\n' + record_->text();
  });
  auto const end = text.find('\n');
  record_path_ = text.substr(0, end);
  if (!record_)
    record_.emplace(perf::RunRecord::mirror(text.substr(end)));
  else if (options().resumable)
    interrupt_notice_.emplace(
        fmt::format("kitt: interrupted: what was measured is in {}; to go on, repeat the command "
                    "with --resume {}",
                    record_path_, record_path_));
}

void Session::check_memory(MemoryNeed const& per_rank, std::string const& what) const {
  auto on_host = per_rank.plain_bytes;
  if (auto const device = device_of(ExecutionSpace()))
    KITT_VALIDATE(per_rank.kernel_bytes <= device->memory_bytes,
                  fmt::format("{} does not fit into the memory of {} ({} needed, {} there): choose "
                              "a smaller volume",
                              what, device->name,
                              perf::readable_bytes(static_cast<double>(per_rank.kernel_bytes)),
                              perf::readable_bytes(static_cast<double>(device->memory_bytes))));
  else
    on_host += per_rank.kernel_bytes;
  if (comms::is_simulated())
    return check_simulated_memory(communicator().sum(static_cast<double>(on_host)), what,
                                  options());
  comms::check_memory(on_host * static_cast<std::size_t>(ranks_on_this_node()), what);
}

int Session::ranks_on_this_host() const {
  return comms::is_simulated() ? communicator().size() : ranks_on_this_node();
}

/// On all ranks the time of a sample is the slowest rank's. A simulated machine's clock is exact.
perf::Sampler Session::sampler(perf::SamplingPolicy const& policy,
                               std::optional<comms::Waiting> waiting,
                               perf::Sampler::Clock const& now,
                               perf::Sampler::Call const& check) const {
  auto const slowest = [&world = communicator(), waiting](double seconds) {
    if (waiting)
      world.barrier(*waiting);
    return world.max(seconds);
  };
  auto exact = policy;
  exact.shortest_sample = 0;
  return perf::Sampler(comms::is_simulated() ? exact : policy, now, slowest, check);
}

perf::Measured Session::sample(perf::SamplingPolicy const& policy, perf::Sampler::Call const& call,
                               std::optional<comms::Waiting> waiting,
                               perf::Sampler::Clock const& now, perf::Sampler::Call const& check) {
  auto const seconds =
      sampler(policy, waiting, now, check)(call, energy_.available() ? &energy_ : nullptr);
  check_took_time(seconds);
  return {seconds, energy_.use(seconds.count * seconds.calls_per_sample)};
}

perf::Measured Session::sample_prepared(perf::Sampler::Call const& call,
                                        perf::Sampler::Call const& prepare,
                                        std::optional<comms::Waiting> waiting,
                                        perf::Sampler::Clock const& now,
                                        perf::Sampler::Call const& check) {
  return {sampler(options().sampling(), waiting, now, check).prepared(call, prepare)};
}

void Session::check_took_time(perf::Statistics const& seconds) {
  KITT_VALIDATE(!comms::is_simulated() || seconds.median > 0,
                "this takes no time on the simulated machine (ranks that do not communicate only "
                "compute): run it on a real one, or let computing take the host's time by "
                "kitt-simulate --computing host");
}

int Session::ranks_on_this_node() const {
  auto const& places = communicator().places();
  auto const own = places[static_cast<std::size_t>(communicator().rank())].node;
  return static_cast<int>(std::count_if(places.begin(), places.end(),
                                        [&](auto const& place) { return place.node == own; }));
}

double Session::worst_error(double own) const {
  return communicator().max(error_or_infinity(own));
}

perf::Ceilings const& Session::ceilings() {
  if (ceilings_)
    return *ceilings_;
  ceilings_ = record_->ceilings();
  if (!ceilings_ && comms::is_simulated())
    ceilings_.emplace(); // the host's would say nothing of its nodes
  if (!ceilings_) {
    progress_.show("measuring this machine's ceilings");
    ceilings_ = measure_ceilings("before the cells");
    progress_.clear();
    record_->set_ceilings(*ceilings_);
  }
  return *ceilings_;
}

perf::Ceilings Session::measure_ceilings(std::string const& moment) {
  perf::SteadySeconds const now;
  auto const begin = now();
  auto found = measure_node_ceilings(
      communicator(), header_.topology, header_.configuration.binding, ranks_on_this_host(),
      benchmark_.wants_quick_ceilings() ? perf::CeilingEffort::quick : perf::CeilingEffort::normal,
      options().sampling_share());
  ceilings_measured_ = {now(), record_->measured_cells()};
  found.readings = {perf::reading_of(found, moment, communicator().max(now() - begin))};
  return found;
}

void Session::measure_ceilings_again() {
  if (std::exchange(ceilings_measured_again_, true))
    return;
  print("          ceilings are measured again, since the next figure lies above them\n");
  raise_ceilings("when a figure lay above them");
}

void Session::raise_ceilings(std::string const& moment) {
  progress_.show("measuring this machine's ceilings again");
  ceilings_ = perf::better_of(ceilings(), measure_ceilings(moment));
  progress_.clear();
  record_->set_ceilings(*ceilings_);
}

void Session::measure_ceilings_after() {
  if (!ceilings_measured_)
    return;
  perf::SinceCeilings const since{
      .seconds = communicator().max(perf::SteadySeconds()() - ceilings_measured_->at),
      .cells_measured = record_->measured_cells() - ceilings_measured_->cells};
  if (!perf::is_worth_repeating(ceilings().readings.back(), since))
    return;
  raise_ceilings("after the cells");
  print(perf::ceilings_text(ceilings().readings));
}

void Session::skip(perf::CellKey const& key, std::string const& reason) {
  perf::SkippedCell const cell{key, reason};
  record_->add(cell);
  print(perf::skipped_row(cell, lattices_.volume_of));
}

void Session::fail(perf::FailedCell const& cell) {
  record_->add(cell);
  print(perf::failed_row(cell, lattices_.volume_of));
}

void Session::show_pace() {
  pace_.emplace(benchmark_.cells(*this), static_cast<int>(record_->cells().size()),
                perf::SteadySeconds()());
}

void Session::show(std::string const& what) {
  auto const pace =
      pace_ ? pace_->text(static_cast<int>(record_->cells().size()), perf::SteadySeconds()()) : "";
  progress_.show(pace + what);
}

void Session::print(std::string const& text) {
  if (communicator().rank() != 0)
    return;
  progress_.clear();
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

void Session::warn(std::string const& text) {
  print(header_line("WARNING", text));
}

void Session::note_pages() {
  comms::look_at_memory();
  record_->note_pages(perf::gather_pages(communicator(), comms::pages_obtained()));
}

std::optional<std::size_t> Session::page_bytes_found() const {
  constexpr double no_memory = std::numeric_limits<double>::infinity(); // a rank that is idle
  auto const found = comms::pages_obtained();
  auto const most = std::max_element(
      found.by_size.begin(), found.by_size.end(),
      [](auto const& one, auto const& other) { return one.second < other.second; });
  auto const own = most != found.by_size.end() ? static_cast<double>(most->first) : no_memory;
  auto const smallest = communicator().min(found.known ? own : 0);
  if (smallest <= 0 || smallest == no_memory)
    return std::nullopt;
  return static_cast<std::size_t>(smallest);
}

/// The profile, or else what of the run was communication; printed where there are several ranks.
void Session::report_time() {
  if (auto const profile = profile_ ? profile_->collect() : std::nullopt) {
    record_->set_profile(*profile);
    record_->set_run_time(run_time(*profile));
    print(mpi_profile::profile_text(*profile));
  }
  auto const& world = communicator();
  auto const time = communication_clock_ ? communication_clock_->collect(world) : std::nullopt;
  if (!time)
    return;
  record_->set_run_time(*time);
  if (world.size() > 1)
    print(mpi_profile::run_time_text(world.size(), *time) + '\n');
}

void Session::report_memory() {
  auto const& world = communicator();
  auto const memory = perf::gather_memory(world, comms::memory_at_peak());
  if (memory.peak_resident_bytes == 0)
    return;
  record_->set_memory(memory);
  print(perf::memory_text(world.size(), memory) + '\n');
}

void Session::finish() {
  report_time();
  measure_ceilings_after();
  report_memory();
  record_->finish();
  if (auto const efficiency = efficiency_of(*record_))
    print(efficiency_text(*efficiency));
  auto const measured = record_->ceilings().value_or(perf::Ceilings{});
  print(perf::doubts_text(perf::doubts_of(record_->cells()), measured) +
        perf::ceiling_doubts_text(measured));
  print(fmt::format("Record: {}\n", record_path_));
  check_that_something_was_measured();
}

void Session::check_that_something_was_measured() const {
  auto const& cells = record_->cells();
  if (cells.empty() || record_->measured_cells() + record_->failed_cells() > 0)
    return; // a benchmark without cells measures ceilings
  throw UserError(fmt::format("nothing was measured ({} skipped, the first for this reason): {}",
                              perf::counted(static_cast<int>(cells.size()), "cell"),
                              cells.front().reason()));
}

} // namespace kitt::miniapp
