// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/threads.hpp"

#include "comms/node/binding.hpp"
#include "core/backend/backend_traits.hpp"
#include "core/base/error.hpp"
#include "perf/text/words.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace kitt::miniapp {

namespace {

/// Largest number of threads of Kokkos' OpenMP backend (Kokkos::Impl::OpenMPTraits).
constexpr int most_threads = 512;

std::optional<std::string> value_of(char const* name) {
  char const* const value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

/// Returns the whole number at the start of a text. Returns nothing if the next character is not in
/// `may_follow`.
std::optional<long> leading_number(std::string const& text, std::string_view may_follow = "") {
  long number = 0;
  auto const* const end = text.data() + text.size();
  auto const [rest, error] = std::from_chars(text.data(), end, number);
  bool const good = rest == end || may_follow.find(*rest) != std::string_view::npos;
  return error == std::errc{} && good ? std::optional(number) : std::nullopt;
}

void check_number(char const* name, long least) {
  auto const value = value_of(name);
  if (!value)
    return;
  auto const number = leading_number(*value);
  KITT_VALIDATE(
      number && *number >= least && *number <= std::numeric_limits<int>::max(),
      fmt::format("{}={} (Kokkos needs a whole number of at least {}): correct or unset it", name,
                  *value, least));
}

void check_choice(char const* name, std::vector<std::string> const& choices) {
  auto const value = value_of(name);
  if (!value)
    return;
  auto const lower = CLI::detail::to_lower(*value);
  KITT_VALIDATE(std::find(choices.begin(), choices.end(), lower) != choices.end(),
                fmt::format("{}={} (Kokkos accepts only {}): correct or unset it", name, *value,
                            fmt::join(choices, ", ")));
}

void check_room(std::string const& asked, long threads) {
  KITT_VALIDATE(threads <= most_threads,
                fmt::format("{} (Kokkos can run at most {} threads per rank): give fewer, and "
                            "start more ranks per node",
                            asked, most_threads));
}

/// Returns the variable that gives the number of threads, as "OMP_NUM_THREADS=1". Returns nothing
/// if --threads or the number of cores determines the number of threads.
std::optional<std::string> variable_of_threads(RunOptions const& options) {
  if (options.threads > 0)
    return std::nullopt;
  for (char const* const name : {"KOKKOS_NUM_THREADS", "OMP_NUM_THREADS"})
    if (auto const value = value_of(name); value && !value->empty())
      return fmt::format("{}={}", name, *value);
  return std::nullopt;
}

void check_threads(RunOptions const& options, comms::Topology const& topology) {
  constexpr int most_per_hardware_thread = 4;
  auto const hardware = topology.allowed_hardware_threads;
  KITT_VALIDATE(hardware == 0 || options.threads <= most_per_hardware_thread * hardware,
                fmt::format("--threads {} (this process may use only {} hardware threads): give "
                            "at most {}",
                            options.threads, hardware, hardware));
}

} // namespace

void check_environment(RunOptions const& options) {
  check_number("KOKKOS_NUM_THREADS", 1);
  check_number("KOKKOS_DEVICE_ID", 0);
  for (char const* const name :
       {"KOKKOS_DISABLE_WARNINGS", "KOKKOS_PRINT_CONFIGURATION", "KOKKOS_TUNE_INTERNALS"})
    check_choice(name, {"yes", "true", "1", "no", "false", "0"});
  check_choice("KOKKOS_MAP_DEVICE_ID_BY", {"mpi_rank", "random"});
  check_room(fmt::format("--threads {}", options.threads), options.threads);
  if (auto const variable = variable_of_threads(options)) {
    auto const value = variable->substr(variable->find('=') + 1);
    check_room(*variable, leading_number(value, ", ").value_or(1)); // OpenMP accepts lists
  }
}

Kokkos::InitializationSettings kokkos_settings(RunOptions const& options,
                                               comms::Topology const& topology,
                                               comms::CpuShare const& share) {
  KITT_VALIDATE(kernels_can_run(),
                fmt::format("this process sees no GPU (the kernels of this program run on one, by "
                            "Kokkos' backend {}): start it on a node with a GPU, or build KITT for "
                            "CPUs",
                            ExecutionSpace::name()));
  check_threads(options, topology);
  auto const threads =
      std::min(most_threads, options.threads > 0 ? options.threads : comms::default_threads(share));
  Kokkos::InitializationSettings settings;
  // Kokkos would recommend OMP_PROC_BIND, which puts all ranks of a node on one core. KITT binds
  // threads itself.
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
  KITT_VALIDATE(
      options.threads == 0 || found == options.threads,
      fmt::format("--threads {} (the {} backend has {}): build KITT with OpenMP, or leave "
                  "the option out",
                  options.threads, Kokkos::DefaultHostExecutionSpace::name(), found));
  auto const running = comms::running_threads();
  KITT_VALIDATE(running == found,
                fmt::format("{} of {} threads run (OMP_THREAD_LIMIT or OMP_DYNAMIC in the "
                            "environment limits OpenMP): unset it, or give --threads {}",
                            running, found, running));
  KITT_VALIDATE(options.comms_threads < found,
                fmt::format("--comms-threads {} of {} threads per rank (no thread is left to "
                            "compute): give fewer, or more --threads",
                            options.comms_threads, found));
}

std::optional<std::string> warning_of_idle_cores(RunOptions const& options,
                                                 comms::CpuShare const& share) {
  auto variable = variable_of_threads(options);
  if (!variable || threads_found() >= share.threads)
    return std::nullopt;
  if (auto const limit = value_of("OMP_THREAD_LIMIT"))
    *variable += fmt::format(" and OMP_THREAD_LIMIT={}", *limit);
  return fmt::format("{} in the environment: {} per rank, although each rank may use {}: give "
                     "--threads, or unset the variable",
                     *variable, perf::counted(threads_found(), "thread"),
                     perf::counted(share.threads, "core"));
}

} // namespace kitt::miniapp
