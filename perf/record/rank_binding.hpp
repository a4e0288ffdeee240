// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <string>
#include <vector>

namespace kitt::perf {

/// Measured binding of a rank: its node, and the CPUs of its threads.
struct RankBinding {
  int rank = 0;
  std::string host;
  std::vector<std::string> thread_cpusets; ///< CPUs of each host thread
  int cores = 0;                           ///< number of cores of these CPUs; 0 if unknown
  int numa_domains = 0;                    ///< number of NUMA domains of these CPUs; 0 if unknown
  std::vector<std::string> warnings;
};
/// Lists the fields. The binding of rank 0 holds the warnings of all ranks.
constexpr auto fields_of(RankBinding const*) {
  return kitt::fields(
      field("rank", &RankBinding::rank, "number"),
      field("host", &RankBinding::host, "its node's name"),
      field("thread_cpusets", &RankBinding::thread_cpusets,
            "hardware threads that each host thread may use"),
      field("cores", &RankBinding::cores,
            "number of different cores that these threads may use; 0 if unknown"),
      field("numa_domains", &RankBinding::numa_domains,
            "number of different NUMA domains that these threads may use; 0 if unknown"));
}

/// Returns every different warning once, with its ranks: "ranks 0, 2: ...". Adds no rank numbers if
/// there is only one rank.
std::vector<std::string> joined_warnings(std::vector<RankBinding> const& ranks);

/// Describes a binding: "vm: 2 cores, 1 NUMA domain: 0 | 1".
std::string describe(RankBinding const& rank);

} // namespace kitt::perf
