// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/hopping/hopping_cell.hpp"
#include "miniapp/score/score.hpp"

#include <map>
#include <string>
#include <tuple>

namespace kitt::miniapp {

/// Medians, best variant of each, kept up to date cell by cell. Cells of another precision or Ls
/// than those of the last domain-wall cell (of the last cell, if there is none) are left out, and
/// those with narrow links: they compute less exactly than the others.
class ScoreOfCells {
public:
  /// `set`: the variants that robustness is made of.
  explicit ScoreOfCells(VariantSet const& set) : set_(&set) {}

  void add(HoppingCell const& cell);
  /// Without what the other benchmarks add to it.
  Score score() const;

private:
  Robustness robustness() const;

  struct Figures {
    ScoreEntry best;
    std::map<std::string, double> fixed; ///< by variant, of those that are not chosen by measuring
  };
  using Kernels = std::map<std::string, Figures>;
  VariantSet const* set_;
  /// Figures by precision, Ls (Wilson: 0, it has none of its own) and L.
  std::map<std::tuple<perf::Precision, int, int>, Kernels> figures_;
  int ls_ = 0; ///< of the last domain-wall cell; 0: there is none
  perf::Precision precision_ = perf::Precision::single_precision;
};

} // namespace kitt::miniapp
