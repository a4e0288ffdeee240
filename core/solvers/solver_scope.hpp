// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

namespace kitt {

/// What a solver spends its time in: the matrix with its halo, sums over ranks, and sums and linear
/// combinations of fields.
enum class SolverStep { matrix, reduction, vectors };

/// A function that is told when a step begins and, with true, when it has ended.
using SolverObserver = std::function<void(SolverStep, bool ended)>;

/// Does the work of one step and returns its result; the observer, if there is one, is told.
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
