// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"

namespace kitt::miniapp {

/// How fields are packed: numbers that fill a register, or one by one, which fits every lattice.
/// Where registers hold one number, these are one packing; the functions of each are different
/// ones all the same, so that each can have a file of its own.
enum class RegisterLanes { full, one };
template <class T>
constexpr int lanes_of(RegisterLanes lanes) {
  return lanes == RegisterLanes::one ? 1 : native_lanes<T>;
}

} // namespace kitt::miniapp
