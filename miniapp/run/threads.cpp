// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/threads.hpp"

#include "comms/node/binding.hpp"
#include "miniapp/run/environment.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

void check_threads(RunOptions const& options, comms::Topology const& topology) {
  constexpr int most_per_hardware_thread = 4;
  auto const hardware = topology.allowed_hardware_threads;
  KITT_VALIDATE(hardware == 0 || options.threads <= most_per_hardware_thread * hardware,
                fmt::format("--threads {} (this process may use {} hardware threads): give at "
                            "most {}",
                            options.threads, hardware, hardware));
}

} // namespace

Kokkos::InitializationSettings kokkos_settings(RunOptions const& options,
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

int threads_found() {
  return Kokkos::DefaultHostExecutionSpace().concurrency();
}

void check_threads_found(RunOptions const& options) {
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

std::optional<std::string> warning_of_idle_cores(RunOptions const& options,
                                                 comms::CpuShare const& share) {
  auto variable = variable_of_threads(options);
  if (!variable || threads_found() >= share.threads)
    return std::nullopt;
  if (char const* const limit = std::getenv("OMP_THREAD_LIMIT"))
    *variable += fmt::format(" and OMP_THREAD_LIMIT={}", limit);
  return fmt::format("{} in the environment: {} per rank, though each may use {}: give --threads, "
                     "or unset it",
                     *variable, perf::counted(threads_found(), "thread"),
                     perf::counted(share.threads, "core"));
}

} // namespace kitt::miniapp
