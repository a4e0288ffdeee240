// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/storage.hpp"
#include "core/lattice/order.hpp"
#include "perf/tuning/tuning.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// Variant of a hopping kernel: an order of sites and a storage of links. Variants differ in these
/// data, not in code.
struct HoppingVariant {
  std::string name;
  std::optional<Order> order; ///< order of sites; empty for the fastest order that --tune finds
  LinkStorage links = LinkStorage::full;
  std::string note = {}; ///< explanation for `kitt list`
};

/// Returns all variants. The plainest variant is the first, the tuned variant is the last.
std::vector<HoppingVariant> const& hopping_variants();

inline constexpr char const* tuned_variant = "tuned";

/// Returns the orders that --tune compares, each once. The plainest order comes first, and the
/// others follow by how often they have won. `block`: extents of the sub-lattice of a lane;
/// `packs_s`: packs of the fifth dimension.
std::vector<Order> order_candidates(Extents const& block, int packs_s, perf::TuneMode mode);

} // namespace kitt::miniapp
