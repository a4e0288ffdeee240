// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace kitt {

/// Whether a kernel adds the diagonal part of an operator, that is, the part that is diagonal in
/// space-time, to the sum over the hops.
enum class Diagonal { absent, present };

/// The diagonal part of an operator if it is a number: this number times a field of the target
/// parity.
template <class Field>
struct DiagonalTerm {
  double number = 0;
  Field here = {};
};

} // namespace kitt
