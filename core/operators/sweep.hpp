// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"

#include <functional>
#include <memory>
#include <utility>

namespace kitt {

/// Numbers of visits, from `begin` up to `end`.
struct VisitRange {
  int begin;
  int end;

  /// Returns one of several parts of equal length.
  VisitRange part(int number, int parts) const;
};

/// The visits of a site functor on a CPU, whatever its type. All kernels share the launches below,
/// so that Kokkos' loops are compiled once and not for every kernel.
class Sweep {
public:
  /// Refers to a site functor that outlives the sweep.
  template <class Site>
  static Sweep of(Site const& site) {
    return {std::shared_ptr<void const>(std::shared_ptr<void const>(), &site), site};
  }
  /// Keeps a copy of a site functor.
  template <class Site>
  static Sweep keep(Site site) {
    auto kept = std::make_shared<Site const>(std::move(site));
    return {kept, *kept};
  }

  /// Makes the visits from `begin` up to `end`.
  void operator()(int begin, int end) const { run_(site_.get(), begin, end); }

private:
  template <class Site>
  Sweep(std::shared_ptr<void const> owner, Site const&)
      : site_(std::move(owner)), run_([](void const* site, int begin, int end) {
          static_cast<Site const*>(site)->sweep(begin, end);
        }) {}

  std::shared_ptr<void const> site_;
  void (*run_)(void const*, int, int);
};

/// Shares the visits out among the threads of `exec`. Returns when they are made.
void launch(ExecutionSpace const& exec, char const* name, Sweep const& sweep, VisitRange range);

/// Drives something with a share of the work for each of `workers`, and returns true when it is
/// complete.
using Drive = std::function<bool(int worker, int workers)>;

/// The first `drivers` threads of the launch call `drive` until it returns true; the others share
/// the visits. Such a thread spins inside the parallel loop, so all indices must run at the same
/// time, each on a thread of its own. Kokkos' OpenMP and Threads backends do that with as many
/// indices as threads. Requires 0 < drivers < exec.concurrency().
void launch_beside(ExecutionSpace const& exec, char const* name, Sweep const& sweep,
                   VisitRange range, int drivers, Drive const& drive);

} // namespace kitt
