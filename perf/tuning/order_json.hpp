// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/lattice/order.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>

/// \file
/// Converts the Order of a kernel to JSON for files and to words for people.

namespace kitt::perf {

/// Returns an order as JSON: {"tile": [null, 4, 4, null], "s_slice": null, "access": "plain"}. null
/// means that a direction is not cut.
nlohmann::json order_json(Order const& order);

/// Reads an order from JSON, the inverse of order_json(). Throws UserError if a key is missing or
/// unknown, or if a value has the wrong type or is out of range.
Order order_from_json(nlohmann::json const& from);

/// Returns an order in words: "tile all.4.4.all, s all, access plain".
std::string describe(Order const& order);

/// Returns `order` without the cuts that have no effect in a sublattice of the given extents with
/// `packs_s` SIMD packs in the fifth dimension. Orders that act alike then have equal descriptions.
Order reduced(Order order, Extents const& block, int packs_s);

} // namespace kitt::perf
