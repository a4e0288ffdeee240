// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/header.hpp"

#include "comms/ranks/message_transport.hpp"
#include "comms/ranks/simulation.hpp"
#include "core/backend/backend_traits.hpp"
#include "core/lattice/lattice.hpp"
#include "kitt_build_info.hpp"
#include "miniapp/run/threads.hpp"
#include "perf/measure/own_gpu.hpp"
#include "perf/record/run_environment.hpp"
#include "perf/tables/cell_tables.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#if KITT_KOKKOS_KERNELS
#include <KokkosKernels_config.h>
#endif

namespace kitt::miniapp {

namespace {

using perf::counted;

constexpr std::size_t most_ranks_listed = 8;

std::string version_text(int major, int minor, int patch) {
  return fmt::format("{}.{}.{}", major, minor, patch);
}

/// Returns the version of Kokkos Kernels, or "none" if the program was built without it.
std::string kokkos_kernels_version() {
#if KITT_KOKKOS_KERNELS
  return version_text(KOKKOSKERNELS_VERSION_MAJOR, KOKKOSKERNELS_VERSION_MINOR,
                      KOKKOSKERNELS_VERSION_PATCH);
#else
  return "none";
#endif
}

std::string machine_line(comms::Topology const& machine) {
  return fmt::format("{} ({}): {}, {}, {}, {}", machine.cpu_model, machine.architecture,
                     counted(machine.sockets, "socket"),
                     counted(static_cast<int>(machine.numa_domains.size()), "NUMA domain"),
                     counted(machine.cores, "core"),
                     counted(machine.hardware_threads, "hardware thread"));
}

std::string simulation_line(comms::SimulatedMachine const& machine) {
  return fmt::format("{}: the simulated network gives the times; computing takes {}; "
                     "ceilings are unknown",
                     machine.platform,
                     machine.computing == comms::SimulatedComputing::none
                         ? "no time"
                         : "as long as on one core of this host");
}

std::string rank_line(perf::RecordHeader const& header) {
  auto const& run = header.configuration;
  return fmt::format("{} on {}, {} per node: {}", run.ranks, counted(run.nodes, "node"),
                     run.ranks_per_node, fmt::join(header.provenance.hostnames, " "));
}

std::string thread_line(perf::Configuration const& run) {
  return fmt::format("{} per rank, --bind {}; they run on {} in {}: {}", run.threads_per_rank,
                     kitt::to_string(run.binding.policy), counted(run.binding.cores, "core"),
                     counted(run.binding.numa_domains, "NUMA domain"),
                     fmt::join(run.binding.thread_cpusets, " | "));
}

/// Returns a number for all ranks, as "1 core", or "1 to 2 cores" if ranks differ.
template <class Count>
std::string range_of(std::vector<perf::RankBinding> const& ranks, std::string_view what,
                     Count const& count) {
  std::vector<int> counts;
  for (auto const& rank : ranks)
    counts.push_back(count(rank));
  auto const [least, most] = std::minmax_element(counts.begin(), counts.end());
  return *least == *most ? counted(*least, what)
                         : fmt::format("{} to {}", *least, counted(*most, what));
}

/// Returns lines about the threads of all ranks, and a line for each rank if there are few ranks.
std::string thread_lines(perf::Configuration const& run) {
  auto const& ranks = run.rank_bindings;
  auto const threads = range_of(ranks, "thread", [](auto const& rank) {
    return static_cast<int>(rank.thread_cpusets.size());
  });
  auto const cores = range_of(ranks, "core", [](auto const& rank) { return rank.cores; });
  auto const domains =
      range_of(ranks, "NUMA domain", [](auto const& rank) { return rank.numa_domains; });
  auto text = header_line("threads", fmt::format("--bind {}; each rank has {} on {} in {}",
                                                 kitt::to_string(run.binding.policy), threads,
                                                 cores, domains));
  if (ranks.size() <= most_ranks_listed)
    for (auto const& rank : ranks)
      text += header_line(fmt::format("  rank {}", rank.rank), perf::describe(rank));
  return text;
}

/// Returns how faces of operators leave this rank; empty if they are messages from the memory of
/// the host.
std::string way_of_faces(perf::RecordHeader const& header) {
  auto const& run = header.configuration;
  if (!run.grid)
    return "";
  if (run.transport == "direct")
    return "faces are sent from the memory of the GPU; ";
  if (header.provenance.gpu)
    return "faces are copied to the host and sent from there, unless a cell says direct; ";
  return run.transport == "shm" && run.ranks_per_node > 1
             ? "faces inside a node by windows of shared memory; "
             : "";
}

/// Describes the transport of faces and messages.
std::string transport_line(perf::RecordHeader const& header) {
  auto const& told = header.provenance.message_transport;
  return fmt::format("{}messages by {}", way_of_faces(header),
                     told.empty() ? "a network library that MPI chooses and does not name" : told);
}

/// Returns a text like "OMP_PLACES=cores UCX_TLS=rc".
std::string named_texts(perf::NamedTexts const& texts) {
  std::string text;
  for (auto const& [name, value] : texts)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  return text.empty() ? "none" : text;
}

std::string volume_text(perf::Configuration const& run) {
  if (run.global_volume)
    return "global volume " + to_string(*run.global_volume);
  return run.volume_convention == "whole job" ? "global volume of the gauge file"
                                              : "local volume L^4 " + run.volume_convention;
}

} // namespace

std::string backend() {
  auto const device = device_of(ExecutionSpace());
  return ExecutionSpace::name() + (device ? " on " + device->name : std::string());
}

std::string mpi_name(perf::Provenance const& program) {
  return program.mpi_version.substr(0, program.mpi_version.find(','));
}

perf::Provenance describe_program(RunOptions const& options, comms::Communicator const& world) {
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
          .kokkos_kernels_version = kokkos_kernels_version(),
          .mpi_version = comms::Communicator::library_version(),
          .message_transport = comms::message_transport(),
          .gpu = perf::gpu_of_first_rank(world),
          .hostnames = world.hostnames(),
          .label = options.label};
}

perf::Configuration describe_run(BenchmarkRun const& benchmark, comms::Communicator const& world,
                                 comms::Binding binding, std::size_t page_bytes) {
  auto const& options = benchmark.options;
  perf::Configuration run{.benchmark = options.benchmark,
                          .ranks = world.size(),
                          .nodes = world.nodes(),
                          .ranks_per_node = world.ranks_per_node(),
                          .threads_per_rank = threads_found(),
                          .lanes_single = native_lanes<float>,
                          .lanes_double = native_lanes<double>,
                          .binding = std::move(binding),
                          .huge_pages = kitt::to_string(options.huge_pages),
                          .first_touch = kitt::to_string(options.first_touch),
                          .page_bytes = page_bytes,
                          .seed = options.seed,
                          .gauge = "hot",
                          .boundary = "periodic",
                          .volume_convention = {},
                          .transport = kitt::to_string(options.transport),
                          .comms_threads = options.comms_threads,
                          .minimum_seconds = options.min_seconds,
                          .minimum_samples = options.min_samples,
                          .tune = "quick",
                          .environment = perf::variables_that_matter(environ),
                          .mpi_protocol = comms::message_limits(),
                          .simulated = comms::simulated_machine()};
  // Every record has all these keys. If a benchmark does not have an option, its key holds the
  // default of the option.
  FieldOptions().describe(run);
  benchmark.describe(run);
  return run;
}

comms::PagesObtained pages_of_probe(MemorySource const& memory) {
  if constexpr (!BackendTraits<ExecutionSpace>::on_host)
    return {};
  auto const block = memory("kitt::miniapp::page_probe", comms::huge_page_bytes);
  std::memset(block.get(), 1, comms::huge_page_bytes);
  return comms::pages_obtained();
}

std::string pages_found(comms::Communicator const& world, comms::PagesObtained const& own) {
  auto const largest = own.by_size.empty() ? 0 : own.by_size.rbegin()->first;
  auto const* const name = largest >= comms::gigantic_page_bytes ? "1 GiB pages" : "2 MiB pages";
  auto const ranks = static_cast<int>(world.sum(own.huge_bytes > 0 ? 1 : 0));
  if (ranks > 0 && ranks < world.size())
    return fmt::format("{} on {} of {} ranks", name, ranks, world.size());
  return ranks > 0 ? name : "the default pages";
}

std::string header_line(std::string_view name, std::string const& text) {
  return fmt::format("  {:<12} {}\n", name, text);
}

std::string header_text(perf::RecordHeader const& header, AsFound const& found) {
  auto const& program = header.provenance;
  auto const& run = header.configuration;
  auto text = fmt::format("KITT {} (commit {}): kitt {}, {}\n", program.kitt_version,
                          program.git_commit, run.benchmark, program.time);
  if (!program.label.empty())
    text += header_line("label", program.label);
  if (run.simulated)
    text += header_line("SIMULATED", simulation_line(*run.simulated));
  text += header_line(run.simulated ? "host" : "machine", machine_line(header.topology));
  if (program.gpu)
    text += header_line("GPU", perf::describe(*program.gpu));
  text += header_line("ranks", rank_line(header));
  if (run.ranks > 1 && run.grid)
    text += header_line("grid",
                        fmt::format("{} of ranks, node block {}; {} scaling", to_string(*run.grid),
                                    to_string(*run.node_block), run.scaling));
  if (run.ranks > 1)
    text += found.benchmark_lines + header_line("transport", transport_line(header)) +
            header_line("MPI limits", named_texts(run.mpi_protocol));
  text += run.ranks > 1 ? thread_lines(run) : header_line("threads", thread_line(run));
  text += header_line("lanes", fmt::format("{} single, {} double ({})", run.lanes_single,
                                           run.lanes_double, header.topology.simd_compiled));
  text +=
      header_line("pages", fmt::format("{}; --hugepages {}, --first-touch {}; fields lie on {}",
                                       perf::readable_bytes(static_cast<double>(run.page_bytes)),
                                       run.huge_pages, run.first_touch, found.pages));
  text += header_line("energy", fmt::format("{} ({})", run.energy_source, found.energy));
  text += header_line("compiler", fmt::format("{}, {}: {}", program.compiler, program.build_type,
                                              program.compiler_flags));
  text +=
      header_line("libraries", fmt::format("Kokkos {} ({}), {}, {}", program.kokkos_version,
                                           program.kokkos_backend,
                                           build_info::has_kokkos_kernels
                                               ? "Kokkos Kernels " + program.kokkos_kernels_version
                                               : "no Kokkos Kernels",
                                           mpi_name(program)));
  text += header_line("environment", named_texts(run.environment));
  text += header_line(
      "conventions",
      fmt::format("{}; {}figures from the median time; 1 GB = 10^9 bytes", volume_text(run),
                  found.has_hopping_term ? fmt::format("{} flops per site; ", run.flops_per_site)
                                         : ""));
  if (run.ranks > 1)
    text +=
        header_line("", "the slowest rank gives the time; all ranks of a node together measure its "
                        "ceilings");
  text += header_line("record", found.record);
  for (auto const& warning : run.binding.warnings)
    text += header_line("WARNING", warning);
  return text + '\n';
}

} // namespace kitt::miniapp
