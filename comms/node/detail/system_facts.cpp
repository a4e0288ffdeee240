// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/detail/describe.hpp"
#include "comms/node/system_files.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <utility>

namespace kitt::comms::detail {

namespace {

/// Names of instruction sets: the name in /proc/cpuinfo, and the usual name.
constexpr std::array<std::pair<char const*, char const*>, 9> simd_flags{{{"sse2", "SSE2"},
                                                                         {"avx", "AVX"},
                                                                         {"avx2", "AVX2"},
                                                                         {"fma", "FMA"},
                                                                         {"avx512f", "AVX-512"},
                                                                         {"neon", "NEON"},
                                                                         {"asimd", "NEON"},
                                                                         {"sve", "SVE"},
                                                                         {"sve2", "SVE2"}}};

void add_cpu(Topology& topology, SystemFiles const& files) {
  std::string const cpuinfo = "proc/cpuinfo";
  if (topology.cpu_model == "unknown")
    topology.cpu_model = files.field(cpuinfo, "model name").value_or("unknown");
  // The key is "flags" on x86 and "Features" on ARM.
  auto flags = files.field(cpuinfo, "flags");
  if (!flags)
    flags = files.field(cpuinfo, "Features");
  auto const offered = words(flags.value_or(""));
  auto const has = [&](char const* flag) {
    return std::find(offered.begin(), offered.end(), flag) != offered.end();
  };
  for (auto const& [flag, name] : simd_flags)
    if (has(flag))
      topology.simd_offered.emplace_back(name);
  topology.virtual_machine = has("hypervisor");
  auto const clock = files.field(cpuinfo, "cpu MHz");
  topology.clock_mhz = clock ? std::strtod(clock->c_str(), nullptr) : 0;
}

std::vector<HugePagePool> huge_page_pools(SystemFiles const& files) {
  std::vector<HugePagePool> result;
  std::filesystem::path const folder = "sys/kernel/mm/hugepages";
  for (auto const& name : files.names(folder)) {
    std::string const prefix = "hugepages-"; // example: hugepages-2048kB
    auto const size =
        name.starts_with(prefix) ? leading_number(name.substr(prefix.size())) : std::nullopt;
    if (size)
      result.push_back({.page_bytes = *size * 1024,
                        .pages_total = files.number(folder / name / "nr_hugepages").value_or(0),
                        .pages_free = files.number(folder / name / "free_hugepages").value_or(0)});
  }
  return result;
}

/// Returns the frequency governors of all CPUs, without repetition.
std::string cpu_governor(SystemFiles const& files) {
  std::filesystem::path const folder = "sys/devices/system/cpu";
  std::set<std::string> governors;
  for (auto const& name : files.names(folder))
    for (auto const& governor :
         words(files.text(folder / name / "cpufreq/scaling_governor").value_or("")))
      governors.insert(governor);
  return governors.empty() ? "unknown" : fmt::format("{}", fmt::join(governors, ", "));
}

std::string numa_balancing(SystemFiles const& files) {
  auto const mode = files.number("proc/sys/kernel/numa_balancing");
  if (!mode)
    return "unknown";
  // Bit 0 means moving pages between domains; bit 1 means memory tiering.
  constexpr std::size_t pages_move_between_domains = 1;
  if (*mode == 0)
    return "off";
  return (*mode & pages_move_between_domains) != 0 ? "on" : "memory tiering";
}

/// Returns the word in brackets of a text such as "always [madvise] never".
std::string transparent_huge_pages(SystemFiles const& files) {
  auto const text = files.text("sys/kernel/mm/transparent_hugepage/enabled").value_or("");
  auto const open = text.find('[');
  auto const close = text.find(']');
  return open == std::string::npos || close == std::string::npos || close < open
             ? "unknown"
             : text.substr(open + 1, close - open - 1);
}

} // namespace

void add_system_facts(Topology& topology, SystemFiles const& files) {
  add_cpu(topology, files);
  topology.cpu_governor = cpu_governor(files);
  topology.numa_balancing = numa_balancing(files);
  topology.page_bytes = static_cast<std::size_t>(std::max(0L, sysconf(_SC_PAGESIZE)));
  topology.transparent_huge_pages = transparent_huge_pages(files);
  topology.huge_pages = huge_page_pools(files);
  topology.memory_bytes = files.kilobytes("proc/meminfo", "MemTotal").value_or(0);
  topology.available_memory_bytes = available_memory(files);
  topology.cpu_quota = cgroup_cpu_quota(files).value_or(0);
  if (topology.cpu_quota > 0 && topology.cpu_quota < topology.allowed_cores)
    topology.warnings.push_back(
        fmt::format("the cgroup grants the time of only {:.2f} CPUs for {} allowed cores (the "
                    "system stops further threads): start fewer threads, or raise the CPU limit",
                    topology.cpu_quota, topology.allowed_cores));
}

/// Predefined macros are the only source for the SIMD of the build. The fact is only reported; no
/// decision depends on it.
std::string compiled_simd() {
#if defined(__AVX512F__)
  return "AVX-512";
#elif defined(__AVX2__)
  return "AVX2";
#elif defined(__AVX__)
  return "AVX";
#elif defined(__SSE2__)
  return "SSE2";
#elif defined(__ARM_FEATURE_SVE_BITS) && __ARM_FEATURE_SVE_BITS > 0
  return fmt::format("SVE, {} bits", __ARM_FEATURE_SVE_BITS);
#elif defined(__ARM_NEON)
  return "NEON";
#else
  return "none";
#endif
}

} // namespace kitt::comms::detail
