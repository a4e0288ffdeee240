// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include <kitt/ceilings.hpp>
#include <kitt/errors.hpp>
#include <kitt/fields.hpp>
#include <kitt/measure.hpp>
#include <kitt/node.hpp>
#include <kitt/operators.hpp>

#include <cstdio>

/// \file
/// Times the Wilson hopping term, and prints its share of the machine's ceilings.

namespace comms = kitt::comms;
namespace perf = kitt::perf;

int time_kernel(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  kitt::Extents const extents{16, 16, 16, 16};
  auto const lattice = kitt::make_lattice<float>(extents);
  auto const hopping = kitt::make_hopping<float>(lattice, kitt::hot_gauge(extents, 1));
  auto const psi = kitt::make_spinors<float>(lattice);
  auto const d_psi = kitt::make_spinors<float>(lattice);
  // not zeros, because a CPU may compute zeros faster than other numbers
  kitt::fill(psi, kitt::RandomSource{2, extents});
  kitt::ExecutionSpace const exec;

  // computes the odd sites from the even sites, repeatedly for a quarter of a second
  auto const seconds = perf::sample({.minimum_seconds = 0.25}, [&] {
    hopping(exec, kitt::Parity::odd, psi[0], d_psi[1]);
    exec.fence("one call is complete");
  });

  // flops and compulsory bytes of one call, and its share of the machine's ceilings
  auto const precision = perf::Precision::single_precision;
  auto const cost = perf::hopping_cost(precision, 1);
  auto const sites = static_cast<double>(kitt::volume(extents)) / 2;
  perf::Work const work{cost.flops_per_site * sites, cost.bytes_per_site * sites};
  auto const binding = comms::bind_threads(comms::BindPolicy::none, {}); // binds no threads
  auto const ceilings =
      perf::measure_ceilings(perf::ceiling_options(binding, 0, perf::CeilingEffort::quick));
  auto const found = perf::roofline(ceilings, precision, work, seconds.median);

  std::printf("%zu samples: %.3g ms, median %.3g ms\n", seconds.count, seconds.mean * 1e3,
              seconds.median * 1e3);
  std::printf("%.0f Mflop/s with %d threads, %.0f %% of what the %s allows\n",
              work.flops / seconds.median * 1e-6, ceilings.threads,
              100 * found.fraction.value_or(0), found.ceiling.c_str());
  return seconds.median > 0 && found.fraction ? 0 : 1;
}

/// Reports an error in one line and by the exit status.
int main(int argc, char** argv) {
  return kitt::run_main([&] { return time_kernel(argc, argv); });
}
