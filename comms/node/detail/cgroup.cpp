// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/detail/cgroup.hpp"

#include <algorithm>
#include <limits>

namespace kitt::comms::detail {

namespace {

namespace fs = std::filesystem;

/// Returns the folders of the controller's groups, from this process's own group up to the root of
/// the mount. A container may see only a part of the groups, so some folders may not exist.
std::vector<fs::path> group_folders(SystemFiles const& files, std::string const& controller) {
  std::vector<fs::path> result;
  for (auto const& line : files.lines("proc/self/cgroup")) {
    auto const first = line.find(':');
    auto const second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos)
      continue;
    auto const names = line.substr(first + 1, second - first - 1);
    auto const version_2 = names.empty();
    if (!version_2 && (',' + names + ',').find(',' + controller + ',') == std::string::npos)
      continue;
    auto const base = fs::path("sys/fs/cgroup") / (version_2 ? std::string() : controller);
    for (auto group = fs::path(line.substr(second + 1)).relative_path(); !group.empty();
         group = group.parent_path())
      result.push_back(base / group);
    result.push_back(base);
  }
  return result;
}

/// Returns the bytes of page cache that the kernel drops before it refuses memory.
std::size_t reclaimable(SystemFiles const& files, fs::path const& folder) {
  for (auto const& line : files.lines(folder / "memory.stat")) {
    auto const parts = words(line);
    if (parts.size() == 2 && (parts[0] == "inactive_file" || parts[0] == "total_inactive_file"))
      return leading_number(parts[1]).value_or(0);
  }
  return 0;
}

std::optional<std::size_t> first_of(std::optional<std::size_t> a, std::optional<std::size_t> b) {
  return a ? a : b;
}

} // namespace

std::optional<std::size_t> cgroup_memory_left(SystemFiles const& files) {
  std::optional<std::size_t> least;
  for (auto const& folder : group_folders(files, "memory")) {
    auto const limit = first_of(files.number(folder / "memory.max"),
                                files.number(folder / "memory.limit_in_bytes"));
    auto const used = first_of(files.number(folder / "memory.current"),
                               files.number(folder / "memory.usage_in_bytes"));
    // A huge number means "no limit" in cgroup version 1.
    if (!limit || !used || *limit > std::numeric_limits<std::size_t>::max() / 4)
      continue;
    auto const held = *used - std::min(*used, reclaimable(files, folder));
    auto const left = *limit - std::min(*limit, held);
    least = least ? std::min(*least, left) : left;
  }
  return least;
}

std::optional<double> cgroup_cpu_quota(SystemFiles const& files) {
  std::optional<double> least;
  for (auto const& folder : group_folders(files, "cpu")) {
    // The file cpu.max contains "quota period" or "max period".
    auto parts = words(files.text(folder / "cpu.max").value_or(""));
    if (parts.size() != 2)
      parts = {files.text(folder / "cpu.cfs_quota_us").value_or(""),
               files.text(folder / "cpu.cfs_period_us").value_or("")};
    auto const quota = leading_number(parts[0]);
    auto const period = leading_number(parts[1]);
    if (!quota || !period || *period == 0)
      continue;
    auto const cpus = static_cast<double>(*quota) / static_cast<double>(*period);
    least = least ? std::min(*least, cpus) : cpus;
  }
  return least;
}

std::size_t available_memory(SystemFiles const& files) {
  auto const system = files.kilobytes("proc/meminfo", "MemAvailable");
  auto const group = cgroup_memory_left(files);
  if (system && group)
    return std::min(*system, *group);
  return system ? *system : group.value_or(0);
}

} // namespace kitt::comms::detail
