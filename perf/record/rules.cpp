// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/rules.hpp"

#include "perf/json/json_words.hpp"

#include <algorithm>

namespace kitt::perf {

namespace {

/// Rules of Benchmark_ITT.cc in github.com/paboyle/Grid, commit 17c5b0f1526e of 2017-09-16: the
/// extents of lattices are L times the grid of nodes (line 493), Ls is 16 (line 729), the sizes are
/// {8,12,16,24} and the point is at sel = 2 and sel - 1 (lines 705 and 790), the robustness at sel
/// (line 793). Memory has L = 8,12,...,48 (line 246). Faces have L = 4,8,...,32 and Ls = 8 (line
/// 128).
Rules itt_2017() {
  return {.name = "itt-2017",
          .what = "L^4 sites per node, Ls = 16, mean of L = 12 and 16: Grid's benchmark of 2017",
          .per_rank = false,
          .ls = 16,
          .l = {8, 12, 16, 24},
          .kernels = {"Wilson", "DWF4", "DWF5"},
          .point_l = {12, 16},
          .robustness_l = 16,
          .variant_set = "itt-1",
          .memory_l = {8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48},
          .halo_ls = 8,
          .halo_l = {4, 8, 12, 16, 20, 24, 28, 32}};
}

/// Rules of Benchmark_ITT.cc since commit 35a69a513365 of 2020-10-06 in github.com/paboyle/Grid.
/// They are the same at commit f617468e0407 of 2024-10-11, to which these lines belong: the extents
/// of lattices are L times the grid of ranks (line 330), Ls is 12 (line 674), the sizes are
/// {8,12,16,24,32} and the point is at sel = 4 and sel - 1 (lines 658 and 732). A site has 1344
/// flops (line 443). Memory has L = 8,16,24,32 (line 224), faces have L = 16,24,32 and Ls = 12
/// (line 120). Benchmark_usqcd.cc of this commit (line 874), and Benchmark_Grid.cpp in
/// github.com/aportelli/grid-benchmark, commit d140648053ae of 2025-11-14 (line 1079), have the
/// same point. Grid states no robustness since 2020; KITT takes the larger size of the point, as in
/// 2017.
/// Grid calls the third action ImprovedStaggered.
Rules itt_2020() {
  return {.name = "itt-2020",
          .what = "L^4 sites per rank, Ls = 12, mean of L = 24 and 32: Grid's benchmark since 2020",
          .per_rank = true,
          .ls = 12,
          .l = {8, 12, 16, 24, 32},
          .kernels = {"Wilson", "DWF4", "Improved"},
          .point_l = {24, 32},
          .robustness_l = 32,
          .variant_set = "itt-1",
          .memory_l = {8, 16, 24, 32},
          .halo_ls = 12,
          .halo_l = {16, 24, 32}};
}

std::array<Rules, 2> const& table() {
  static std::array const rules{itt_2017(), itt_2020()};
  return rules;
}

} // namespace

std::span<Rules const> all_rules() {
  return table();
}

Rules const& default_rules() {
  return table().front();
}

Rules const& rules_named(std::string_view name) {
  auto const found = std::ranges::find(table(), name, &Rules::name);
  if (found == table().end())
    throw detail::WrongValue("this version of KITT has no rules \"" + std::string(name) + '"');
  return *found;
}

Rules const& rules_of(Json const& record) {
  Json::json_pointer const place("/configuration/rules/name");
  return record.contains(place) ? rules_named(record.at(place).get<std::string>())
                                : default_rules();
}

} // namespace kitt::perf
