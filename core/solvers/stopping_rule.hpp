// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace kitt {

/// The rule by which a solver stops.
struct StoppingRule {
  double tolerance = 1e-8; ///< largest |r| / |b|; 0 means exactly `max_iterations` iterations
  int max_iterations = 10000;
};

/// The result of a solver. r is the residual that the solver computes by recurrence. Because of
/// rounding, r may differ from b - A x, which the caller should check.
struct SolverResult {
  int iterations = 0;
  /// norm of the residual relative to the right-hand side at the end, |r| / |b|
  double relative_residual = 0;
  bool converged = false;
  /// how often r was computed again from its definition; with mixed precision, in the higher
  /// precision
  int restarts = 0;
};

/// Ratio of the relative residual of the odd system to the relative residual of M x = b. Relative
/// means divided by the norm of the right-hand side of the same equation.
struct ResidualRatio {
  double odd_to_whole = 1;

  StoppingRule odd_rule(StoppingRule const& whole) const {
    return {whole.tolerance * odd_to_whole, whole.max_iterations};
  }
  SolverResult whole_result(SolverResult odd) const {
    odd.relative_residual /= odd_to_whole;
    return odd;
  }
};

} // namespace kitt
