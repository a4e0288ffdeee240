// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/system_files.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
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

} // namespace kitt::comms::detail
