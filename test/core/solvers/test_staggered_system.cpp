// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/solvers/mixed_conjugate_gradient.hpp"
#include "core/solvers/staggered_system.hpp"
#include "test/catch.hpp"
#include "test/core/staggered_setup.hpp"

using namespace kitt;
using namespace kitt::test;

namespace {

using Double = Staggered<Layout<double, native_lanes<double>>>;
using Single = Staggered<Layout<float, native_lanes<float>>>;

Extents const extents{4, 4, 8, 8};
constexpr double mass = 0.1;

/// Returns links near one. Actions with two sets of links get the sizes of asqtad links.
template <class S>
StaggeredCase<S> weak_case(Action action) {
  auto const links = [](double factor, std::uint64_t seed, int hop) {
    auto gauge = weak_gauge(extents, seed);
    for (auto& link : gauge.links)
      for (auto& row : link)
        for (auto& element : row)
          element *= factor;
    return with_staggered_phases(gauge, TimeBoundary::antiperiodic, hop);
  };
  return action == Action::naive
             ? StaggeredCase<S>{action, links(1, 91, 1), links(1, 92, 3)}
             : StaggeredCase<S>{action, links(9.0 / 8, 91, 1), links(-1.0 / 24, 92, 3)};
}

/// M x = b in one precision: its fields, and the system on the odd sites.
template <class S, class Hopping>
struct Problem {
  using Field = typename S::Field;
  Lattice lattice;
  StaggeredSystem<Hopping, Field> system;
  std::array<Field, 2> b = S::fields(lattice, 1);
  std::array<Field, 2> x = S::fields(lattice, 1);
  ExecutionSpace exec;

  Problem(Hopping const& hopping, typename S::Plain const& source)
      : lattice(hopping.lattice()), system(hopping, mass, 1) {
    to_kernel(source, b);
    system.prepare(exec, b);
  }
};

/// Returns |b - M x| / |b|, computed by the naive operator.
double true_residual(StaggeredCase<Double> const& c, Double::Plain const& b,
                     Double::Plain const& x) {
  return relative_error(sum_of(2 * mass, x, 1, c.expected(x)), b);
}

} // namespace

TEST_CASE("a staggered system is solved on the odd sites to the requested residual") {
  for (auto const action : {Action::naive, Action::improved}) {
    auto const c = weak_case<Double>(action);
    auto const source = random_field<double, 1>(extents, 1, 93);
    c.with_hopping([&](auto const& hopping) {
      Problem<Double, std::decay_t<decltype(hopping)>> p(hopping, source);
      ConjugateGradient<Double::Field> solver(p.lattice, 1);
      auto const odd = solver(p.exec, p.system.matrix(), p.system.rhs().view(),
                              p.system.solution().view(), p.system.odd_rule({1e-9, 1000}));
      auto const result = p.system.finish(p.exec, p.b, p.x, odd);
      CHECK(result.converged);
      CHECK(result.relative_residual <= 1e-9);
      CHECK(true_residual(c, source, from_kernel(p.x)) ==
            Approx(result.relative_residual).epsilon(1e-3));
      return 0;
    });
  }
}

TEST_CASE("mixed precision solves a staggered system as precisely as double precision") {
  for (auto const action : {Action::naive, Action::improved}) {
    auto const c = weak_case<Double>(action);
    auto const source = random_field<double, 1>(extents, 1, 94);
    StoppingRule const rule{1e-10, 1000};
    int plain_iterations = 0;
    c.with_hopping([&](auto const& hopping) {
      Problem<Double, std::decay_t<decltype(hopping)>> p(hopping, source);
      ConjugateGradient<Double::Field> plain(p.lattice, 1);
      plain_iterations = plain(p.exec, p.system.matrix(), p.system.rhs().view(),
                               p.system.solution().view(), p.system.odd_rule(rule))
                             .iterations;
      auto const solve_mixed = [&](auto const& fast_hopping) {
        using FastHopping = std::decay_t<decltype(fast_hopping)>;
        StaggeredSystem<FastHopping, Single::Field> const fast(fast_hopping, mass, 1);
        MixedConjugateGradient<Double::Field, Single::Field> solver(p.lattice, fast.lattice(), 1);
        auto const odd = solver(p.exec, p.system.matrix(), fast.matrix(), p.system.rhs(),
                                p.system.solution(), p.system.odd_rule(rule));
        return p.system.finish(p.exec, p.b, p.x, odd);
      };
      auto const result = weak_case<Single>(action).with_hopping(solve_mixed);
      CHECK(result.converged);
      CHECK(result.restarts >= 2);
      CHECK(std::abs(result.iterations - plain_iterations) <= 0.05 * plain_iterations);
      CHECK(true_residual(c, source, from_kernel(p.x)) < 2e-10);
      return 0;
    });
  }
}

TEST_CASE("a constant field on free links is solved in one step") {
  StaggeredCase<Double> const c{
      Action::naive, with_staggered_phases(unit_gauge(extents), TimeBoundary::periodic), {}};
  // At zero momentum D is zero, so that x = b / (2 m).
  Double::Plain source(extents, 1);
  reference::for_each_site(source, [&](Coordinate const&, int) {
    return reference::SiteColourVector{{{1.0, std::complex<double>(0, 2), -0.5}}};
  });
  c.with_hopping([&](auto const& hopping) {
    Problem<Double, std::decay_t<decltype(hopping)>> p(hopping, source);
    ConjugateGradient<Double::Field> solver(p.lattice, 1);
    auto const odd = solver(p.exec, p.system.matrix(), p.system.rhs().view(),
                            p.system.solution().view(), {1e-12, 10});
    auto const result = p.system.finish(p.exec, p.b, p.x, odd);
    CHECK(result.iterations == 1);
    CHECK(relative_error(from_kernel(p.x), sum_of(0.5 / mass, source, 0, source)) < 1e-13);
    return 0;
  });
}
