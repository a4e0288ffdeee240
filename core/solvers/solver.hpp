// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

namespace kitt {

/// A function that adds numbers over all ranks, element by element, in one message. The default is
/// for a single rank. Collective.
using SumsOverRanks = std::function<std::vector<double>(std::vector<double> const&)>;
inline std::vector<double> own_numbers(std::vector<double> const& own) {
  return own;
}

/// The rule by which a solver stops.
struct StoppingRule {
  double tolerance = 1e-8; ///< largest |r| / |b|; 0 means exactly `max_iterations` iterations
  int max_iterations = 10000;
};

/// The rule by which a solver of several right-hand sides stops. The solver stops when each column
/// has |r_j| <= tolerance_j |b_j|.
struct ColumnsRule {
  std::vector<double> tolerances; ///< one per column; 0 means exactly `max_iterations` iterations
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

/// The parts of a solver's time. `matrix`: the matrix and its halo exchange; `reduction`: sums over
/// ranks; `vectors`: sums and linear combinations of fields.
enum class SolverStep { matrix, reduction, vectors };

/// A function that is called when a step begins (with `ended` false) and when it ends (with `ended`
/// true).
using SolverObserver = std::function<void(SolverStep, bool ended)>;

/// Does the work of one step and returns its result. Calls the observer, if there is one, before
/// and after the work.
template <class Task>
auto in_step(SolverObserver const& observer, SolverStep step, Task const& task) {
  struct Scope {
    SolverObserver const& observer;
    SolverStep step;
    Scope(SolverObserver const& of, SolverStep which) : observer(of), step(which) {
      if (observer)
        observer(step, false);
    }
    ~Scope() {
      if (observer)
        observer(step, true);
    }
  } const scope(observer, step);
  return task();
}

} // namespace kitt
