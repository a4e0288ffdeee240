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
/// Uses kitt::perf from a program outside of KITT.

namespace perf = kitt::perf;

namespace {

int use_perf(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  kitt::Extents const extents{8, 8, 8, 8};
  auto const lattice = kitt::make_lattice<float>(extents);
  auto const hopping = kitt::make_hopping<float>(lattice, kitt::hot_gauge(extents, 1));
  auto const psi = kitt::make_spinors<float>(lattice);
  auto const d_psi = kitt::make_spinors<float>(lattice);
  kitt::fill(psi, kitt::RandomSource{2, extents});
  kitt::ExecutionSpace const exec;
  perf::Statistics const seconds = perf::sample({.minimum_seconds = 0.01}, [&] {
    hopping(exec, kitt::Parity::odd, psi[0], d_psi[1]);
    exec.fence("one call");
  });
  auto const precision = perf::Precision::single_precision;
  auto const cost = perf::hopping_cost(precision, 1);
  perf::Work const work{cost.flops_per_site * 2048, cost.bytes_per_site * 2048};
  auto const binding = kitt::comms::bind_threads(kitt::comms::BindPolicy::none, {});
  auto const ceilings =
      perf::measure_ceilings(perf::ceiling_options(binding, 0, perf::CeilingEffort::quick));
  auto const found = perf::roofline(ceilings, precision, work, seconds.median);
  bool const right = seconds.median > 0 && found.fraction.value_or(0) > 0;
  std::printf("%s: %.3g s, %s\n", right ? "right" : "WRONG", seconds.median, found.ceiling.c_str());
  return right ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  return kitt::run_main([&] { return use_perf(argc, argv); });
}
