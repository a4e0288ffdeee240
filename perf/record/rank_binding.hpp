// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <string>
#include <vector>

namespace kitt::perf {

/// A rank, its node, and where its threads may run: as found.
struct RankBinding {
  int rank = 0;
  std::string host;
  std::vector<std::string> thread_cpusets; ///< one per host thread
  int cores = 0;                           ///< different cores they may run on; 0: unknown
  int numa_domains = 0;                    ///< different NUMA domains they may run in; 0: unknown
  std::vector<std::string> warnings;
};
/// Warnings stand together in the binding of rank 0.
constexpr auto fields_of(RankBinding const*) {
  return kitt::fields(
      field("rank", &RankBinding::rank, "number"),
      field("host", &RankBinding::host, "its node's name"),
      field("thread_cpusets", &RankBinding::thread_cpusets,
            "hardware threads that each host thread may use"),
      field("cores", &RankBinding::cores, "different cores they may use; 0: unknown"),
      field("numa_domains", &RankBinding::numa_domains,
            "different NUMA domains they may use; 0: unknown"));
}

/// Every different warning once, with the ranks that have it: "ranks 0, 2: ...". As it is where
/// there is one rank only.
std::vector<std::string> joined_warnings(std::vector<RankBinding> const& ranks);

/// "vm: 2 cores, 1 NUMA domain: 0 | 1"
std::string describe(RankBinding const& rank);

} // namespace kitt::perf
