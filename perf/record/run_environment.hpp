// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <vector>

namespace kitt::perf {

/// Values by name, in the order of names.
using NamedTexts = std::map<std::string, std::string>;

/// Returns the variables that can change the speed of a run: variables of OpenMP, Kokkos, MPI, its
/// network libraries and the batch system's choice of cores. `environment` is a null-terminated
/// list of "NAME=value", like `environ`. Leaves out variables that a launcher sets for every job,
/// and variables whose names suggest a secret.
NamedTexts variables_that_matter(char const* const* environment);

/// Returns a sentence for each variable whose value differs between ranks. It names the values and
/// their ranks.
std::vector<std::string> differing_variables(std::vector<NamedTexts> const& ranks);

} // namespace kitt::perf
