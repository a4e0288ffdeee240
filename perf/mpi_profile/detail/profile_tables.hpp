// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/mpi_profile/profile.hpp"
#include "perf/text/table.hpp"

#include <algorithm>
#include <fmt/format.h>

/// \file
/// The tables that profile_text() puts together. Empty where there is nothing to show.

namespace kitt::mpi_profile::detail {

/// All sizes of a routine together, with the columns of the IFS's profile.
std::string routine_table(Profile const& profile);
/// Calls by size, with the columns of BSMBench's profiles (IPM's).
std::string size_table(Profile const& profile);
std::string histogram_table(Profile const& profile);
std::string region_table(Profile const& profile);

std::string rank_table(Profile const& profile);
std::string node_table(Profile const& profile);
std::string matrix_table(Profile const& profile);

inline std::string number(std::uint64_t value) {
  return fmt::format("{}", value);
}
inline std::string megabytes(std::uint64_t bytes) {
  return fmt::format("{:.3f}", static_cast<double>(bytes) * 1e-6);
}
inline std::string megabytes(std::optional<std::uint64_t> const& bytes) {
  return bytes ? megabytes(*bytes) : "-";
}
inline std::string seconds(double time) {
  return fmt::format("{:.6f}", time);
}

} // namespace kitt::mpi_profile::detail
