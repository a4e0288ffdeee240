// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/compare/routine_shares.hpp"

#include "perf/text/table.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kitt::perf {

namespace {

/// Returns the share of a routine as stated. If it is not stated, computes it from the seconds of
/// the routine and of the whole. Empty if neither the share nor the seconds are known.
std::optional<double> share(Json const& row, char const* stated, Json const& profile,
                            char const* whole) {
  if (row.contains(stated) && row.at(stated).is_number())
    return row.at(stated).get<double>();
  if (profile.contains(whole) && profile.at(whole).is_number() && row.contains("seconds_total"))
    return row.at("seconds_total").get<double>() / profile.at(whole).get<double>();
  return std::nullopt;
}

void add(std::optional<double>& sum, std::optional<double> const& part) {
  if (part)
    sum = sum.value_or(0) + *part;
}

} // namespace

bool has_profile(Results const& results) {
  return results.profile.is_object() && results.profile.contains("routines");
}

std::vector<RoutineShares> routine_shares(std::vector<Results> const& operands) {
  if (std::count_if(operands.begin(), operands.end(), has_profile) < 2)
    return {};
  std::vector<RoutineShares> all;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (!has_profile(operands[i]))
      continue;
    auto const& profile = operands[i].profile;
    for (auto const& row : profile.at("routines")) {
      auto const name = row.at("routine").get<std::string>();
      auto found = std::find_if(all.begin(), all.end(),
                                [&](RoutineShares const& known) { return known.routine == name; });
      if (found == all.end()) {
        found = all.insert(all.end(), {name, {}});
        for (std::size_t operand = 0; operand < operands.size(); ++operand)
          found->shares.push_back({letter(operand)});
      }
      add(found->shares[i].of_mpi, share(row, "share_of_mpi", profile, "mpi_seconds"));
      add(found->shares[i].of_wall, share(row, "share_of_wall", profile, "wall_seconds"));
    }
  }
  std::sort(all.begin(), all.end(), [](RoutineShares const& a, RoutineShares const& b) {
    auto const share_a = a.shares.front().of_mpi.value_or(0);
    auto const share_b = b.shares.front().of_mpi.value_or(0);
    return share_a != share_b ? share_a > share_b : a.routine < b.routine;
  });
  return all;
}

std::string routine_shares_text(std::vector<RoutineShares> const& shares) {
  if (shares.empty())
    return {};
  std::vector<Column> columns{{"Routine", "", 14, Align::left}};
  for (auto const& share : shares.front().shares) {
    columns.push_back({share.operand, "of MPI", 7});
    columns.push_back({share.operand, "of wall", 7});
  }
  Table const table(columns);
  auto text = "\n Time in MPI by routine, %\n" + table.header();
  for (auto const& row : shares) {
    std::vector<std::string> texts{row.routine};
    for (auto const& share : row.shares) {
      texts.push_back(percent(share.of_mpi, 2));
      texts.push_back(percent(share.of_wall, 2));
    }
    text += table.row(texts);
  }
  return text;
}

} // namespace kitt::perf
