// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/solve/solve_case.hpp"

#include "comms/halo/spinor_ghosts.hpp"
#include "core/base/finite.hpp"
#include "core/reference/naive_staggered.hpp"
#include "miniapp/benchmarks/solve/solve_cell.hpp"
#include "miniapp/run/naive_operator.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <optional>

namespace kitt::miniapp {

namespace {

double rounded_as(perf::Precision precision, double value) {
  return precision == perf::Precision::single_precision ? static_cast<float>(value) : value;
}

} // namespace

SolveCell unmeasured(SolveOptions const& options, SolveCase const& c) {
  SolveCell cell;
  cell.kernel = c.kernel();
  cell.l = c.l;
  cell.ls = c.ls;
  cell.precision = uses(c.precision, perf::Precision::single_precision)
                       ? perf::Precision::single_precision
                       : perf::Precision::double_precision;
  cell.variant = c.precision == SolverPrecision::mixed        ? SolveCell::mixed_precision
                 : c.precision == SolverPrecision::half       ? SolveCell::half_precision
                 : c.recurrence == perf::SolverRecurrence::cg ? SolveCell::one_precision
                                                              : kitt::to_string(c.recurrence);
  cell.gauge = options.files.given() ? options.files.fat : options.gauge.start;
  for (auto const& number : number_options)
    if (number.text != nullptr && number.used_by(c.op) &&
        !(number.of_links && options.files.given()))
      cell.numbers.*number.text = fmt::format("{}", options.numbers.*number.number);
  cell.source = options.source;
  cell.tolerance = fmt::format("{}", c.rule.tolerance);
  cell.most_iterations = c.rule.max_iterations;
  cell.local_volume = c.volume.extents;
  cell.global_volume = c.volume.global;
  cell.flops_per_site = perf::flops_of_d(c.op, options.flop_count());
  cell.applications_per_iteration = perf::applications_per_iteration(c.op);
  cell.flops_per_site_iteration =
      cell.applications_per_iteration *
      perf::solver_cost(cell.precision, c.slices(), c.op, options.flop_count(), c.recurrence, c.rhs)
          .flops_per_site;
  cell.sites = volume(c.volume.global) / 2 * static_cast<std::size_t>(c.slices());
  if (options.wants_many_rhs())
    cell.right_hand_sides = {.count = c.rhs};
  return cell;
}

namespace {

/// Returns M x of all right-hand sides, computed by the naive operator. Collective.
reference::Field<double> naive_product(RunContext const& context, SolveProblem const& problem,
                                       SolveCase const& c, reference::Field<double> const& x) {
  comms::SpinorsWithGhosts const psi(context.communicator(), context.grid(), x);
  std::optional<comms::LinksWithMargin> corners;
  if (c.op == perf::SolvedOperator::clover)
    corners.emplace(context.communicator(), context.grid(), problem.gauge);
  NaiveLinks const links{problem.links(), corners ? &*corners : nullptr};
  WholeOperator const m{c.op, problem.numbers, c.ls, Dagger::no};
  reference::Field<double> product(x.extents, x.ls);
  reference::for_all_slices(product, [&, at = SpinorsAt(std::cref(psi))](Coordinate const& y) {
    return naive_operator_at(m, links, at, y);
  });
  return product;
}

reference::ColourField<double> naive_product(RunContext const& context, SolveProblem const& problem,
                                             SolveCase const& c,
                                             reference::ColourField<double> const& x) {
  auto const& links = problem.staggered.at(c.op);
  comms::SpinorsWithGhosts const chi(context.communicator(), context.grid(), x, links.reach());
  reference::ColourField<double> product(x.extents, x.ls);
  reference::for_each_site(product, [&](Coordinate const& y, int s) {
    auto sum = naive_hopping(links, problem.volume, chi, y, s);
    reference::add(sum, chi(y, s), 2 * problem.numbers.mass);
    return sum;
  });
  return product;
}

/// Returns the true residual of the right-hand side with a given number. `m_x`: M x.
template <std::size_t Spins>
double residual_of(int column, comms::Communicator const& world, SolveProblem const& problem,
                   perf::Precision precision, int ls, reference::Field<double, Spins> const& m_x) {
  auto const& extents = problem.volume.extents;
  auto const rhs = problem.rhs();
  double difference2 = 0;
  double norm2 = 0;
  Kokkos::parallel_reduce(
      "kitt::solve::true_residual",
      Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>(0, volume(extents)),
      [&](std::size_t site, double& difference, double& norm) {
        auto const y = coordinate_of(site, extents);
        for (int s = column * ls; s < (column + 1) * ls; ++s)
          for (std::size_t i = 0; i < 3 * Spins; ++i) {
            auto const value = rhs(y, s, static_cast<int>(i / 3), static_cast<int>(i % 3));
            std::complex<double> const b{rounded_as(precision, value.re),
                                         rounded_as(precision, value.im)};
            difference += std::norm(b - m_x.at(y, s)[i]);
            norm += std::norm(b);
          }
      },
      difference2, norm2);
  return std::sqrt(world.sum(difference2) / world.sum(norm2));
}

} // namespace

template <std::size_t Spins>
double true_residual(RunContext const& context, SolveProblem const& problem,
                     perf::Precision precision, SolveCase const& c,
                     reference::Field<double, Spins> const& x) {
  auto const m_x = naive_product(context, problem, c, x);
  double worst = 0;
  for (int column = 0; column < c.rhs; ++column) {
    auto const residual =
        residual_of(column, context.communicator(), problem, precision, c.ls, m_x);
    worst = std::max(worst, error_or_infinity(residual));
  }
  return worst;
}

template double true_residual(RunContext const&, SolveProblem const&, perf::Precision,
                              SolveCase const&, reference::Field<double> const&);
template double true_residual(RunContext const&, SolveProblem const&, perf::Precision,
                              SolveCase const&, reference::ColourField<double> const&);

} // namespace kitt::miniapp
