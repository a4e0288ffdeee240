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

/// The visits of a site functor, whatever its type. On a CPU all kernels share the launches below,
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

  /// Makes visits in the calling thread of a CPU.
  void run(VisitRange range) const { run_(site_.get(), range); }
  /// Launches visits on a GPU, one for each thread.
  void launch(ExecutionSpace const& exec, char const* name, VisitRange range) const {
    launch_(site_.get(), exec, name, range);
  }

private:
  template <class Site>
  Sweep(std::shared_ptr<void const> owner, Site const&) : site_(std::move(owner)) {
    if constexpr (BackendTraits<ExecutionSpace>::on_host)
      run_ = [](void const* site, VisitRange range) {
        static_cast<Site const*>(site)->sweep(range.begin, range.end);
      };
    else
      launch_ = [](void const* site, ExecutionSpace const& exec, char const* name,
                   VisitRange range) {
        Kokkos::parallel_for(name, SitePolicy(exec, range.begin, range.end),
                             *static_cast<Site const*>(site));
      };
  }

  std::shared_ptr<void const> site_;
  void (*run_)(void const*, VisitRange) = nullptr;
  void (*launch_)(void const*, ExecutionSpace const&, char const*, VisitRange) = nullptr;
};

/// Makes the visits: on a CPU shared out among the threads of `exec`, and then they are made on
/// return.
void launch(ExecutionSpace const& exec, char const* name, Sweep const& sweep, VisitRange range);

/// Drives something with a share of the work for each of `workers`, and returns true when it is
/// complete.
using Drive = std::function<bool(int worker, int workers)>;

/// Shares the visits out among all threads but the first `drivers`, which call `drive` until it
/// returns true. A driver spins inside the parallel loop, so each index needs a thread of its own.
/// Kokkos' OpenMP and Threads backends have that with as many indices as threads. Requires a CPU
/// and 0 < drivers < exec.concurrency().
void launch_beside(ExecutionSpace const& exec, char const* name, Sweep const& sweep,
                   VisitRange range, int drivers, Drive const& drive);

} // namespace kitt
