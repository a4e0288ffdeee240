// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/operators/sweep.hpp"

#include "core/base/error.hpp"

#include <cstdint>

namespace kitt {

VisitRange VisitRange::part(int number, int parts) const {
  auto const bound = [&](int part) {
    return begin + static_cast<int>(static_cast<std::int64_t>(end - begin) * part / parts);
  };
  return {bound(number), bound(number + 1)};
}

namespace {

/// Calls work(worker, workers) in each thread. A template, because the loop must not be compiled
/// for a GPU.
template <class Exec, class Work>
void in_threads(Exec const& exec, char const* name, Work const& work) {
  if constexpr (BackendTraits<Exec>::on_host) {
    int const workers = exec.concurrency();
    Kokkos::parallel_for(name, SitePolicy(exec, 0, workers),
                         [&](int worker) { work(worker, workers); });
  } else {
    throw InternalError("progress threads cannot run on a GPU");
  }
}

} // namespace

void launch(ExecutionSpace const& exec, char const* name, Sweep const& sweep, VisitRange range) {
  if (!BackendTraits<ExecutionSpace>::on_host)
    return sweep.launch(exec, name, range);
  in_threads(exec, name, [&](int worker, int workers) { sweep.run(range.part(worker, workers)); });
}

void launch_beside(ExecutionSpace const& exec, char const* name, Sweep const& sweep,
                   VisitRange range, int drivers, Drive const& drive) {
  in_threads(exec, name, [&](int worker, int workers) {
    if (worker < drivers) {
      while (!drive(worker, drivers)) {
      }
    } else {
      sweep.run(range.part(worker - drivers, workers - drivers));
    }
  });
}

} // namespace kitt
