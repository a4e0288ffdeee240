// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/mpi_profile/profile.hpp"

#include <string>

namespace kitt::mpi_profile::detail {

/// The run as a whole, as whole lines: its total and what communication takes of it, how far ranks,
/// sockets and nodes lie apart, and the run along time.
std::string run_text(Profile const& profile);

} // namespace kitt::mpi_profile::detail
