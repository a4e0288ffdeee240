// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/system_files.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
#include <sstream>

namespace kitt::comms::detail {

namespace {
std::string trimmed(std::string const& text) {
  auto const first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos)
    return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}
} // namespace

std::optional<std::size_t> leading_number(std::string const& text) {
  auto const start = text.find_first_not_of(" \t");
  if (start == std::string::npos)
    return std::nullopt;
  std::size_t value = 0;
  auto const [end, error] = std::from_chars(text.data() + start, text.data() + text.size(), value);
  if (error != std::errc{})
    return std::nullopt;
  return value;
}

std::vector<std::string> words(std::string const& text) {
  std::istringstream stream(text);
  std::vector<std::string> result;
  for (std::string word; stream >> word;)
    result.push_back(word);
  return result;
}

std::optional<std::string> SystemFiles::text(std::filesystem::path const& relative) const {
  std::ifstream file(root_ / relative);
  if (!file)
    return std::nullopt;
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

std::vector<std::string> SystemFiles::lines(std::filesystem::path const& relative) const {
  std::ifstream file(root_ / relative);
  std::vector<std::string> result;
  for (std::string line; std::getline(file, line);)
    result.push_back(line);
  return result;
}

std::optional<std::size_t> SystemFiles::number(std::filesystem::path const& relative) const {
  return leading_number(text(relative).value_or(""));
}

std::optional<std::string> SystemFiles::field(std::filesystem::path const& relative,
                                              std::string const& key) const {
  for (auto const& line : lines(relative)) {
    auto const colon = line.find(':');
    if (colon != std::string::npos && trimmed(line.substr(0, colon)) == key)
      return trimmed(line.substr(colon + 1));
  }
  return std::nullopt;
}

std::optional<std::size_t> SystemFiles::kilobytes(std::filesystem::path const& relative,
                                                  std::string const& key) const {
  auto const count = leading_number(field(relative, key).value_or(""));
  return count ? std::optional(*count * 1024) : std::nullopt;
}

std::vector<std::string> SystemFiles::names(std::filesystem::path const& relative) const {
  std::vector<std::string> result;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(root_ / relative, error), end;
       !error && entry != end; entry.increment(error))
    result.push_back(entry->path().filename().string());
  std::sort(result.begin(), result.end());
  return result;
}

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
