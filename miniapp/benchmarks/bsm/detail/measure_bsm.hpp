// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/finite.hpp"
#include "miniapp/benchmarks/bsm/bsm_cell.hpp"
#include "miniapp/benchmarks/bsm/detail/bsm_fields.hpp"

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace kitt::miniapp {

namespace detail {

/// Tests of one case on one volume: verification, timing and recording.
template <class T, int D, LinkStorage Storage, int Lanes>
class BsmBenchmark {
  using Fields = BsmFields<T, D, Storage, Lanes>;
  using Spinor = reference::SiteSpins<spins, D>;
  using enum perf::BsmTest;
  /// Factor z of a += z b, as in BSMBench.
  static constexpr Complex<double> factor{0.214, 0.413};
  /// Largest allowed relative error of arithmetic in T. The limit is about ten times the measured
  /// error.
  static constexpr double allowed_error = sizeof(T) == sizeof(float) ? 2e-6 : 1e-13;
  /// Largest allowed relative difference between sums over the same fields.
  static constexpr double allowed_change = 1e-12;

public:
  BsmBenchmark(Run const& run, BsmOptions const& options, BsmProblem const& problem)
      : run_(run), options_(options), problem_(problem), fields_(run.context, options, problem) {}

  bool run(perf::BsmTest test) {
    auto cell = unmeasured(options_, problem_, test);
    cell.lanes = Fields::lanes;
    show(cell, "verifying");
    fields_.fill();
    if (test == dphi)
      prepare_operator(cell);
    if (!is_right(cell, test))
      return false;
    show(cell, "measuring");
    times_ = {};
    auto const verified = state_after(test);
    double off = 0;
    auto const look = [&] {
      off = std::max(off,
                     run_.context.worst_error(std::abs(state_after(test) - verified) / verified));
    };
    Sampling how;
    if (test != mad) // because each call of mad leaves other fields
      how.check = look;
    auto const measured = run_.meter.sample([&] { call(test); }, how);
    if (!is_within(off, allowed_change))
      return report(cell, "a timed call left another result than the verified call", off,
                    allowed_change);
    cell.seconds = measured.seconds;
    cell.energy = measured.energy;
    evaluate(cell, test);
    run_.meter.check_ceilings(cell);
    run_.output.note_pages();
    run_.output.add(cell);
    return true;
  }

private:
  void show(BsmCell const& cell, std::string const& what) {
    run_.output.show(fmt::format("{} {} at L = {}: {}", cell.of, cell.kernel, cell.l, what));
  }

  /// Chooses the fastest way to run the operator on this machine, and builds the operator.
  void prepare_operator(BsmCell& cell) {
    auto const way =
        fastest_way(run_.meter, hopping_ways(fields_.splits()), [&](HoppingWay const& tried) {
          return [this, op = wilson(fields_.hopping(tried))] { apply(op, fields_[0], fields_[1]); };
        });
    operator_.emplace(wilson(fields_.hopping(way, [this](auto step) { times_(step); })));
    cell.order = way.name();
    cell.bytes_by_messages = run_.context.most(fields_.bytes_by_messages());
    cell.bytes_by_shared_memory = run_.context.most(fields_.bytes_by_shared_memory());
  }

  using Operator = WilsonOperator<typename Fields::Hopping>;
  Operator wilson(typename Fields::Hopping hopping) const {
    return {std::move(hopping), problem_.of.mass};
  }

  template <class Field>
  void apply(Operator const& op, BothParities<Field> const& in,
             BothParities<Field> const& out) const {
    op.template apply<Dagger::no>(exec_, in, out);
    exec_.fence("kitt::bsm: wait for the operator");
  }

  /// Runs the test on all fields.
  void call(perf::BsmTest test) {
    times_.begin_call();
    std::size_t const step = test == sqnorm ? 1 : 2;
    for (std::size_t i = 0; i < fields_.size(); i += step) {
      if (test == sqnorm)
        norms_[i] = norm2_of(i);
      else if (test == mad)
        multiply_add_to(i);
      else
        apply(*operator_, fields_[i], fields_[i + 1]);
      if (options_.barrier == Barrier::yes)
        times_.add([&] { run_.context.communicator().barrier(); });
    }
    times_.end_call();
  }

  double norm2_of(std::size_t i) {
    double sum = 0;
    for (auto const& half : fields_[i])
      sum += norm2(exec_, half.view());
    times_.add([&] { sum = run_.context.communicator().sum(sum); });
    return sum;
  }

  /// Adds z times the second field of a pair to the first.
  void multiply_add_to(std::size_t i) const {
    for (std::size_t p = 0; p < 2; ++p)
      axpy(exec_, factor, fields_[i + 1][p].view(), fields_[i][p].view());
    exec_.fence("kitt::bsm: wait for the multiply-add");
  }

  /// Runs one call on new fields, and compares the result with its formula. Returns false and
  /// reports the error if the result is wrong. Collective.
  bool is_right(BsmCell& cell, perf::BsmTest test) {
    Kokkos::Profiling::ScopedRegion const region("kitt::verify");
    call(test);
    double error = 0;
    for (std::size_t i = 0; i < fields_.size(); i += test == sqnorm ? 1 : 2)
      error = std::max(
          error, run_.context.worst_error(test == sqnorm ? norm_error(i)
                                          : test == mad  ? field_error(i, sum_of_pair(i))
                                                         : field_error(i + 1, naive_operator(i))));
    cell.verification_error = error;
    cell.verification_tolerance = allowed_error;
    if (is_within(cell.verification_error, cell.verification_tolerance))
      return true;
    return report(cell, "the result differs from the plain formula", cell.verification_error,
                  cell.verification_tolerance);
  }

  bool report(BsmCell const& cell, std::string const& reason, double error, double allowed) {
    run_.output.fail({.key = key_of(cell),
                      .reason = reason,
                      .verification_error = error,
                      .verification_tolerance = allowed});
    return false;
  }

  /// Returns a sum over the result of the last call on this rank. Every number of the result
  /// contributes: norms, or squares of the fields that the operator wrote.
  double state_after(perf::BsmTest test) const {
    double sum = 0;
    for (std::size_t i = 0; i < fields_.size(); ++i)
      if (test == sqnorm)
        sum += norms_[i];
      else if (i % 2 == 1)
        for (auto const& half : fields_[i])
          sum += norm2(exec_, half.view());
    return sum;
  }

  /// Returns the relative error of a norm, compared with the plain sum of the formula. Collective.
  double norm_error(std::size_t i) const {
    double const expected = run_.context.communicator().sum(
        sum_over_sites([&](Coordinate const& x) { return norm2_of_site(fields_.source(i, x)); }));
    return std::abs(norms_[i] - expected) / expected;
  }

  auto sum_of_pair(std::size_t i) const {
    return [this, i](Coordinate const& x) {
      auto a = fields_.source(i, x);
      auto const b = fields_.source(i + 1, x);
      for (std::size_t spin = 0; spin < spins; ++spin)
        for (std::size_t colour = 0; colour < D; ++colour)
          a[spin][colour] += std::complex(factor.re, factor.im) * b[spin][colour];
      return a;
    };
  }

  auto naive_operator(std::size_t i) const {
    return [this, i](Coordinate const& x) {
      auto const psi = [&](Coordinate const& y, int) { return fields_.source(i, y); };
      return reference::wilson(fields_.links(), psi, x, 0, problem_.of.mass, Dagger::no);
    };
  }

  /// Returns |field - expected| / |expected| over all ranks. Collective.
  template <class Expected>
  double field_error(std::size_t i, Expected const& expected) const {
    reference::Field<double, spins, D> found(fields_.volume().extents, 1);
    for (std::size_t p = 0; p < 2; ++p)
      for_each_element(fields_[i][p], static_cast<Parity>(p),
                       [&](Coordinate const& x, int s, int spin, int colour, T re, T im) {
                         found.at(x, s)[D * spin + colour] = {re, im};
                       });
    double norm2 = 0;
    double const difference2 = sum_over_sites(
        [&](Coordinate const& x) {
          auto const value = expected(x);
          auto off = reference::site_spinor(found, x, 0);
          for (std::size_t spin = 0; spin < spins; ++spin)
            for (std::size_t colour = 0; colour < D; ++colour)
              off[spin][colour] -= value[spin][colour];
          return std::pair(norm2_of_site(off), norm2_of_site(value));
        },
        norm2);
    auto const& world = run_.context.communicator();
    return std::sqrt(world.sum(difference2) / world.sum(norm2));
  }

  static double norm2_of_site(Spinor const& psi) {
    double sum = 0;
    for (auto const& spin : psi)
      for (auto const& value : spin)
        sum += std::norm(value);
    return sum;
  }

  /// Returns the sum of f(x) over this rank's sites.
  template <class F>
  double sum_over_sites(F const& f) const {
    double unused = 0;
    return sum_over_sites([&](Coordinate const& x) { return std::pair(f(x), 0.0); }, unused);
  }
  /// Sums the pairs f(x) over this rank's sites. Returns the sum of the first numbers, and sets
  /// `second` to the sum of the second numbers.
  template <class F>
  double sum_over_sites(F const& f, double& second) const {
    auto const& extents = fields_.volume().extents;
    double first = 0;
    Kokkos::parallel_reduce(
        "kitt::bsm::verify",
        Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>(0, volume(extents)),
        [&](std::size_t site, double& one, double& other) {
          auto const [a, b] = f(coordinate_of(site, extents));
          one += a;
          other += b;
        },
        first, second);
    return first;
  }

  void evaluate(BsmCell& cell, perf::BsmTest test) {
    auto const& world = run_.context.communicator();
    cell.communication_seconds = times_.share(world) * cell.seconds.median;
    auto const of_node =
        static_cast<double>(cell.applications) * static_cast<double>(cell.sites) / world.nodes();
    auto const sent = test == dphi ? static_cast<double>(fields_.bytes_between_nodes()) : 0;
    auto const space = problem_.of.space();
    auto const touched = perf::bsm_working_set(test, space, cell.precision, cell.applications);
    perf::Work const work{
        cell.flops_per_site * of_node, perf::bsm_bytes(test, space, cell.precision) * of_node,
        touched * static_cast<double>(cell.sites) / world.nodes(), perf::bsm_streams(test),
        static_cast<double>(cell.applications) * world.sum(sent) / world.nodes()};
    cell.gflops_per_s_per_node = work.flops / cell.seconds.median * 1e-9;
    perf::add_roofline(
        cell, perf::roofline(run_.meter.ceilings(), cell.precision, work, cell.seconds.median),
        work);
  }

  Run const& run_;
  BsmOptions const& options_;
  BsmProblem const& problem_;
  Fields fields_;
  ExecutionSpace exec_;
  std::vector<double> norms_ = std::vector<double>(fields_.size());
  CommunicationTimes times_;
  std::optional<Operator> operator_;
};

} // namespace detail

template <class T, int D, LinkStorage Storage, RegisterLanes Lanes>
bool measure_bsm(Run const& run, BsmOptions const& options, BsmProblem const& problem) {
  run.output.show(fmt::format("{} at L = {}: preparing fields", problem.of.name, problem.l));
  detail::BsmBenchmark<T, D, Storage, lanes_of<T>(Lanes)> benchmark(run, options, problem);
  bool good = true;
  for (auto const test : {perf::BsmTest::sqnorm, perf::BsmTest::mad, perf::BsmTest::dphi}) {
    auto const key = key_of(unmeasured(options, problem, test));
    if (run.output.print_known<BsmCell>(key))
      continue;
    Kokkos::Profiling::ScopedRegion const region(perf::region_name(key));
    good = benchmark.run(test) && good;
  }
  return good;
}

} // namespace kitt::miniapp
