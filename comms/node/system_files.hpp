// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kitt::comms::detail {

/// Reads files of /proc and /sys below a root folder that tests can choose. Returns nullopt or an
/// empty result for files that are missing or have another format.
class SystemFiles {
public:
  explicit SystemFiles(std::filesystem::path root = "/") : root_(std::move(root)) {}

  std::optional<std::string> text(std::filesystem::path const& relative) const;
  std::vector<std::string> lines(std::filesystem::path const& relative) const;
  /// Returns the whole number in a file; nullopt if the file holds anything else, such as "max".
  std::optional<std::size_t> number(std::filesystem::path const& relative) const;
  /// Returns the value of the first line "key : value", without surrounding blanks.
  std::optional<std::string> field(std::filesystem::path const& relative,
                                   std::string const& key) const;
  /// Returns the value of the first line such as "key: 12 kB", converted to bytes.
  std::optional<std::size_t> kilobytes(std::filesystem::path const& relative,
                                       std::string const& key) const;
  /// Returns the sorted names in a folder.
  std::vector<std::string> names(std::filesystem::path const& relative) const;

private:
  std::filesystem::path root_;
};

/// Returns the whole number at the beginning of a text, after blanks.
std::optional<std::size_t> leading_number(std::string const& text);
std::vector<std::string> words(std::string const& text);

/// Returns the bytes that this process's cgroups (version 1 or 2) still allow. A group allows its
/// limit minus its used memory that cannot be reclaimed. The result is the smallest value of all
/// groups, from the process's own group up to the root. nullopt without a limit.
std::optional<std::size_t> cgroup_memory_left(SystemFiles const& files);

/// Returns the CPU time that the cgroups grant (quota / period), in CPUs: the smallest of any group
/// up to the root. nullopt without a limit.
std::optional<double> cgroup_cpu_quota(SystemFiles const& files);

/// Returns the smaller of MemAvailable and cgroup_memory_left(); 0 if neither is known.
std::size_t available_memory(SystemFiles const& files);

} // namespace kitt::comms::detail
