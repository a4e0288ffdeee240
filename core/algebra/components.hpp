// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace kitt {

inline constexpr int spins = 4;   ///< Components of a spinor.
inline constexpr int colours = 3; ///< Complex numbers in each of them: SU(3).
inline constexpr int spinor_components = spins * colours; ///< Complex numbers of a spinor.
/// Complex numbers of a projected spinor, two of whose spins follow from the other two.
inline constexpr int half_spinor_components = spinor_components / 2;

} // namespace kitt
