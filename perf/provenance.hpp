// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/binding.hpp"
#include "comms/topology.hpp"
#include "perf/precision.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kitt::perf {

/// Where a result comes from.
struct Provenance {
  std::vector<std::string> command_line;
  std::string time; ///< ISO 8601, UTC
  std::string kitt_version;
  std::string git_commit;
  std::string compiler;
  std::string compiler_flags;
  std::string build_type;
  std::string kokkos_version;
  std::string kokkos_backend; ///< default execution space: "OpenMP"
  std::string kokkos_kernels_version;
  std::string mpi_version;
  std::vector<std::string> hostnames; ///< one per node
};

/// What was run: as found where the system decides (ranks, threads, binding, pages), as asked where
/// the user does. A resumed run must have the same.
struct Configuration {
  std::string benchmark; ///< the command: "itt", "dslash", "memory", "machine"
  int ranks = 1;
  int nodes = 1;
  int ranks_per_node = 1;
  int threads_per_rank = 1;
  int lanes_single = 1;
  int lanes_double = 1;
  comms::Binding binding;
  std::string huge_pages;     ///< as asked: "none", "madvise", "explicit"
  std::size_t page_bytes = 0; ///< the system's default page
  std::uint64_t seed = 0;
  Precision precision = Precision::single_precision;
  int ls = 16;
  std::string gauge; ///< "hot", "unit", "weak" or a file's path
  std::string boundary;
  std::string volume_convention; ///< "per node" or "per rank": whose local volume is L^4
  int flops_per_site = 1344;
  double minimum_seconds = 0.5; ///< per cell
  std::size_t minimum_samples = 10;
  std::string tune = "off"; ///< how the tuned variant is chosen: "off", "quick", "full"
};

/// Everything a record says beside its results.
struct RecordHeader {
  Provenance provenance;
  Configuration configuration;
  comms::Topology topology;
};

/// Now, ISO 8601 in UTC: "2026-11-21T10:11:26Z".
std::string utc_time_now();
/// The same without punctuation, for file names: "20261121T101126Z".
std::string utc_time_for_file_name();

} // namespace kitt::perf
