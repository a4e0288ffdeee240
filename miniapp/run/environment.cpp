// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/environment.hpp"

#include "core/base/error.hpp"

#include <CLI/CLI.hpp>
#include <array>
#include <charconv>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace kitt::miniapp {

namespace {

std::optional<std::string> value_of(char const* name) {
  char const* const value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

/// The whole number that a text begins with.
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
  KITT_VALIDATE(number && *number >= least && *number <= std::numeric_limits<int>::max(),
                fmt::format("{}={} (Kokkos wants a whole number from {} on): mend or unset it",
                            name, *value, least));
}

void check_choice(char const* name, std::vector<std::string> const& choices) {
  auto const value = value_of(name);
  if (!value)
    return;
  auto const lower = CLI::detail::to_lower(*value);
  KITT_VALIDATE(std::find(choices.begin(), choices.end(), lower) != choices.end(),
                fmt::format("{}={} (Kokkos wants one of {}): mend or unset it", name, *value,
                            fmt::join(choices, ", ")));
}

void check_room(std::string const& asked, long threads) {
  KITT_VALIDATE(threads <= most_threads,
                fmt::format("{} (Kokkos has room for {} threads per rank): give fewer, and start "
                            "more ranks per node",
                            asked, most_threads));
}

} // namespace

std::optional<std::string> variable_of_threads(RunOptions const& options) {
  if (options.threads > 0)
    return std::nullopt;
  for (char const* const name : {"KOKKOS_NUM_THREADS", "OMP_NUM_THREADS"})
    if (auto const value = value_of(name); value && !value->empty())
      return fmt::format("{}={}", name, *value);
  return std::nullopt;
}

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
    check_room(*variable, leading_number(value, ", ").value_or(1)); // OpenMP takes lists
  }
}

} // namespace kitt::miniapp
