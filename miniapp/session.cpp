// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/session.hpp"

#include "comms/available_memory.hpp"
#include "core/backend_traits.hpp"
#include "core/error.hpp"
#include "core/link_field.hpp"
#include "kitt_build_info.hpp"
#include "perf/report.hpp"

#include <KokkosKernels_config.h>
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

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

Kokkos::InitializationSettings kokkos_settings(int threads) {
  Kokkos::InitializationSettings settings;
  // Kokkos would advise OMP_PROC_BIND, which puts all ranks of a node on one core; we bind.
  settings.set_disable_warnings(true);
  if (threads > 0)
    settings.set_num_threads(threads);
  return settings;
}

perf::Provenance describe_program(Options const& options, comms::Communicator const& world) {
  using namespace build_info;
  return {.command_line = options.command_line,
          .time = perf::utc_time_now(),
          .kitt_version = std::string(version),
          .git_commit = std::string(git_commit),
          .compiler = fmt::format("{} {}", compiler, compiler_version),
          .compiler_flags = std::string(cxx_flags),
          .build_type = std::string(build_type),
          .kokkos_version =
              version_text(KOKKOS_VERSION_MAJOR, KOKKOS_VERSION_MINOR, KOKKOS_VERSION_PATCH),
          .kokkos_backend = ExecutionSpace::name(),
          .kokkos_kernels_version =
              version_text(KOKKOSKERNELS_VERSION_MAJOR, KOKKOSKERNELS_VERSION_MINOR,
                           KOKKOSKERNELS_VERSION_PATCH),
          .mpi_version = comms::Communicator::library_version(),
          .hostnames = world.hostnames()};
}

perf::Configuration describe_run(Options const& options, comms::Communicator const& world,
                                 comms::Binding binding, std::size_t page_bytes) {
  return {.benchmark = to_string(options.command),
          .ranks = world.size(),
          .nodes = world.nodes(),
          .ranks_per_node = world.ranks_per_node(),
          .threads_per_rank = ExecutionSpace().concurrency(),
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
          .volume_convention = options.per_rank ? "per rank" : "per node",
          .flops_per_site = static_cast<int>(options.flops_per_site),
          .minimum_seconds = options.min_seconds,
          .minimum_samples = options.min_samples,
          .tune = perf::to_string(options.tune)};
}

std::string safe_for_file_name(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](unsigned char c) { return std::isalnum(c) == 0 && c != '-' && c != '.'; }, '_');
  return text;
}

// Two runs may start within one second.
fs::path default_record_name(Options const& options, perf::Provenance const& provenance) {
  auto const stem =
      fmt::format("kitt-{}-{}-{}", to_string(options.command),
                  safe_for_file_name(provenance.hostnames.front()), perf::utc_time_for_file_name());
  fs::path name = stem + ".json";
  for (int i = 2; fs::exists(name); ++i)
    name = fmt::format("{}-{}.json", stem, i);
  return name;
}

// What pages the system gives now: a reserve that is too small is found out at the start.
std::size_t huge_bytes_of_probe(MemorySource const& memory) {
  auto const block = memory("kitt::miniapp::page_probe", huge_page);
  std::memset(block.get(), 1, huge_page);
  return comms::huge_page_bytes_obtained();
}

std::string line(std::string_view name, std::string const& text) {
  return fmt::format("  {:<12} {}\n", name, text);
}

std::string counted(int count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string machine_line(comms::Topology const& machine) {
  return fmt::format("{} ({}): {}, {}, {}, {}", machine.cpu_model, machine.architecture,
                     counted(machine.sockets, "socket"),
                     counted(static_cast<int>(machine.numa_domains.size()), "NUMA domain"),
                     counted(machine.cores, "core"),
                     counted(machine.hardware_threads, "hardware thread"));
}

std::string thread_line(perf::Configuration const& run) {
  return fmt::format("{} per rank, --bind {}; as found on {} cores in {} NUMA domains: {}",
                     run.threads_per_rank, comms::to_string(run.binding.policy), run.binding.cores,
                     run.binding.numa_domains, fmt::join(run.binding.thread_cpusets, " | "));
}

} // namespace

struct Session::Runtimes {
  comms::MpiEnvironment mpi;
  comms::Communicator world;
  comms::CpuShare share = comms::share_of_node(world);
  Kokkos::ScopeGuard kokkos;

  Runtimes(int& argc, char**& argv, int threads)
      : mpi(argc, argv),
        kokkos(kokkos_settings(threads > 0 ? threads : comms::default_threads(share))) {}
};

Session::Session(int& argc, char**& argv, Options options) : options_(std::move(options)) {
  header_.topology = comms::discover_topology();
  check_threads(options_, header_.topology);
  runtimes_ = std::make_unique<Runtimes>(argc, argv, options_.threads);
  auto const& world = runtimes_->world;
  KITT_VALIDATE(world.size() == 1,
                fmt::format("{} ranks (this version computes on one rank only): start `kitt` "
                            "without mpirun, or with -n 1",
                            world.size()));
  auto const found = ExecutionSpace().concurrency();
  KITT_VALIDATE(options_.threads == 0 || found == options_.threads,
                fmt::format("--threads {} (the {} backend gives {}): build KITT with OpenMP, or "
                            "leave the option out",
                            options_.threads, ExecutionSpace::name(), found));
  header_.provenance = describe_program(options_, world);
  header_.configuration =
      describe_run(options_, world, comms::bind_threads(options_.bind, runtimes_->share, world),
                   header_.topology.page_bytes);
  memory_ = comms::huge_page_source(options_.huge_pages);
  auto const huge_bytes = huge_bytes_of_probe(memory_);
  open_record();
  record_->note_huge_page_bytes(huge_bytes);
  print_header(huge_bytes);
}

Session::~Session() = default;

comms::Communicator const& Session::communicator() const {
  return runtimes_->world;
}

void Session::open_record() {
  perf::RecordFiles files{.json = options_.json_path,
                          .csv = options_.csv_path,
                          .overwrite = options_.force ? perf::Overwrite::yes : perf::Overwrite::no};
  if (!options_.resume_path.empty()) {
    files.json = options_.resume_path;
    record_.emplace(perf::RunRecord::resume(files, header_));
    return;
  }
  if (files.json.empty())
    files.json = default_record_name(options_, header_.provenance);
  record_.emplace(files, header_);
}

void Session::print_header(std::size_t huge_bytes) {
  auto const& program = header_.provenance;
  auto const& run = header_.configuration;
  auto text = fmt::format("KITT {} (commit {}): kitt {}, {}\n", program.kitt_version,
                          program.git_commit, run.benchmark, program.time);
  text += line("machine", machine_line(header_.topology));
  text +=
      line("ranks", fmt::format("{} on {}, {} per node: {}", run.ranks, counted(run.nodes, "node"),
                                run.ranks_per_node, fmt::join(program.hostnames, " ")));
  text += line("threads", thread_line(run));
  text += line("lanes", fmt::format("{} single, {} double ({})", run.lanes_single, run.lanes_double,
                                    header_.topology.simd_compiled));
  text += line("pages",
               fmt::format("{}; --hugepages {}; as found fields lie on {}",
                           perf::readable_bytes(static_cast<double>(run.page_bytes)),
                           run.huge_pages, huge_bytes > 0 ? "2 MiB pages" : "the default pages"));
  text += line("compiler", fmt::format("{}, {}: {}", program.compiler, program.build_type,
                                       program.compiler_flags));
  text +=
      line("libraries", fmt::format("Kokkos {} ({}), Kokkos Kernels {}, {}", program.kokkos_version,
                                    program.kokkos_backend, program.kokkos_kernels_version,
                                    program.mpi_version.substr(0, program.mpi_version.find(','))));
  text += line("conventions",
               fmt::format("local volume L^4 {}; {} flops per site; figures from the median time; "
                           "1 GB = 10^9 bytes",
                           run.volume_convention, run.flops_per_site));
  text += line("record", record_->path().string());
  for (auto const& warning : run.binding.warnings)
    text += line("WARNING", warning);
  print(text + '\n');
}

perf::Ceilings const& Session::ceilings() {
  if (ceilings_)
    return *ceilings_;
  ceilings_ = record_->ceilings();
  if (!ceilings_) {
    progress_.show("measuring this machine's ceilings");
    // Who asks for one size alone wants to see it soon.
    bool const one_size = options_.command == Command::dslash && options_.l.size() == 1;
    auto const effort =
        options_.quick || one_size ? perf::CeilingEffort::quick : perf::CeilingEffort::normal;
    ceilings_ =
        perf::measure_ceilings(perf::ceiling_options(binding(), comms::available_memory(), effort));
    progress_.clear();
    record_->set_ceilings(*ceilings_);
  }
  return *ceilings_;
}

Tuner& Session::tuner() {
  if (!tuner_)
    tuner_.emplace(options_.tune, communicator(), header_,
                   [this](std::string const& warning) { print(line("WARNING", warning)); });
  return *tuner_;
}

void Session::print(std::string const& text) {
  if (communicator().rank() != 0)
    return;
  progress_.clear();
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

void Session::note_pages() {
  record_->note_huge_page_bytes(comms::huge_page_bytes_obtained());
}

void Session::finish() {
  record_->finish();
  print(fmt::format("Record: {}\n", record_->path().string()));
}

} // namespace kitt::miniapp
