// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/describe_run.hpp"

#include "comms/ranks/message_transport.hpp"
#include "core/backend/backend_traits.hpp"
#include "core/backend/device.hpp"
#include "kitt_build_info.hpp"
#include "miniapp/run/threads.hpp"
#include "perf/record/run_environment.hpp"

#include <KokkosKernels_config.h>
#include <cstring>
#include <fmt/format.h>
#include <unistd.h>

namespace kitt::miniapp {

namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;

std::string version_text(int major, int minor, int patch) {
  return fmt::format("{}.{}.{}", major, minor, patch);
}

} // namespace

std::string backend() {
  auto const device = device_of(ExecutionSpace());
  return ExecutionSpace::name() + (device ? " on " + device->name : std::string());
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
          .kokkos_kernels_version =
              version_text(KOKKOSKERNELS_VERSION_MAJOR, KOKKOSKERNELS_VERSION_MINOR,
                           KOKKOSKERNELS_VERSION_PATCH),
          .mpi_version = comms::Communicator::library_version(),
          .message_transport = comms::message_transport(),
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
                          .mpi_protocol = comms::message_limits()};
  // Every record has always had all keys: those of fields and kernels that a benchmark does not
  // have hold what was the default of the option.
  FieldOptions().describe(run);
  benchmark.describe(run);
  return run;
}

std::size_t huge_bytes_of_probe(MemorySource const& memory) {
  if constexpr (!BackendTraits<ExecutionSpace>::on_host)
    return 0;
  auto const block = memory("kitt::miniapp::page_probe", huge_page);
  std::memset(block.get(), 1, huge_page);
  return comms::pages_obtained().huge_bytes;
}

std::string pages_found(comms::Communicator const& world, std::size_t huge_bytes) {
  auto const ranks = static_cast<int>(world.sum(huge_bytes > 0 ? 1 : 0));
  if (ranks > 0 && ranks < world.size())
    return fmt::format("2 MiB pages on {} of {} ranks", ranks, world.size());
  return ranks > 0 ? "2 MiB pages" : "the default pages";
}

} // namespace kitt::miniapp
