// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/hopping/hopping_cell.hpp"
#include "miniapp/score/score.hpp"

#include <map>
#include <string>
#include <tuple>

namespace kitt::miniapp {

/// Score of the cells of a record, updated with each new cell. The score contains the median rate
/// of the best variant of each kernel. All cells of a score have the precision and Ls of the last
/// domain-wall cell. If there is no domain-wall cell, they have the precision and Ls of the last
/// cell. Cells with narrow links are left out, because they compute less exactly.
class ScoreOfCells {
public:
  /// `set`: variants that the robustness compares. The set must outlive this object.
  explicit ScoreOfCells(VariantSet const& set) : set_(&set) {}

  void add(HoppingCell const& cell);
  /// Returns the part of the score that comes from the hopping benchmark.
  Score score() const;

private:
  Robustness robustness() const;

  struct Figures {
    ScoreEntry best;
    std::map<std::string, double> fixed; ///< rates by name of the variant, without tuned variants
  };
  using Kernels = std::map<std::string, Figures>;
  VariantSet const* set_;
  /// Figures by precision, Ls and L. Wilson has no fifth dimension, so its Ls is 0 here.
  std::map<std::tuple<perf::Precision, int, int>, Kernels> figures_;
  int ls_ = 0; ///< Ls of the last domain-wall cell; 0 if there is none
  perf::Precision precision_ = perf::Precision::single_precision;
};

} // namespace kitt::miniapp
