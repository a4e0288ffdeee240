// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/memory_footprint.hpp"

#include <fstream>
#include <sstream>
#include <string>

namespace kitt::mpi_profile {

namespace {

/// Sum over the lines "<key>:  <number> kB" of a file, in bytes.
std::uint64_t bytes_in(std::filesystem::path const& file, std::initializer_list<char const*> keys) {
  std::ifstream stream(file);
  std::uint64_t bytes = 0;
  for (std::string line; std::getline(stream, line);)
    for (std::string const key : keys)
      if (line.starts_with(key + ":")) {
        std::uint64_t kilobytes = 0;
        std::istringstream(line.substr(key.size() + 1)) >> kilobytes;
        bytes += kilobytes * 1024;
      }
  return bytes;
}

} // namespace

MemoryFootprint memory_footprint(std::filesystem::path const& proc) {
  return {.peak_resident_bytes = bytes_in(proc / "status", {"VmHWM"}),
          .huge_page_bytes =
              bytes_in(proc / "smaps_rollup",
                       {"AnonHugePages", "ShmemPmdMapped", "Shared_Hugetlb", "Private_Hugetlb"})};
}

} // namespace kitt::mpi_profile
