// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/hopping/hopping_cell.hpp"
#include "miniapp/score/score.hpp"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace kitt::miniapp {

/// Score of the cells of a record, updated with each new cell. The score contains the median rate
/// of the best variant of each kernel. All cells of the table have the precision and Ls of the last
/// domain-wall cell, in single precision if there is one. If there is no domain-wall cell, this
/// holds for all cells. Cells with narrow links are left out, because they compute less exactly.
class ScoreOfCells {
public:
  /// `rules`: sizes of points and of the robustness. `set`: variants that the robustness compares.
  /// Both must outlive this object.
  ScoreOfCells(perf::Rules const& rules, VariantSet const& set) : rules_(&rules), set_(&set) {}

  void add(HoppingCell const& cell);
  /// Returns the part of the score that comes from the hopping benchmark.
  Score score() const;

private:
  struct Figures {
    ScoreEntry best;
    std::map<std::string, double> fixed; ///< rates by name of the variant, without tuned variants
  };
  using Kernels = std::map<std::string, Figures>;

  /// Returns the figures of a kernel at L, for the Ls of the score. Null if it was not measured.
  Figures const* find(std::string const& kernel, perf::Precision precision, int l) const;
  std::vector<ScorePoint> points() const;
  Robustness robustness() const;

  perf::Rules const* rules_;
  VariantSet const* set_;
  /// Figures by precision, Ls and L. Wilson has no fifth dimension, so its Ls is 0 here.
  std::map<std::tuple<perf::Precision, int, int>, Kernels> figures_;
  int ls_ = 0; ///< Ls of the domain-wall cells of the table; 0 if there are none
  perf::Precision precision_ = perf::Precision::single_precision;
  bool any_ = false; ///< true after the first cell
};

} // namespace kitt::miniapp
