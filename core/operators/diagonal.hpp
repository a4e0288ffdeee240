// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace kitt {

/// Choice of a kernel: the diagonal part of an operator is absent, or it is added to the sum over
/// the hops. The diagonal part is the part that is diagonal in space-time.
enum class Diagonal { absent, present };

/// The diagonal part of an operator whose diagonal part is a number: the number times a field of
/// the target parity.
template <class Field>
struct DiagonalTerm {
  double number = 0;
  Field here = {};
};

} // namespace kitt
