// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/results/detail/output_text.hpp"

#include <charconv>
#include <sstream>
#include <system_error>

namespace kitt::perf::detail {

namespace {

template <class Number>
std::optional<Number> number_of(std::string_view text) {
  Number number{};
  auto const* const end = text.data() + text.size();
  auto const [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && stop == end ? std::optional(number) : std::nullopt;
}

} // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\r\n";
  auto const first = text.find_first_not_of(space);
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(space) - first + 1);
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (auto next = text.find(separator); next != std::string_view::npos;
       next = text.find(separator)) {
    parts.emplace_back(text.substr(0, next));
    text.remove_prefix(next + 1);
  }
  parts.emplace_back(text);
  return parts;
}

std::vector<std::string> words_in(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;)
    words.push_back(word);
  return words;
}

std::optional<int> whole_number(std::string_view text) {
  return number_of<int>(text);
}

std::optional<double> real_number(std::string_view text) {
  return number_of<double>(text);
}

} // namespace kitt::perf::detail
