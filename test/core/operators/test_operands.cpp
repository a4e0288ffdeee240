// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/fields/plain_order.hpp"
#include "core/operators/make.hpp"
#include "core/operators/make_staggered.hpp"
#include "core/operators/schur.hpp"
#include "test/catch.hpp"
#include "test/core/operator_setup.hpp"

#include <string>

using namespace kitt;
using namespace kitt::test;
using Catch::Matchers::ContainsSubstring;

namespace {

Extents const extents{4, 4, 8, 8};
using L = Layout<double, native_lanes<double>>;

/// Operators with Ls = 2 on one lattice. check_refused() checks their errors for fields that
/// do not fit.
struct Operators {
  Lattice lattice = L::lattice(extents);
  GaugeField gauge = hot_gauge(extents, 81);
  DomainWallOperator<L::Hopping> domain_wall{L::hopping(lattice, PeriodicLinks{gauge}, 2),
                                             {1.8, 0.1}};
  WilsonOperator<L::Hopping> wilson{domain_wall.hopping(), 0.1};
  SchurComplement<DomainWallOperator<L::Hopping>, L::Field> schur{domain_wall, 2};
  ExecutionSpace exec;

  /// Checks that all operators refuse `in` and `out`, which are full fields or views.
  void check_refused(auto const& in, auto const& out, std::string const& words) const {
    auto const refused = [&](auto const& op, auto const&... operands) {
      CHECK_THROWS_AS(op(exec, operands...), UserError);
      CHECK_THROWS_WITH(op(exec, operands...), ContainsSubstring(words));
    };
    auto const& hopping = domain_wall.hopping();
    refused(wilson, in, out);
    refused(wilson, in, out, Dagger::yes);
    refused(domain_wall, in, out);
    refused(hopping, in, out);
    refused(hopping, Parity::even, in[1], out[0]);
    refused(hopping, Parity::odd, in[0], out[1], Dagger::yes);
  }
};

double sum_of_squares(auto const& halves) {
  return norm2(from_kernel(halves));
}

} // namespace

TEST_CASE("operators accept fields and views") {
  Operators const ops;
  auto const psi = L::fields(ops.lattice, 2);
  fill(psi, RandomSource{82, extents});
  auto const check_same = [&](auto const& op) {
    auto const by_fields = L::fields(ops.lattice, 2);
    auto const by_views = L::fields(ops.lattice, 2);
    op(psi, by_fields);
    op(full_view(psi), full_view(by_views));
    ops.exec.fence("kitt::test: both applied");
    CHECK(sum_of_squares(by_fields) > 0);
    CHECK(from_kernel(by_fields).values == from_kernel(by_views).values);
  };
  check_same([&](auto const& in, auto const& out) { ops.wilson(ops.exec, in, out); });
  check_same(
      [&](auto const& in, auto const& out) { ops.domain_wall(ops.exec, in, out, Dagger::yes); });
  check_same([&](auto const& in, auto const& out) {
    ops.domain_wall.hopping()(ops.exec, Parity::odd, in[0], out[1]);
  });
}

TEST_CASE("the hopping term of both parities equals the terms of each parity") {
  Operators const ops;
  auto const& hopping = ops.domain_wall.hopping();
  auto const in = random_field<double>(extents, 2, 83);
  for (Dagger const dagger : {Dagger::no, Dagger::yes}) {
    auto const both = run<L>([&](auto const& exec, auto const& from,
                                 auto const& to) { hopping(exec, from, to, dagger); },
                             ops.lattice, in);
    auto const each = run<L>(full_hopping(hopping, dagger), ops.lattice, in);
    CHECK(both.values == each.values);
  }
}

TEST_CASE("operators refuse fields with another Ls") {
  Operators const ops;
  auto const fit = L::fields(ops.lattice, 2);
  auto const longer = L::fields(ops.lattice, 4);
  auto const words = "the field has Ls = 4, but the operator has Ls = 2";
  ops.check_refused(longer, fit, words);
  ops.check_refused(fit, longer, words);
  ops.check_refused(full_view(longer), full_view(fit), words);
  ops.check_refused(full_view(fit), full_view(longer), words);
  CHECK_THROWS_WITH(ops.schur(ops.exec, fit[0].view(), longer[1].view()), ContainsSubstring(words));
}

TEST_CASE("operators refuse fields of another lattice, even with equal numbers of sites") {
  Operators const ops;
  auto const fit = L::fields(ops.lattice, 2);
  auto const smaller = L::fields(L::lattice({4, 4, 4, 8}), 2);
  auto const turned = L::fields(L::lattice({8, 8, 4, 4}), 2);
  ops.check_refused(fit, smaller, "the field is on the lattice 4.4.4.8 with lanes");
  ops.check_refused(smaller, fit, "the field is on the lattice 4.4.4.8 with lanes");
  ops.check_refused(turned, fit, "the field is on the lattice 8.8.4.4 with lanes");
  ops.check_refused(full_view(fit), full_view(smaller), "packs of sites, but one parity of");
  CHECK_THROWS_WITH(ops.schur(ops.exec, smaller[0].view(), fit[1].view()),
                    ContainsSubstring("packs of sites"));
}

TEST_CASE("operators refuse to write to their input") {
  Operators const ops;
  auto const a = L::fields(ops.lattice, 2);
  auto const b = L::fields(ops.lattice, 2);
  auto const words = "input and output share memory";
  using Fields = BothParities<L::Field>;
  ops.check_refused(Fields{a[0], a[0]}, Fields{a[0], a[0]}, words);
  ops.check_refused(full_view(Fields{a[0], a[0]}), full_view(Fields{a[0], a[0]}), words);
  // both parities of `out` must differ from `in`, and must differ from each other
  for (auto const& out : {a, Fields{a[0], b[1]}, Fields{b[0], a[0]}, Fields{b[0], b[0]}}) {
    CHECK_THROWS_WITH(ops.wilson(ops.exec, a, out), ContainsSubstring(words));
    CHECK_THROWS_WITH(ops.domain_wall(ops.exec, a, out), ContainsSubstring(words));
    CHECK_THROWS_WITH(ops.domain_wall.hopping()(ops.exec, a, out), ContainsSubstring(words));
  }
  CHECK_THROWS_WITH(ops.schur(ops.exec, a[1].view(), a[1].view()), ContainsSubstring(words));
}

TEST_CASE("the s-part of the domain-wall operator refuses fields that do not fit") {
  auto const lattice = L::lattice(extents);
  auto const a = L::fields(lattice, 2);
  auto const longer = L::fields(lattice, 4);
  ExecutionSpace const exec;
  using View = L::Field::view_type;
  auto const apply = [&](View const& in, View const& out) {
    apply_fifth_dimension<Store::replace, View>(exec, lattice, {1.8, 0.1}, {in, out}, Dagger::no);
  };
  auto const solve = [&](View const& in, View const& out) {
    solve_fifth_dimension<View>(exec, lattice, {1.8, 0.1}, {in, out}, Dagger::no);
  };
  CHECK_THROWS_WITH(apply(a[0].view(), longer[0].view()), ContainsSubstring("Ls = 4"));
  CHECK_THROWS_WITH(solve(a[0].view(), longer[0].view()), ContainsSubstring("Ls = 4"));
  CHECK_THROWS_WITH(apply(a[0].view(), a[0].view()), ContainsSubstring("share memory"));
  CHECK_NOTHROW(solve(a[0].view(), a[0].view()));
}

TEST_CASE("a hopping term refuses links, halos and gauge fields of another lattice") {
  auto const lattice = L::lattice(extents);
  auto const other = L::lattice({8, 8, 4, 4});
  auto const gauge = unit_gauge(extents);
  auto const wide = unit_gauge({8, 8, 4, 4});
  auto const links = L::links(lattice, PeriodicLinks{gauge});
  auto const words = "the links do not belong to the hopping term";
  auto const a = L::fields(lattice, 1);
  L::Hopping const odd_alone(Stencil(lattice), {links[1], links[1]}, 1);
  ExecutionSpace const exec;
  CHECK_NOTHROW(odd_alone(exec, Parity::odd, a[0], a[1]));
  CHECK_THROWS_WITH(odd_alone(exec, Parity::even, a[1], a[0]),
                    ContainsSubstring("no links for the target parity"));
  CHECK_THROWS_WITH(L::Hopping(Stencil(other), links, 1), ContainsSubstring(words));
  Splitting split = not_split;
  split[3] = Continues::elsewhere;
  CHECK_THROWS_WITH(L::Hopping(Stencil(lattice, split), links, 1),
                    ContainsSubstring("needs a halo"));
  CHECK_THROWS_WITH(make_hopping<double>(lattice, wide), ContainsSubstring("8.8.4.4"));
}

TEST_CASE("fields with other lanes than their lattice are refused") {
  Lattice const one_lane(extents, {1, 1, 1, 1, 1});
  constexpr int lanes = 2 * native_lanes<double>; // this number of lanes is never one
  auto const gauge = unit_gauge(extents);
  CHECK_THROWS_WITH((SpinorField<double, lanes>("field", one_lane, 1)),
                    ContainsSubstring("lanes do not fit the lattice 4.4.8.8"));
  CHECK_THROWS_WITH((LinkField<double, lanes>(one_lane, Parity::even, PeriodicLinks{gauge})),
                    ContainsSubstring("lanes do not fit the lattice 4.4.8.8"));
}

TEST_CASE("staggered operators accept fields and views") {
  auto const lattice = make_lattice<double>(extents);
  auto const links = with_staggered_phases(hot_gauge(extents, 84), TimeBoundary::antiperiodic);
  auto const hopping = make_staggered<double>(lattice, links);
  StaggeredOperator const staggered(hopping, 0.1);
  using Field = ColourVectorField<double, native_lanes<double>>;
  StaggeredNormal<decltype(hopping), Field> const normal(hopping, 0.1, Parity::even);
  auto const chi = make_colour_vectors<double>(lattice);
  fill(chi, RandomSource{85, extents});
  ExecutionSpace const exec;
  auto const check_same = [&](auto const& op) {
    auto const by_fields = make_colour_vectors<double>(lattice);
    auto const by_views = make_colour_vectors<double>(lattice);
    op(chi, by_fields);
    op(full_view(chi), full_view(by_views));
    exec.fence("kitt::test: both applied");
    CHECK(norm2(exec, by_fields[0].view()) > 0);
    CHECK(to_plain(by_fields) == to_plain(by_views));
  };
  check_same([&](auto const& in, auto const& out) { staggered(exec, in, out, Dagger::yes); });
  check_same([&](auto const& in, auto const& out) { hopping(exec, in, out); });
  check_same([&](auto const& in, auto const& out) { hopping(exec, Parity::even, in[1], out[0]); });
  check_same([&](auto const& in, auto const& out) { normal(exec, in[0], out[0]); });
}

TEST_CASE("staggered operators refuse fields that do not fit") {
  auto const lattice = make_lattice<double>(extents);
  auto const links = hot_gauge(extents, 86);
  auto const hopping = make_staggered<double>(lattice, links, links);
  StaggeredOperator const staggered(hopping, 0.1);
  using Field = ColourVectorField<double, native_lanes<double>>;
  StaggeredNormal<decltype(hopping), Field> const normal(hopping, 0.1, Parity::even, 2);
  ExecutionSpace const exec;
  auto const check_refused = [&](auto const& in, auto const& out, std::string const& words) {
    auto const refused = [&](auto const& op, auto const&... operands) {
      CHECK_THROWS_AS(op(exec, operands...), UserError);
      CHECK_THROWS_WITH(op(exec, operands...), ContainsSubstring(words));
    };
    refused(staggered, in, out);
    refused(hopping, in, out);
    refused(hopping, Parity::even, in[1], out[0]);
    refused(normal, in[0], out[0]);
  };
  auto const fit = make_colour_vectors<double>(lattice, 2);
  auto const longer = make_colour_vectors<double>(lattice, 4);
  auto const turned = make_colour_vectors<double>(make_lattice<double>({8, 8, 4, 4}), 2);
  auto const smaller = make_colour_vectors<double>(make_lattice<double>({4, 4, 4, 8}), 2);
  check_refused(fit, longer, "one field has Ls = 2, but another has Ls = 4");
  check_refused(full_view(longer), full_view(fit), "one field has Ls = 4, but another has Ls = 2");
  check_refused(fit, turned, "the field is on the lattice 8.8.4.4 with lanes");
  check_refused(turned, fit, "the field is on the lattice 8.8.4.4 with lanes");
  check_refused(full_view(smaller), full_view(fit), "packs of sites, but one parity of");
  check_refused(BothParities<Field>{fit[0], fit[0]}, BothParities<Field>{fit[0], fit[0]},
                "input and output share memory");
  CHECK_THROWS_WITH(normal(exec, longer[0], make_colour_vectors<double>(lattice, 4)[0]),
                    ContainsSubstring("Ls = 4"));
  CHECK_THROWS_WITH(make_staggered<double>(lattice, hot_gauge({4, 4, 4, 8}, 87)),
                    ContainsSubstring("the gauge field has the extents 4.4.4.8"));
}
