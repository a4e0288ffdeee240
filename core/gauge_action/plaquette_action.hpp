// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_action/padded_links.hpp"

namespace kitt {

/// \file
/// Wilson's plaquette action S = beta sum_p (1 - Re tr U_p / 3) and its force. Source: Wilson,
/// Phys. Rev. D 10 (1974) 2445. All functions work on this rank's sites and need complete ghosts.

/// Returns the sum of Re tr U_p / 3 over the six plaquettes of each site, which begin at the site.
double sum_of_plaquettes(ExecutionSpace const& exec, PaddedLinks const& links);

/// Returns the sum of Re tr U_p / 3 over twelve plaquettes of each site: in each plane, one that
/// begins a step before the site in one direction, and one in both directions. On the whole lattice
/// the result is twice sum_of_plaquettes(). It reads other ghosts, and so checks them.
double sum_of_plaquettes_behind(ExecutionSpace const& exec, PaddedLinks const& links);

/// Computes sum += factor F for all links. F_a is the derivative of S in the direction of
/// lambda_a: S(exp(i e lambda_a / 2) U_mu(x)) = S(U) + e F_a. So F = beta / 6 times the traceless,
/// anti-hermitian part of U_mu(x) V, with V the sum of the six staples of the link.
void add_plaquette_force(ExecutionSpace const& exec, PaddedLinks const& links, double beta,
                         double factor, AlgebraField const& sum);

/// Flops of add_plaquette_force() per site. Each of the four links has twelve products of matrices
/// for its six staples, one product with the link, five additions, and the projection.
inline constexpr int plaquette_force_flops_per_site = 4 * (13 * 198 + 5 * 18 + 31);

} // namespace kitt
