// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>

namespace kitt::perf {

/// Values by name, in the order of names.
using NamedTexts = std::map<std::string, std::string>;

/// The variables of an environment (a null-terminated list of "NAME=value", as `environ`) that
/// change how fast a run is: those of OpenMP, Kokkos, MPI, its network libraries and the batch
/// system's choice of cores. Left out are variables that a launcher sets anew for every job, and
/// those whose name says that they hold a secret.
NamedTexts variables_that_matter(char const* const* environment);

} // namespace kitt::perf
