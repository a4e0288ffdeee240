// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/hopping/hopping_cell.hpp"
#include "miniapp/score/score.hpp"

#include <map>
#include <string>
#include <tuple>

namespace kitt::miniapp {

/// The score of the cells of a record, kept up to date cell by cell. It has the median of the best
/// variant of each kernel. All cells of a score have one precision and one Ls: those of the last
/// domain-wall cell, or of the last cell if there is no domain-wall cell. Cells with narrow links
/// are left out, because they compute less exactly.
class ScoreOfCells {
public:
  /// `set`: variants that the robustness compares. It must outlive this object.
  explicit ScoreOfCells(VariantSet const& set) : set_(&set) {}

  void add(HoppingCell const& cell);
  /// Returns the score without the parts of other benchmarks.
  Score score() const;

private:
  Robustness robustness() const;

  struct Figures {
    ScoreEntry best;
    std::map<std::string, double> fixed; ///< by variant, without tuned variants
  };
  using Kernels = std::map<std::string, Figures>;
  VariantSet const* set_;
  /// Figures by precision, Ls and L. Wilson has no fifth dimension, so its Ls is 0 here.
  std::map<std::tuple<perf::Precision, int, int>, Kernels> figures_;
  int ls_ = 0; ///< of the last domain-wall cell; 0 if there is none
  perf::Precision precision_ = perf::Precision::single_precision;
};

} // namespace kitt::miniapp
