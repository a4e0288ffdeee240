// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

namespace kitt {

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
