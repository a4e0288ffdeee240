// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/traversal.hpp"

#include <string>
#include <vector>

namespace kitt::miniapp {

/// A way to run a hopping kernel: same functor, other data.
struct HoppingVariant {
  std::string name;
  Order order;
};

/// All of them, the plainest first.
std::vector<HoppingVariant> const& all_hopping_variants();

/// Their names.
std::vector<std::string> hopping_variants();

} // namespace kitt::miniapp
