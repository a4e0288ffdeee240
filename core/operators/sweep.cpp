// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/operators/sweep.hpp"

#include <cstdint>

namespace kitt {

VisitRange VisitRange::part(int number, int parts) const {
  auto const bound = [&](int part) {
    return begin + static_cast<int>(static_cast<std::int64_t>(end - begin) * part / parts);
  };
  return {bound(number), bound(number + 1)};
}

void launch(ExecutionSpace const& exec, char const* name, Sweep const& sweep, VisitRange range) {
  int const workers = exec.concurrency();
  Kokkos::parallel_for(name, SitePolicy(exec, 0, workers), [&](int worker) {
    auto const own = range.part(worker, workers);
    sweep(own.begin, own.end);
  });
}

void launch_beside(ExecutionSpace const& exec, char const* name, Sweep const& sweep,
                   VisitRange range, int drivers, Drive const& drive) {
  int const workers = exec.concurrency();
  Kokkos::parallel_for(name, SitePolicy(exec, 0, workers), [&](int worker) {
    if (worker < drivers) {
      while (!drive(worker, drivers)) {
      }
    } else {
      auto const own = range.part(worker - drivers, workers - drivers);
      sweep(own.begin, own.end);
    }
  });
}

} // namespace kitt
