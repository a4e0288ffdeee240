// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace kitt {

/// Whether a kernel adds to the legs of a site the part of an operator that is diagonal in
/// space-time.
enum class Diagonal { absent, present };

/// That part where it is a number: times a field of the target parity.
template <class Field>
struct DiagonalTerm {
  double number = 0;
  Field here = {};
};

} // namespace kitt
