// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_action/kernel_order.hpp"

namespace kitt {

/// Computes sum += factor F for all links, with the force F of Wilson's hopping term D between two
/// spinor fields X and Y. F_a is the derivative of -2 Re X^dagger D(U) Y in the direction of
/// lambda_a, with X and Y kept fixed. So F = -1/2 times the traceless, anti-hermitian part of
/// U_mu(x) W, where W is the sum over spins of (1 - gamma_mu) Y(x + mu) times the adjoint of X(x),
/// and (1 + gamma_mu) X(x + mu) times the adjoint of Y(x). Links and spinors need complete ghosts.
void add_hopping_force(ExecutionSpace const& exec, PaddedLinks const& links,
                       PaddedSpinors const& spinors, TimeBoundary boundary, double factor,
                       AlgebraField const& sum);

/// Flops of add_hopping_force() per site. Each of the four links has four projected spinors, the
/// sum of four products of colour vectors, one product with the link, the projection and the sum.
inline constexpr int hopping_force_flops_per_site = 4 * (4 * 12 + 4 * 72 + 198 + 15 + 16);

} // namespace kitt
