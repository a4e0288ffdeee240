// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/link_storage.hpp"
#include "core/lattice/order.hpp"
#include "perf/tuning/tuning.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// A way to run a hopping kernel: same functor, other data.
struct HoppingVariant {
  std::string name;
  std::optional<Order> order; ///< none: the fastest that --tune finds
  LinkStorage links = LinkStorage::full;
  std::string note = {}; ///< what is special about it, for `kitt list`
};

/// All of them, the plainest first, the tuned one last.
std::vector<HoppingVariant> const& all_hopping_variants();

/// Their names.
std::vector<std::string> hopping_variants();

inline constexpr char const* tuned_variant = "tuned";

/// The orders that --tune chooses among for a sub-lattice of these extents and `packs_s` packs of
/// the fifth dimension: each once, the plainest first, then what has won most often.
std::vector<Order> order_candidates(Extents const& block, int packs_s, perf::TuneMode mode);

} // namespace kitt::miniapp
