// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace kitt::miniapp {

/// Numbers that define the operators, apart from links. `kitt solve` has options for them, and
/// `kitt dslash` uses the values here.
struct OperatorNumbers {
  double mass = 0.1;
  double csw = 1;          ///< clover: coefficient of the clover term
  double mu = 0.1;         ///< twisted mass
  double m5 = 1.8;         ///< domain-wall height
  double b5 = 1.5;         ///< Moebius: factor of the Wilson operator within a slice
  double c5 = 0.5;         ///< Moebius: factor of the Wilson operator between slices
  double u0 = 1;           ///< asqtad: tadpole factor for smeared links
  double naik_epsilon = 0; ///< HISQ: Naik correction for smeared links
};

} // namespace kitt::miniapp
