// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/lattice/order.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>

/// \file
/// The Order of a kernel as data in files and as words for people.

namespace kitt::perf {

/// {"tile": [null, 4, 4, null], "s_slice": null, "access": "plain"}; null: not cut.
nlohmann::json order_json(Order const& order);

/// The inverse. Throws UserError for a missing or unknown key, another type, or a value that no
/// Order may have.
Order order_from_json(nlohmann::json const& from);

/// "tile all.4.4.all, s all, access plain"
std::string describe(Order const& order);

/// The same order with every cut left out that cuts nothing in a sub-lattice of these extents and
/// `packs_s` packs of the fifth dimension: equal orders then have equal descriptions.
Order reduced(Order order, Extents const& block, int packs_s);

} // namespace kitt::perf
