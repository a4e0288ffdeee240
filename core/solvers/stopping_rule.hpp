// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace kitt {

/// When a solver stops.
struct StoppingRule {
  double tolerance = 1e-8; ///< of |r| / |b|; 0: after `max_iterations` exactly
  int max_iterations = 10000;
};

/// What a solver did. |r| is the residual that it carries along; rounding may part it from
/// b - A x, which is for its caller to look at.
struct SolverResult {
  int iterations = 0;
  double relative_residual = 0; ///< |r| / |b| at the end
  bool converged = false;
  int restarts = 0; ///< how often r was computed anew, by mixed precision in the better one
};

/// How the residual of a system on the odd sites, relative to its own right-hand side, compares
/// with that of M x = b, relative to b.
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
