// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/hopping/hopping_fields.hpp"

#include <array>

namespace kitt::miniapp {

/// Collective: checks the operator if that has not been done, verifies, measures, records and
/// prints a variant, with every strategy asked for where the lattice is split; chooses the order
/// first where the variant leaves it open. `links`: of
/// the even and the odd target sites; those of a parity that is not computed are not read. False if
/// a result was wrong: there is no figure then. Compiled by compile_variant.cpp.in.
template <class T, Packing How, LinkStorage Storage>
bool measure_variant(HoppingFields<T, lanes_of<T>(How)>& fields,
                     std::array<LinkField<T, link_lanes_of<T>(How), Storage>, 2> const& links,
                     HoppingVariant const& variant);

} // namespace kitt::miniapp
