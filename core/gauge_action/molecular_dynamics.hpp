// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_action/padded_links.hpp"

#include <cstdint>

namespace kitt {

/// \file
/// Molecular dynamics of links: momenta A = i sum_a p_a lambda_a / 2 with the kinetic energy 1/2
/// sum p_a^2, and dU/dt = A U. Source: Duane, Kennedy, Pendleton, Roweth, Phys. Lett. B 195 (1987)
/// 216. All functions work on this rank's links.

/// Sets all coefficients to independent Gaussian random numbers with mean 0 and variance 1. They
/// depend only on the stream and on the global site, so lanes and ranks do not change them.
void set_gaussian(ExecutionSpace const& exec, AlgebraField const& momenta, std::uint64_t stream);

/// Returns 1/2 sum p_a^2.
double kinetic_energy(ExecutionSpace const& exec, AlgebraField const& momenta);
/// Returns sum a_a b_a over all links.
double inner_product(ExecutionSpace const& exec, AlgebraField const& a, AlgebraField const& b);
/// Multiplies all coefficients by a factor.
void scale(ExecutionSpace const& exec, AlgebraField const& field, double factor);

/// Computes to = exp(step A) from, for all inner links. `to` may be `from`. The ghosts of `to`
/// are not set.
void move_links(ExecutionSpace const& exec, AlgebraField const& a, double step,
                PaddedLinks const& from, PaddedLinks const& to);
/// Replaces each inner link, which rounding errors have moved away from SU(3), by the SU(3) matrix
/// next to it.
void restore_group(ExecutionSpace const& exec, PaddedLinks const& links);

/// Returns the largest |U - V| of an element over all inner links. NaN counts as infinite.
double largest_difference(ExecutionSpace const& exec, PaddedLinks const& u, PaddedLinks const& v);

} // namespace kitt
