// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace kitt {

inline constexpr int spins = 4; ///< number of spin components of a spinor
/// Default number of colours, that is, of complex numbers per spin: SU(3), fundamental
/// representation. Fields, links and kernels take the dimension of another representation as the
/// template argument `Colours`.
inline constexpr int colours = 3;
/// number of complex numbers of a spinor with 3 colours
inline constexpr int spinor_components = spins * colours;
/// Complex numbers of a projected spinor with 3 colours. Two spins of a projected spinor follow
/// from the other two, so only half of the numbers are needed.
inline constexpr int half_spinor_components = spinor_components / 2;

} // namespace kitt
