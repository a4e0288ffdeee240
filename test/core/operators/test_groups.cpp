// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"
#include "test/core/group_setup.hpp"

using namespace kitt;
using namespace kitt::test;
using enum kitt::Representation;

TEMPLATE_TEST_CASE("hopping terms of SU(N) and its representations equal the naive ones", "",
                   (Group<2, fundamental>), (Group<4, fundamental>), (Group<6, fundamental>),
                   (Group<2, adjoint>), (Group<3, adjoint>), (Group<4, adjoint>),
                   (Group<6, adjoint, 1>), (Group<2, symmetric>), (Group<3, symmetric>),
                   (Group<4, symmetric>), (Group<6, symmetric, 1>), (Group<2, antisymmetric>),
                   (Group<3, antisymmetric>), (Group<4, antisymmetric>),
                   (Group<6, antisymmetric, 1>)) {
  using G = TestType;
  Extents const extents{4, 4, 4, 4};
  auto const gauge = G::gauge(extents, 81);
  auto const lattice = G::lattice(extents);
  auto const in = G::random_field(extents, 82);
  for (auto const& [boundary, dagger] : {std::pair{TimeBoundary::periodic, Dagger::no},
                                         std::pair{TimeBoundary::antiperiodic, Dagger::yes}}) {
    PeriodicLinksOf<G::D> const links{gauge, boundary};
    HoppingTerm const hopping(Stencil(lattice), G::links(lattice, links), 1);
    auto const out = run<G>(full_hopping(hopping, dagger), lattice, in);
    CHECK(relative_error(out, reference::apply_hopping(links, in, dagger)) < 1e-13);
  }
}
