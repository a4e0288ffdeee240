// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"

namespace kitt::miniapp {

/// How fields are packed: full registers, or one number each. One number fits every lattice. If
/// registers hold one number, both packings are the same. Their functions still have different
/// names, so that each packing can have its own file.
enum class RegisterLanes { full, one };
template <class T>
constexpr int lanes_of(RegisterLanes lanes) {
  return lanes == RegisterLanes::one ? 1 : native_lanes<T>;
}

} // namespace kitt::miniapp
