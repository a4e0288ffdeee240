// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kitt::comms::detail {

/// Reads /proc and /sys below a root that tests can choose. Whatever is missing, or does not read
/// as expected, is returned as nullopt or empty.
class SystemFiles {
public:
  explicit SystemFiles(std::filesystem::path root = "/") : root_(std::move(root)) {}

  std::optional<std::string> text(std::filesystem::path const& relative) const;
  std::vector<std::string> lines(std::filesystem::path const& relative) const;
  /// A file that holds one whole number; nullopt for anything else, such as "max".
  std::optional<std::size_t> number(std::filesystem::path const& relative) const;
  /// The value of the first "key : value" line, without surrounding blanks.
  std::optional<std::string> field(std::filesystem::path const& relative,
                                   std::string const& key) const;
  /// The same for a line "key: 12 kB", in bytes.
  std::optional<std::size_t> kilobytes(std::filesystem::path const& relative,
                                       std::string const& key) const;
  /// Names in a folder, sorted.
  std::vector<std::string> names(std::filesystem::path const& relative) const;

private:
  std::filesystem::path root_;
};

/// The leading whole number of a text, after blanks.
std::optional<std::size_t> leading_number(std::string const& text);
std::vector<std::string> words(std::string const& text);

} // namespace kitt::comms::detail
