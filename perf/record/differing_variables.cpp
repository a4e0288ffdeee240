// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/differing_variables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <span>

namespace kitt::perf {

namespace {

/// Returns values with their ranks. Names only the first values and ranks if there are many.
std::string values_text(std::map<std::string, std::vector<std::size_t>> const& ranks_with) {
  constexpr std::size_t most_values = 4;
  constexpr std::size_t most_ranks = 8;
  std::string text;
  std::size_t named = 0;
  for (auto const& [value, ranks] : ranks_with) {
    if (++named > most_values)
      return fmt::format("{}, and {} more values", text, ranks_with.size() - most_values);
    bool const many = ranks.size() > most_ranks;
    text += fmt::format("{}{} on rank{} {}{}", text.empty() ? "" : ", ", value,
                        ranks.size() == 1 ? "" : "s",
                        fmt::join(std::span(ranks).first(many ? most_ranks : ranks.size()), " "),
                        many ? fmt::format(" and {} more", ranks.size() - most_ranks) : "");
  }
  return text;
}

} // namespace

std::vector<std::string> differing_variables(std::vector<NamedTexts> const& ranks) {
  std::set<std::string> names;
  for (auto const& rank : ranks)
    for (auto const& [name, value] : rank)
      names.insert(name);
  std::vector<std::string> result;
  for (auto const& name : names) {
    std::map<std::string, std::vector<std::size_t>> ranks_with;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
      auto const found = ranks[rank].find(name);
      ranks_with[found == ranks[rank].end() ? "unset" : '"' + found->second + '"'].push_back(rank);
    }
    if (ranks_with.size() > 1)
      result.push_back(fmt::format("{} differs between ranks ({}): the record holds the value "
                                   "of rank 0; give all ranks the same value, unless you want this",
                                   name, values_text(ranks_with)));
  }
  return result;
}

} // namespace kitt::perf
