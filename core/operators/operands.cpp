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
                "the field is on the lattice " + describe(fields) + ", but the operator is on " +
                    describe(operators) +
                    " (their sites do not correspond): make both with the same Lattice");
}

} // namespace

void require_fit(Lattice const& lattice, int packs_s, Operand const& operand) {
  if (operand.lattice != nullptr)
    require_lattice(lattice, *operand.lattice);
  KITT_VALIDATE(operand.sites == static_cast<std::size_t>(lattice.sites_per_parity()),
                "the view has " + std::to_string(operand.sites) +
                    " packs of sites, but one parity of the operator's lattice " +
                    describe(lattice) + " has " + std::to_string(lattice.sites_per_parity()) +
                    " (the view is on another lattice): make both with the same Lattice");
  KITT_VALIDATE(operand.packs_s == static_cast<std::size_t>(packs_s),
                "the field has Ls = " +
                    std::to_string(operand.packs_s * static_cast<std::size_t>(lattice.lanes_s())) +
                    ", but the operator has Ls = " + std::to_string(packs_s * lattice.lanes_s()) +
                    " (an operator is made for one Ls): make both with the same Ls");
}

int require_same_s(Lattice const& lattice, Operand const& in, Operand const& out) {
  auto const slices = [&](Operand const& operand) {
    return std::to_string(operand.packs_s * static_cast<std::size_t>(lattice.lanes_s()));
  };
  KITT_VALIDATE(in.packs_s == out.packs_s,
                "one field has Ls = " + slices(in) + ", but another has Ls = " + slices(out) +
                    " (the operator needs equal Ls): make both with the same Ls");
  return static_cast<int>(in.packs_s);
}

void require_links_of(Lattice const& lattice, GaugeField const& gauge) {
  KITT_VALIDATE(gauge.extents == lattice.extents(),
                "the gauge field has the extents " + to_string(gauge.extents) +
                    ", but the lattice has " + to_string(lattice.extents()) +
                    " (a hopping term needs the links of all its sites): make the lattice with the "
                    "extents of the gauge field");
}

void require_distinct(Operand const& in, Operand const& out) {
  KITT_VALIDATE(
      in.end <= out.begin || out.end <= in.begin,
      "input and output share memory (an operator reads its input while it writes its output): "
      "use another field for the output");
}

} // namespace kitt
