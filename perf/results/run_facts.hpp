// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace kitt::perf {

/// What a record says of how its run was built and started: "compiler flags", "-O3 -march=native".
struct RunFact {
  std::string what;
  std::string value;
  bool operator==(RunFact const&) const = default;
};

/// Groups of facts whose members differ from run to run: "environment OMP_PLACES". A record that
/// knows the group has a fact of the group's own name; a member it lacks was not set.
inline constexpr char const* environment_facts = "environment";
inline constexpr char const* mpi_limit_facts = "MPI";

/// The facts in the order in which people ask for them. What a record of an older version does not
/// say is left out.
std::vector<RunFact> facts_of_record(nlohmann::ordered_json const& record);

} // namespace kitt::perf
