// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace kitt::perf {

/// One fact of a record about build or start of its run: "compiler flags", "-O3 -march=native".
struct RunFact {
  std::string what;
  std::string value;
  bool operator==(RunFact const&) const = default;
};

/// Names of groups of facts whose members differ between runs, for example "environment
/// OMP_PLACES". A record knows the whole group, so a missing member was not set.
inline constexpr char const* environment_facts = "environment";
inline constexpr char const* mpi_limit_facts = "MPI";

/// Returns the facts in the order in which readers usually ask for them. Leaves out facts that the
/// record does not state.
std::vector<RunFact> facts_of_record(nlohmann::ordered_json const& record);

} // namespace kitt::perf
