// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/session.hpp"

#include "comms/node/available_memory.hpp"
#include "comms/node/running_threads.hpp"
#include "comms/ranks/message_transport.hpp"
#include "core/backend/backend_traits.hpp"
#include "core/backend/device.hpp"
#include "core/base/error.hpp"
#include "core/fields/link_field.hpp"
#include "core/gauge_file/gauge_file.hpp"
#include "kitt_build_info.hpp"
#include "miniapp/run/environment.hpp"
#include "miniapp/run/header.hpp"
#include "perf/tables/cell_tables.hpp"
#include "perf/text/words.hpp"

#include <unistd.h>

#include <KokkosKernels_config.h>
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <limits>

namespace kitt::miniapp {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t huge_page = std::size_t{2} << 20;

std::string version_text(int major, int minor, int patch) {
  return fmt::format("{}.{}.{}", major, minor, patch);
}

void check_threads(Options const& options, comms::Topology const& topology) {
  constexpr int most_per_hardware_thread = 4;
  auto const hardware = topology.allowed_hardware_threads;
  KITT_VALIDATE(hardware == 0 || options.threads <= most_per_hardware_thread * hardware,
                fmt::format("--threads {} (this process may use {} hardware threads): give at "
                            "most {}",
                            options.threads, hardware, hardware));
}

Kokkos::InitializationSettings kokkos_settings(Options const& options,
                                               comms::Topology const& topology,
                                               comms::CpuShare const& share) {
  check_threads(options, topology);
  auto const threads =
      std::min(most_threads, options.threads > 0 ? options.threads : comms::default_threads(share));
  Kokkos::InitializationSettings settings;
  // Kokkos would advise OMP_PROC_BIND, which puts all ranks of a node on one core; we bind.
  settings.set_disable_warnings(true);
  if (threads > 0)
    settings.set_num_threads(threads);
  return settings;
}

/// Of the CPU, wherever kernels run.
int threads_found() {
  return Kokkos::DefaultHostExecutionSpace().concurrency();
}

/// "OpenMP", "Cuda on NVIDIA H200"
std::string backend() {
  auto const device = device_of(ExecutionSpace());
  return ExecutionSpace::name() + (device ? " on " + device->name : std::string());
}

void check_threads_found(Options const& options) {
  auto const found = threads_found();
  KITT_VALIDATE(options.threads == 0 || found == options.threads,
                fmt::format("--threads {} (the {} backend gives {}): build KITT with OpenMP, or "
                            "leave the option out",
                            options.threads, Kokkos::DefaultHostExecutionSpace::name(), found));
  auto const running = comms::running_threads();
  KITT_VALIDATE(running == found,
                fmt::format("{} of {} threads run (OMP_THREAD_LIMIT or OMP_DYNAMIC of the "
                            "environment holds OpenMP back): unset it, or give --threads {}",
                            running, found, running));
  KITT_VALIDATE(options.comms_threads < found,
                fmt::format("--comms-threads {} of {} threads per rank (none is left to compute): "
                            "give fewer, or more --threads",
                            options.comms_threads, found));
}

perf::Provenance describe_program(Options const& options, comms::Communicator const& world) {
  using namespace build_info;
  return {.command_line = options.command_line,
          .time = world.broadcast(perf::utc_time_now()),
          .kitt_version = std::string(version),
          .git_commit = std::string(git_commit),
          .compiler = fmt::format("{} {}", compiler, compiler_version),
          .compiler_flags = std::string(cxx_flags),
          .build_type = std::string(build_type),
          .kokkos_version =
              version_text(KOKKOS_VERSION_MAJOR, KOKKOS_VERSION_MINOR, KOKKOS_VERSION_PATCH),
          .kokkos_backend = backend(),
          .kokkos_kernels_version =
              version_text(KOKKOSKERNELS_VERSION_MAJOR, KOKKOSKERNELS_VERSION_MINOR,
                           KOKKOSKERNELS_VERSION_PATCH),
          .mpi_version = comms::Communicator::library_version(),
          .message_transport = comms::message_transport(),
          .hostnames = world.hostnames(),
          .label = options.label};
}

std::string volume_convention(comms::VolumeOf of) {
  constexpr std::array names{"per rank", "per node", "whole job"};
  return names[static_cast<std::size_t>(of)];
}

perf::Configuration describe_run(Options const& options, comms::Communicator const& world,
                                 comms::Binding binding, std::size_t page_bytes) {
  return {.benchmark = to_string(options.command),
          .ranks = world.size(),
          .nodes = world.nodes(),
          .ranks_per_node = world.ranks_per_node(),
          .threads_per_rank = threads_found(),
          .lanes_single = native_lanes<float>,
          .lanes_double = native_lanes<double>,
          .binding = std::move(binding),
          .huge_pages = comms::to_string(options.huge_pages),
          .page_bytes = page_bytes,
          .seed = options.seed,
          .precision = options.precision,
          .ls = options.ls,
          .gauge = options.gauge,
          .boundary = options.boundary == TimeBoundary::periodic ? "periodic" : "antiperiodic",
          .volume_convention = volume_convention(options.volume_of()),
          .scaling = to_string(options.scaling),
          .transport = comms::to_string(options.transport),
          .comms_precision = options.comms_precision,
          .strategy = to_string(options.strategies),
          .comms_threads = options.comms_threads,
          .flops_per_site = static_cast<int>(options.flops_per_site),
          .minimum_seconds = options.min_seconds,
          .minimum_samples = options.min_samples,
          .tune = perf::to_string(options.tune),
          .environment = perf::variables_that_matter(environ),
          .mpi_protocol = comms::message_limits()};
}

std::string safe_for_file_name(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](unsigned char c) { return std::isalnum(c) == 0 && c != '-' && c != '.'; }, '_');
  return text;
}

// Two runs may start in one folder within one second: whoever comes second takes another name.
perf::RunRecord record_of_default_name(perf::RecordFiles files, Options const& options,
                                       perf::RecordHeader const& header) {
  auto const stem = fmt::format("kitt-{}-{}-{}", to_string(options.command),
                                safe_for_file_name(header.provenance.hostnames.front()),
                                perf::utc_time_for_file_name());
  for (int i = 1;; ++i) {
    files.json = i == 1 ? stem + ".json" : fmt::format("{}-{}.json", stem, i);
    if (fs::exists(files.json)) // which --force does not mean
      continue;
    try {
      return {files, header};
    } catch (FileTaken const&) {
      if (!fs::exists(files.json))
        throw; // it is the CSV file
    }
  }
}

perf::RecordFiles record_files(Options const& options) {
  return {.json = options.resume_path.empty() ? options.json_path : options.resume_path,
          .csv = options.csv_path,
          .overwrite = options.overwrite()};
}

perf::RunRecord new_or_resumed_record(Options const& options, perf::RecordHeader const& header) {
  auto const files = record_files(options);
  if (!options.resume_path.empty())
    return perf::RunRecord::resume(files, header);
  return files.json.empty() ? record_of_default_name(files, options, header)
                            : perf::RunRecord(files, header);
}

// What pages the system gives now: a reserve that is too small is found out at the start.
std::size_t huge_bytes_of_probe(MemorySource const& memory) {
  if constexpr (!BackendTraits<ExecutionSpace>::on_host)
    return 0;
  auto const block = memory("kitt::miniapp::page_probe", huge_page);
  std::memset(block.get(), 1, huge_page);
  return comms::huge_page_bytes_obtained();
}

/// Collective.
std::string pages_found(comms::Communicator const& world, double huge_bytes) {
  auto const ranks = static_cast<int>(world.sum(huge_bytes > 0 ? 1 : 0));
  if (ranks > 0 && ranks < world.size())
    return fmt::format("2 MiB pages on {} of {} ranks", ranks, world.size());
  return ranks > 0 ? "2 MiB pages" : "the default pages";
}

bool shares_out_lattices(Command command) {
  return command == Command::itt || command == Command::dslash || command == Command::halo;
}

/// What each rank may count as its own, the same on all: where the ranks of a node reach one cache
/// together, its share; the least of all ranks.
std::vector<comms::CacheUse> cache_shares(std::vector<comms::CacheUse> const& own,
                                          comms::Topology const& machine,
                                          comms::Communicator const& world) {
  constexpr int last_level = 4;
  std::vector<comms::CacheUse> result;
  for (int level = 1; level <= last_level; ++level) {
    comms::CacheUse share{.level = level};
    for (auto const& use : own)
      if (use.level == level)
        share = use;
    for (auto const& cache : machine.caches)
      if (cache.level == level && world.ranks_per_node() > 1)
        share.total_bytes =
            std::min(share.total_bytes, cache.size_bytes * static_cast<std::size_t>(cache.count) /
                                            static_cast<std::size_t>(world.ranks_per_node()));
    share.total_bytes = static_cast<std::size_t>(world.min(static_cast<double>(share.total_bytes)));
    if (share.total_bytes > 0)
      result.push_back(share);
  }
  return result;
}

} // namespace

Session::Session(Job const& job, Options options)
    : job_(job), options_(std::move(options)), header_{.provenance = {},
                                                       .configuration = {},
                                                       .topology = comms::discover_topology()},
      cpu_share_(comms::share_of_node(job_.world())),
      kokkos_(kokkos_settings(options_, header_.topology, cpu_share_)),
      memory_(comms::huge_page_source(options_.huge_pages)), energy_(job_.world()),
      progress_(communicator().rank() == 0 ? Progress() : Progress(Progress::Mode::silent)) {
  check_threads_found(options_);
  auto const& world = communicator();
  auto& run = header_.configuration;
  header_.provenance = describe_program(options_, world);
  run = describe_run(options_, world, comms::bind_threads(options_.bind, cpu_share_, world),
                     header_.topology.page_bytes);
  run.rank_bindings = perf::gather_bindings(world, run.binding);
  run.binding.warnings = perf::joined_warnings(run.rank_bindings);
  run.energy_source = energy_.source();
  limit_comms_threads();
  warn_of_idle_cores();
  check_files();
  if (shares_out_lattices(options_.command))
    choose_grid();
  auto const huge_bytes = static_cast<double>(huge_bytes_of_probe(memory_));
  open_record();
  record_->note_huge_page_bytes(static_cast<std::size_t>(communicator().sum(huge_bytes)));
  print(header_text(header_, pages_found(world, huge_bytes), energy_.details(), record_path_));
}

/// All files that this run will write, against those it reads, before it reads or writes any.
void Session::check_files() const {
  comms::on_first_rank(communicator(), [this] {
    auto outputs = perf::named_files(record_files(options_));
    outputs.push_back({"--write", options_.machine_path});
    std::vector<NamedFile> inputs{{"--baseline", options_.baseline_path},
                                  {"--halo", options_.halo_record_path}};
    if (options_.gauge_from_file())
      inputs.push_back({"--gauge", options_.gauge});
    check_outputs(outputs, inputs,
                  options_.resume_path.empty() ? options_.overwrite() : Overwrite::yes);
    return std::string();
  });
}

void Session::limit_comms_threads() {
  if (options_.comms_threads <= 1 || job_.mpi().multiple())
    return;
  header_.configuration.binding.warnings.push_back(
      fmt::format("this MPI lets only one thread call it (no MPI_THREAD_MULTIPLE): 1 comms thread "
                  "instead of {}",
                  options_.comms_threads));
  header_.configuration.comms_threads = options_.comms_threads = 1;
}

void Session::warn_of_idle_cores() {
  auto variable = variable_of_threads(options_);
  if (char const* const limit = std::getenv("OMP_THREAD_LIMIT"); variable && limit != nullptr)
    *variable += fmt::format(" and OMP_THREAD_LIMIT={}", limit);
  if (variable && threads_found() < cpu_share_.threads)
    header_.configuration.binding.warnings.push_back(
        fmt::format("{} in the environment: {} per rank, though each may use {}: give --threads, "
                    "or unset it",
                    *variable, perf::counted(threads_found(), "thread"),
                    perf::counted(cpu_share_.threads, "core")));
}

/// Rank 0 reads the file; all learn its extents, or what is wrong with it.
Extents Session::read_gauge() {
  auto const& world = communicator();
  comms::on_all_ranks(world, [&] {
    if (world.rank() > 0)
      return;
    gauge_from_file_ = read_gauge_file(options_.gauge).field;
  });
  auto extents = gauge_from_file_.extents;
  for (auto& extent : extents)
    extent = static_cast<int>(world.max(extent));
  return extents;
}

void Session::choose_grid() {
  KITT_VALIDATE(BackendTraits<ExecutionSpace>::on_host || communicator().size() == 1,
                fmt::format("{} ranks on {} (KITT exchanges faces in the CPU's memory): run one "
                            "rank, or a KITT built with KITT_GPU=none",
                            communicator().size(), backend()));
  if (options_.gauge_from_file())
    volumes_ = {read_gauge()};
  else if (options_.global)
    volumes_ = {*options_.global};
  else
    for (int const l :
         options_.command == Command::halo ? options_.halo_sizes() : options_.hopping_sizes())
      volumes_.push_back({l, l, l, l});
  grid_ = comms::choose_grid(communicator().places(), volumes_, options_.volume_of(), options_.mpi);
  if (options_.volume_of() == comms::VolumeOf::job)
    header_.configuration.global_volume = volumes_.front();
  header_.configuration.grid = grid_.ranks();
  header_.configuration.node_block = grid_.node_block();
}

void Session::open_record() {
  auto const text = comms::on_first_rank(communicator(), [this] {
    record_.emplace(new_or_resumed_record(options_, header_));
    if (!options_.baseline_path.empty())
      record_->set_baseline(options_.baseline_path);
    return record_->path().string() + '\n' + record_->text();
  });
  auto const end = text.find('\n');
  record_path_ = text.substr(0, end);
  if (!record_)
    record_.emplace(perf::RunRecord::mirror(text.substr(end)));
  else if (options_.command != Command::machine)
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
  comms::check_memory(on_host * static_cast<std::size_t>(ranks_on_this_node()), what);
}

int Session::ranks_on_this_node() const {
  auto const& places = communicator().places();
  auto const own = places[static_cast<std::size_t>(communicator().rank())].node;
  return static_cast<int>(std::count_if(places.begin(), places.end(),
                                        [&](auto const& place) { return place.node == own; }));
}

double Session::worst_error(double own) const {
  return communicator().max(std::isfinite(own) ? own : std::numeric_limits<double>::infinity());
}

perf::Ceilings const& Session::ceilings() {
  if (ceilings_)
    return *ceilings_;
  ceilings_ = record_->ceilings();
  if (!ceilings_) {
    progress_.show("measuring this machine's ceilings");
    ceilings_ = measure_ceilings();
    progress_.clear();
    record_->set_ceilings(*ceilings_);
  }
  return *ceilings_;
}

perf::Ceilings Session::measure_ceilings() const {
  // Who asks for one size alone wants to see it soon.
  bool const one_size = options_.command == Command::dslash && options_.l.size() == 1;
  auto const effort =
      options_.quick || one_size ? perf::CeilingEffort::quick : perf::CeilingEffort::normal;
  auto const& world = communicator();
  auto shared = binding();
  shared.caches = cache_shares(shared.caches, topology(), world);
  auto own = comms::memory_of_rank(ranks_on_this_node());
  auto of_node = topology().memory_bytes;
  if (auto const device = device_of(ExecutionSpace())) {
    shared.caches = {{.level = 2, .total_bytes = device->cache_bytes}};
    own = of_node = device->memory_bytes;
  }
  // the same sets on all ranks
  auto const most = world.min(
      static_cast<double>(perf::most_ceiling_bytes(of_node, own, world.ranks_per_node())));
  auto what = perf::ceiling_options(shared, static_cast<std::size_t>(most), effort);
  what.slowest = SlowestRank{world};
  return perf::ceilings_per_node(
      perf::measure_ceilings(what), [&](double value) { return world.sum(value); }, world.nodes());
}

void Session::measure_ceilings_again() {
  if (std::exchange(ceilings_measured_again_, true))
    return;
  print("          ceilings are measured again, since the next figure lies above them\n");
  progress_.show("measuring this machine's ceilings again");
  ceilings_ = perf::better_of(ceilings(), measure_ceilings());
  record_->set_ceilings(*ceilings_);
}

Tuner& Session::tuner() {
  if (!tuner_)
    tuner_.emplace(options_.tune, communicator(), header_,
                   [this](std::string const& warning) { print(header_line("WARNING", warning)); });
  return *tuner_;
}

void Session::skip(perf::CellKey const& key, std::string const& reason) {
  perf::SkippedCell const cell{key, reason};
  record_->add(cell);
  print(perf::skipped_row(cell));
}

void Session::fail(perf::FailedCell const& cell) {
  record_->add(cell);
  print(perf::failed_row(cell));
}

void Session::expect(int cells) {
  pace_.emplace(cells, static_cast<int>(record_->cells()), perf::SteadySeconds()());
}

void Session::show(std::string const& what) {
  auto const pace =
      pace_ ? pace_->text(static_cast<int>(record_->cells()), perf::SteadySeconds()()) : "";
  progress_.show(pace + what);
}

void Session::print(std::string const& text) {
  if (communicator().rank() != 0)
    return;
  progress_.clear();
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

void Session::note_pages() {
  auto const bytes = static_cast<double>(comms::huge_page_bytes_obtained());
  record_->note_huge_page_bytes(static_cast<std::size_t>(communicator().sum(bytes)));
}

void Session::finish() {
  record_->finish();
  if (auto const efficiency = record_->efficiency())
    print(perf::efficiency_text(*efficiency));
  auto const measured = record_->ceilings().value_or(perf::Ceilings{});
  print(perf::doubts_text(
      perf::doubts_of(record_->hopping_cells(), record_->memory_cells(), record_->halo_cells()),
      measured.missing));
  print(fmt::format("Record: {}\n", record_path_));
}

} // namespace kitt::miniapp
