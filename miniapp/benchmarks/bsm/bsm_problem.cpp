// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/bsm/bsm_problem.hpp"

#include "core/base/error.hpp"
#include "core/fields/gauge_start.hpp"
#include "miniapp/benchmarks/bsm/bsm_cell.hpp"

#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

template <int N>
GaugeFieldOf<N> fundamental_links(BsmGauge gauge, LocalVolume const& volume, std::uint64_t seed) {
  if (gauge == BsmGauge::unit)
    return unit_gauge<N>(volume.extents);
  return gauge == BsmGauge::weak ? weak_gauge<N>(volume, seed) : hot_gauge<N>(volume, seed);
}

} // namespace

BsmCell unmeasured(BsmOptions const& options, BsmProblem const& problem, perf::BsmTest test) {
  BsmCell cell;
  auto const space = problem.of.space();
  cell.kernel = to_string(test);
  cell.l = problem.l;
  cell.precision = options.field_options.precision;
  cell.of = problem.of.name;
  cell.group = problem.of.group_name();
  cell.representation = to_string(problem.of.representation);
  cell.dimension = space.dimension;
  cell.real_links = space.real_links;
  cell.fields = options.fields;
  cell.barrier = to_string(options.barrier);
  cell.gauge = to_string(options.gauge);
  cell.mass = fmt::format("{}", problem.of.mass);
  cell.local_volume = problem.volume.extents;
  cell.global_volume = problem.volume.global;
  cell.flops_convention = to_string(options.flops);
  cell.flops_per_site = perf::bsm_flops(test, space, options.flops);
  cell.sites = volume(problem.volume.global);
  cell.applications = test == perf::BsmTest::sqnorm ? options.fields : options.fields / 2;
  return cell;
}

template <int D>
GaugeFieldOf<D> bsm_links(BsmOptions const& options, BsmProblem const& problem,
                          std::uint64_t seed) {
  std::optional<GaugeFieldOf<D>> links;
  auto const take = [&]<int N, Representation R>(std::integral_constant<int, N>,
                                                 std::integral_constant<Representation, R>) {
    if constexpr (dimension_of(N, R) == D)
      if (static_cast<int>(problem.of.group) == N && problem.of.representation == R)
        links = represent<R, N>(fundamental_links<N>(options.gauge, problem.volume, seed));
  };
  auto const take_all = [&]<int... N>(std::integer_sequence<int, N...>) {
    using enum Representation;
    (take(std::integral_constant<int, N>(), std::integral_constant<Representation, fundamental>()),
     ...);
    (take(std::integral_constant<int, N>(), std::integral_constant<Representation, adjoint>()),
     ...);
    (take(std::integral_constant<int, N>(), std::integral_constant<Representation, symmetric>()),
     ...);
    (take(std::integral_constant<int, N>(),
          std::integral_constant<Representation, antisymmetric>()),
     ...);
  };
  take_all(std::integer_sequence<int, 2, 3, 4, 6>());
  if (!links)
    throw InternalError("no such representation has this dimension");
  return *std::move(links);
}

template GaugeFieldOf<3> bsm_links<3>(BsmOptions const&, BsmProblem const&, std::uint64_t);
template GaugeFieldOf<6> bsm_links<6>(BsmOptions const&, BsmProblem const&, std::uint64_t);

} // namespace kitt::miniapp
