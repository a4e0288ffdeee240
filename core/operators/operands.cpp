// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/operators/operands.hpp"

namespace kitt {

namespace {

std::string describe(Lattice const& lattice) {
  return to_string(lattice.extents()) + " with lanes " + to_string(lattice.lane_grid());
}

void require_lattice(Lattice const& operators, Lattice const& fields) {
  KITT_VALIDATE(fields == operators,
                "the field is on the lattice " + describe(fields) + ", the operator on " +
                    describe(operators) +
                    " (sites of one are not those of the other): make both of one Lattice");
}

} // namespace

void require_fit(Lattice const& lattice, int packs_s, Operand const& operand) {
  if (operand.lattice != nullptr)
    require_lattice(lattice, *operand.lattice);
  KITT_VALIDATE(operand.sites == static_cast<std::size_t>(lattice.sites_per_parity()),
                "the view has " + std::to_string(operand.sites) +
                    " packs of sites, one parity of the operator's lattice " + describe(lattice) +
                    " has " + std::to_string(lattice.sites_per_parity()) +
                    " (they are of two lattices): make both of one Lattice");
  KITT_VALIDATE(operand.packs_s == static_cast<std::size_t>(packs_s),
                "the field has Ls = " +
                    std::to_string(operand.packs_s * static_cast<std::size_t>(lattice.lanes_s())) +
                    ", the operator Ls = " + std::to_string(packs_s * lattice.lanes_s()) +
                    " (an operator is made for one Ls): make both with the same");
}

int require_same_s(Lattice const& lattice, Operand const& in, Operand const& out) {
  auto const slices = [&](Operand const& operand) {
    return std::to_string(operand.packs_s * static_cast<std::size_t>(lattice.lanes_s()));
  };
  KITT_VALIDATE(in.packs_s == out.packs_s,
                "one field has Ls = " + slices(in) + ", another Ls = " + slices(out) +
                    " (the operator treats every slice alike): make both with the same");
  return static_cast<int>(in.packs_s);
}

void require_links_of(Lattice const& lattice, GaugeField const& gauge) {
  KITT_VALIDATE(gauge.extents == lattice.extents(),
                "the gauge field has the extents " + to_string(gauge.extents) + ", the lattice " +
                    to_string(lattice.extents()) +
                    " (a hopping term needs the links of all its sites): make the lattice with the "
                    "extents of the gauge field");
}

void require_distinct(Operand const& in, Operand const& out) {
  KITT_VALIDATE(
      in.end <= out.begin || out.end <= in.begin,
      "input and output share memory (an operator still reads its input while it writes): "
      "give it another field to write to");
}

} // namespace kitt
