// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hopping/best_layouts.hpp"

#include "core/base/fields.hpp"
#include "perf/text/table.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <optional>

namespace kitt::miniapp {

namespace {

/// Fastest cell of a number of right-hand sides.
struct Best {
  HoppingCell const* cell;
  std::optional<double> gain; ///< rate divided by the rate of one right-hand side, if it is known
};

bool is_same_work(HoppingCell const& a, HoppingCell const& b) {
  return a.kernel == b.kernel && a.global_volume == b.global_volume;
}

/// Returns the fastest cell of each kernel, lattice and number of right-hand sides, in the order of
/// `cells`.
std::vector<Best> best_of(std::vector<HoppingCell> const& cells) {
  std::vector<Best> all;
  for (auto const& cell : cells) {
    if (cell.links == LinkStorage::narrow)
      continue;
    auto const found = std::ranges::find_if(all, [&](Best const& best) {
      return is_same_work(*best.cell, cell) && count_of_rhs(*best.cell) == count_of_rhs(cell);
    });
    if (found == all.end())
      all.push_back({&cell, std::nullopt});
    else if (cell.mflops_per_node > found->cell->mflops_per_node)
      found->cell = &cell;
  }
  for (auto& best : all)
    for (auto const& one : all)
      if (count_of_rhs(*one.cell) == 1 && is_same_work(*one.cell, *best.cell))
        best.gain = best.cell->mflops_per_node / one.cell->mflops_per_node;
  return all;
}

std::vector<perf::ColumnOf<Best>> columns() {
  using perf::Align;
  auto const many = [](Best const& best) { return best.cell->right_hand_sides; };
  return {
      {{"Kernel", "", 9, Align::left}, [](Best const& best) { return best.cell->kernel; }},
      {{"L", "", 3}, [](Best const& best) { return std::to_string(best.cell->l); }},
      {{"RHS", "", 3}, [](Best const& best) { return std::to_string(count_of_rhs(*best.cell)); }},
      {{"Layout", "", 6, Align::left},
       [=](Best const& best) { return many(best) ? kitt::to_string(many(best)->layout) : "loop"; }},
      {{"Variant", "", 34, Align::left}, [](Best const& best) { return best.cell->variant; }},
      {{"Median", "Mflop/s/node", 12},
       [](Best const& best) { return perf::fixed(best.cell->mflops_per_node, 3); }},
      {{"Time", "per RHS", 9},
       [](Best const& best) {
         return perf::readable_seconds(best.cell->seconds.median / count_of_rhs(*best.cell));
       }},
      {{"Rate /", "one RHS", 7}, [](Best const& best) { return perf::fixed(best.gain, 2); }},
  };
}

} // namespace

std::string describe_best_layouts(std::vector<HoppingCell> const& cells) {
  auto const best = best_of(cells);
  return best.empty() ? ""
                      : "Fastest layout and variant of each number of right-hand sides:\n" +
                            perf::rows_text(columns(), best);
}

} // namespace kitt::miniapp
