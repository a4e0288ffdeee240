// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/results/detail/figures.hpp"

#include "core/base/error.hpp"
#include "core/base/finite.hpp"
#include "perf/record/cell_kind.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kitt::perf::detail {

void name_by_family(Figure& figure) {
  if (auto const* const kernel = find_kernel(figure.kernel);
      kernel != nullptr && !kernel->made_by.empty()) {
    figure.kernel = kernel->family;
    figure.variant = kernel->made_by;
  } else if (auto const* const kind = find_cell_kind(figure.benchmark);
             kind != nullptr && kind->name_by_variant != nullptr) {
    kind->name_by_variant(figure);
  }
}

std::optional<Grid> node_grid_of(Results const& results, std::optional<Grid> const& node_block) {
  if (results.nodes == 1)
    return Grid{1, 1, 1, 1};
  if (!results.rank_grid || !node_block)
    return std::nullopt;
  Grid result{};
  std::transform(results.rank_grid->begin(), results.rank_grid->end(), node_block->begin(),
                 result.begin(), [](int all, int part) { return part > 0 ? all / part : 0; });
  return result;
}

void complete(Results& results) {
  for (auto& figure : results.figures) {
    KITT_VALIDATE(figure.status != "measured" || (figure.mean > 0 && is_finite(figure.mean)),
                  fmt::format("{} at L = {} is {} (a figure must be above 0): correct the file",
                              figure.kernel, figure.l, figure.mean));
    if (benchmark_named(figure.benchmark).exchanges_faces)
      figure.node_grid = results.node_grid;
  }
}

} // namespace kitt::perf::detail
