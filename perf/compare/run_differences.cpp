// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/compare/run_differences.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <sstream>

namespace kitt::perf {

namespace {

using Values = std::vector<std::optional<std::string>>;

std::optional<std::string> find(std::vector<RunFact> const& facts, std::string const& what) {
  auto const found =
      std::find_if(facts.begin(), facts.end(), [&](auto const& fact) { return fact.what == what; });
  return found == facts.end() ? std::nullopt : std::optional(found->value);
}

/// Returns the value of a fact. "environment OMP_PLACES" is "not set" if the environment of the run
/// lacks this variable. A published table has no facts.
std::optional<std::string> value_of(std::vector<RunFact> const& facts, std::string const& what) {
  if (auto const value = find(facts, what))
    return value;
  auto const group = what.substr(0, what.find(' '));
  bool const member = group == environment_facts || group == mpi_limit_facts;
  return member && !facts.empty() ? std::optional<std::string>("not set") : std::nullopt;
}

bool differ(Values const& values) {
  std::set<std::string> different;
  for (auto const& value : values)
    if (value)
      different.insert(*value);
  return different.size() > 1;
}

std::set<std::string> words_of(std::string const& text) {
  std::istringstream stream(text);
  std::set<std::string> words;
  for (std::string word; stream >> word;)
    words.insert(word);
  return words;
}

/// Shortens long lists of flags to the words that are not common to all operands.
Values without_common_words(Values const& values) {
  std::vector<std::set<std::string>> words;
  for (auto const& value : values)
    words.push_back(words_of(value.value_or("")));
  auto const common = [&](std::string const& word) {
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i] && !words[i].contains(word))
        return false;
    return true;
  };
  Values result;
  for (std::size_t i = 0; i < values.size(); ++i) {
    auto rest = words[i];
    std::erase_if(rest, common);
    auto const text = rest.empty() ? "no others" : fmt::format("{}", fmt::join(rest, " "));
    result.push_back(values[i] ? std::optional(text) : std::nullopt);
  }
  return result;
}

/// Returns the values with the letters of the operands: "A, C: 2; B: 4".
std::string sides_text(Values const& values) {
  std::string text;
  for (auto const& [letters, value] : texts_by_letters(values))
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", letters, value);
  return text;
}

} // namespace

std::vector<std::pair<std::string, std::string>> texts_by_letters(Values const& texts) {
  std::vector<std::pair<std::string, std::string>> result;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (!texts[i])
      continue;
    auto const known = std::find_if(result.begin(), result.end(),
                                    [&](auto const& entry) { return entry.second == *texts[i]; });
    if (known == result.end())
      result.emplace_back(letter(i), *texts[i]);
    else
      known->first += ", " + letter(i);
  }
  return result;
}

std::vector<RunDifference> run_differences(std::vector<Results> const& operands) {
  std::vector<std::string> whats;
  for (auto const& operand : operands)
    for (auto const& fact : operand.facts)
      if (std::find(whats.begin(), whats.end(), fact.what) == whats.end())
        whats.push_back(fact.what);
  std::vector<RunDifference> result;
  for (auto const& what : whats) {
    RunDifference difference{what, {}};
    for (auto const& operand : operands)
      difference.values.push_back(value_of(operand.facts, what));
    if (differ(difference.values))
      result.push_back(std::move(difference));
  }
  return result;
}

std::string run_differences_text(std::vector<RunDifference> const& differences) {
  if (differences.empty())
    return {};
  std::size_t width = 0;
  for (auto const& difference : differences)
    width = std::max(width, difference.what.size());
  std::string text = "The runs differ in:\n";
  for (auto const& [what, values] : differences)
    text +=
        fmt::format("  {:<{}}  {}\n", what, width,
                    sides_text(what == "compiler flags" ? without_common_words(values) : values));
  return text;
}

std::string letter(std::size_t operand) {
  return std::string(1, static_cast<char>('A' + operand));
}

std::map<std::string, std::optional<std::string>> RunDifference::values_by_letter() const {
  std::map<std::string, std::optional<std::string>> result;
  for (std::size_t i = 0; i < values.size(); ++i)
    result[letter(i)] = values[i];
  return result;
}

} // namespace kitt::perf
