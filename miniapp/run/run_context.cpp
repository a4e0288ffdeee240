// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/run_context.hpp"

#include "comms/node/memory.hpp"
#include "comms/node/memory_causes.hpp"
#include "comms/node/systems.hpp"
#include "comms/ranks/launcher.hpp"
#include "comms/ranks/simulation.hpp"
#include "core/backend/backend_traits.hpp"
#include "core/base/error.hpp"
#include "core/base/finite.hpp"
#include "miniapp/run/header.hpp"
#include "miniapp/run/threads.hpp"
#include "perf/record/csv.hpp"
#include "perf/record/gather_ranks.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <limits>

namespace kitt::miniapp {

namespace {

/// Throws UserError if all ranks of a simulated machine together need more memory than this host
/// has. A quick run has a lower limit, because one core writes, moves and checks the bytes of all
/// ranks, which takes many seconds.
void check_simulated_memory(double bytes_of_all, std::string const& what,
                            RunOptions const& options) {
  constexpr double most_quick_bytes = 2e9;
  KITT_VALIDATE(!options.quick || bytes_of_all <= most_quick_bytes,
                fmt::format("{} takes {:.1f} GB for all simulated ranks together ({:.1f} GB at "
                            "most in a quick run): leave out --quick, or give smaller sizes",
                            what, bytes_of_all * 1e-9, most_quick_bytes * 1e-9));
  comms::check_memory(static_cast<std::size_t>(bytes_of_all), what);
}

} // namespace

RunContext::RunContext(comms::Job const& job, BenchmarkRun& benchmark,
                       std::string const& energy_source)
    : job_(job), benchmark_(benchmark), header_{.provenance = {},
                                                .configuration = {},
                                                .topology = comms::discover_topology()},
      cpu_share_(comms::share_of_node(job.world())),
      kokkos_(kokkos_settings(options(), header_.topology, cpu_share_)) {
  check_threads_found(options());
  describe(energy_source);
  limit_comms_threads();
  add_warnings();
  comms::on_first_rank(communicator(), [this] { // before any file is read or written
    check_files(benchmark_);
    return std::string();
  });
  share_out_lattices();
  share_out_time();
  comms::note_thread_stacks();
}

void RunContext::describe(std::string const& energy_source) {
  auto const& world = communicator();
  auto& run = header_.configuration;
  header_.provenance = describe_program(options(), world);
  run = describe_run(benchmark_, world, comms::bind_threads(options().bind, cpu_share_, world),
                     header_.topology.page_bytes);
  run.rank_bindings = perf::gather_bindings(world, run.binding);
  run.binding.warnings = perf::joined_warnings(run.rank_bindings);
  run.energy_source = energy_source;
}

void RunContext::limit_comms_threads() {
  auto& threads = benchmark_.options.comms_threads;
  if (threads > 0 && !BackendTraits<ExecutionSpace>::on_host) {
    header_.configuration.binding.warnings.push_back(
        "--comms-threads has no effect on a GPU (the CPU has no other work meanwhile)");
    header_.configuration.comms_threads = threads = 0;
  }
  if (threads <= 1 || job_.mpi().multiple())
    return;
  header_.configuration.binding.warnings.push_back(
      fmt::format("only one thread can call this MPI (it lacks MPI_THREAD_MULTIPLE): 1 comms "
                  "thread instead of {}",
                  threads));
  header_.configuration.comms_threads = threads = 1;
}

void RunContext::add_warnings() {
  auto const& world = communicator();
  auto& run = header_.configuration;
  for (auto const& warning :
       {warning_of_idle_cores(options(), cpu_share_), comms::warning_of_idle_tasks(world.size()),
        comms::warning_of_nodes(world), comms::warning_of_gpus(world)})
    if (warning)
      run.binding.warnings.push_back(*warning);
  for (auto const& warning : perf::environment_warnings(world, run.environment))
    run.binding.warnings.push_back(warning);
}

void RunContext::share_out_lattices() {
  auto const& world = communicator();
  auto lattices = benchmark_.shared_lattices(world);
  if (!lattices)
    return;
  auto const transport = options().transport;
  KITT_VALIDATE(BackendTraits<ExecutionSpace>::on_host || world.size() == 1 ||
                    transport != comms::Transport::shm,
                fmt::format("--comms shm with {} ranks on {} (kernels on a GPU cannot use memory "
                            "that ranks share): give --comms mpi",
                            world.size(), backend()));
  if (transport == comms::Transport::direct)
    check_direct_messages();
  lattices_ = std::move(*lattices);
  grid_ = comms::choose_grid(world.places(), lattices_.volumes, lattices_.volume_of, options().mpi,
                             lattices_.file);
  auto& run = header_.configuration;
  if (lattices_.volume_of == comms::VolumeOf::job)
    run.global_volume = lattices_.volumes.front();
  run.grid = grid_.ranks();
  run.node_block = grid_.node_block();
}

void RunContext::check_direct_messages() const {
  KITT_VALIDATE(!BackendTraits<ExecutionSpace>::on_host,
                "--comms direct (faces are sent from the memory of a GPU, but kernels run on the "
                "CPU): give --comms mpi or shm");
  KITT_VALIDATE(comms::reads_memory_of(ExecutionSpace::name()),
                fmt::format("--comms direct ({} does not state that it can send from the memory of "
                            "a GPU): give --comms mpi, or use an MPI that knows GPUs",
                            mpi_name(header_.provenance)));
}

/// Divides the time of a quick run among its cells, unless --min-time gives the time of a cell.
void RunContext::share_out_time() {
  auto& asked = benchmark_.options;
  if (!asked.quick || asked.min_time_given)
    return;
  auto const share = quick_sampling(benchmark_.cells(*this));
  asked.min_seconds = std::min(asked.min_seconds, share.minimum_seconds);
  asked.max_seconds = share.maximum_seconds;
  header_.configuration.minimum_seconds = asked.min_seconds;
}

MemorySource RunContext::memory(std::optional<comms::HugePages> pages) const {
  return comms::touched_source(pages.value_or(options().huge_pages), options().first_touch);
}

MemorySource RunContext::message_memory(std::optional<comms::HugePages> pages) const {
  return BackendTraits<ExecutionSpace>::on_host ? memory(pages) : pinned_memory;
}

int RunContext::ranks_on_this_node() const {
  auto const& places = communicator().places();
  auto const own = places[static_cast<std::size_t>(communicator().rank())].node;
  return static_cast<int>(std::count_if(places.begin(), places.end(),
                                        [&](auto const& place) { return place.node == own; }));
}

int RunContext::ranks_on_this_host() const {
  return comms::is_simulated() ? communicator().size() : ranks_on_this_node();
}

void RunContext::check_memory(MemoryNeed const& per_rank, std::string const& what) const {
  auto on_host = per_rank.plain_bytes;
  if (auto const device = device_of(ExecutionSpace()))
    KITT_VALIDATE(per_rank.kernel_bytes <= device->memory_bytes,
                  fmt::format("{} does not fit into the memory of {} (it needs {} of {}): choose a "
                              "smaller volume",
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

std::size_t RunContext::most(std::size_t bytes) const {
  return static_cast<std::size_t>(communicator().max(static_cast<double>(bytes)));
}

double RunContext::worst_error(double own) const {
  return communicator().max(error_or_infinity(own));
}

std::optional<std::size_t> RunContext::page_bytes_found() const {
  constexpr double no_memory =
      std::numeric_limits<double>::infinity(); // way in which an idle rank waits
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

namespace {

namespace fs = std::filesystem;

std::string safe_for_file_name(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](unsigned char c) { return std::isalnum(c) == 0 && c != '-' && c != '.'; }, '_');
  return text;
}

/// Opens a record with a new name. The name gets a number if another run started in the same folder
/// within the same second.
perf::RunRecord record_of_default_name(perf::RecordFiles files, perf::RecordHeader const& header) {
  auto const stem = fmt::format("kitt-{}-{}-{}", header.configuration.benchmark,
                                safe_for_file_name(header.provenance.hostnames.front()),
                                perf::utc_time_for_file_name());
  for (int i = 1;; ++i) {
    files.json = i == 1 ? stem + ".json" : fmt::format("{}-{}.json", stem, i);
    if (fs::exists(files.json)) // --force applies only to files that options name
      continue;
    try {
      return {files, header};
    } catch (FileTaken const&) {
      if (!fs::exists(files.json))
        throw; // another run uses the CSV file
    }
  }
}

perf::RecordFiles record_files(BenchmarkRun const& benchmark) {
  auto const& options = benchmark.options;
  return {.json = options.resume_path.empty() ? options.json_path : options.resume_path,
          .csv = options.csv_path,
          .overwrite = options.overwrite(),
          .csv_kinds = benchmark.csv_kinds()};
}

} // namespace

void check_files(BenchmarkRun const& benchmark) {
  auto const& options = benchmark.options;
  auto [outputs, inputs] = benchmark.files();
  auto const records = perf::named_files(record_files(benchmark));
  outputs.insert(outputs.begin(), records.begin(), records.end());
  inputs.insert(inputs.begin(), {"--baseline", options.baseline_path});
  if (options.resume_path.empty())
    return check_outputs(outputs, inputs, options.overwrite());
  check_outputs(outputs, inputs, Overwrite::yes);
  std::erase_if(outputs, [&](NamedFile const& output) { // a resumed run may replace these
    return output.path == options.resume_path ||
           (output.option == "--csv" && perf::is_record_csv(output.path));
  });
  check_outputs(outputs, {}, options.overwrite());
}

perf::RunRecord new_or_resumed_record(BenchmarkRun const& benchmark,
                                      perf::RecordHeader const& header) {
  auto const files = record_files(benchmark);
  if (!benchmark.options.resume_path.empty())
    return perf::RunRecord::resume(files, header);
  return files.json.empty() ? record_of_default_name(files, header)
                            : perf::RunRecord(files, header);
}

} // namespace kitt::miniapp
