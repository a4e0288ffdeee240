// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace kitt {

inline constexpr int spins = 4; ///< Components of a spinor.
/// Complex numbers in each of them, if nothing else is said: SU(3), fundamental. Fields, links and
/// kernels take another dimension of a representation as a template argument, `Colours`.
inline constexpr int colours = 3;
inline constexpr int spinor_components = spins * colours; ///< Complex numbers of such a spinor.
/// Complex numbers of a projected one, two of whose spins follow from the other two.
inline constexpr int half_spinor_components = spinor_components / 2;

} // namespace kitt
