// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"

#include <functional>
#include <memory>
#include <utility>

namespace kitt {

/// A range of site visits, given by their numbers from `begin` up to, but not including, `end`.
struct VisitRange {
  int begin;
  int end;

  /// Returns part `number` of `parts` parts of about equal length.
  VisitRange part(int number, int parts) const;
};

/// All site visits of a functor, whatever its type. On a CPU all kernels share the launch functions
/// below, so that Kokkos' loops are compiled once instead of once per kernel.
class Sweep {
public:
  /// Returns a sweep that refers to a site functor. The functor must outlive the sweep.
  template <class Site>
  static Sweep of(Site const& site) {
    return {std::shared_ptr<void const>(std::shared_ptr<void const>(), &site), site};
  }
  /// Returns a sweep that keeps a copy of a site functor.
  template <class Site>
  static Sweep keep(Site site) {
    auto kept = std::make_shared<Site const>(std::move(site));
    return {kept, *kept};
  }

  /// Computes site visits in the calling thread of a CPU.
  void run(VisitRange range) const { run_(site_.get(), range); }
  /// Launches site visits on a GPU, one per thread.
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

/// Computes the visits. On a CPU the visits are shared among the threads of `exec` and are complete
/// on return.
void launch(ExecutionSpace const& exec, char const* name, Sweep const& sweep, VisitRange range);

/// A function that drives an exchange. Each of `workers` threads calls the function to do a share
/// of the work. The function returns true when the exchange is complete.
using Drive = std::function<bool(int worker, int workers)>;

/// Shares the site visits among all threads except the first `drivers`. The first threads call
/// `drive` until it returns true. A driver spins inside the parallel loop, so each index needs a
/// separate thread. Kokkos' OpenMP and Threads backends give each index a thread if there are as
/// many indices as threads. Requires a CPU and 0 < drivers < exec.concurrency().
void launch_beside(ExecutionSpace const& exec, char const* name, Sweep const& sweep,
                   VisitRange range, int drivers, Drive const& drive);

} // namespace kitt
