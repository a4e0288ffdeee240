// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/binding.hpp"
#include "comms/node/topology.hpp"
#include "perf/ceilings/ceilings.hpp"

#include <nlohmann/json_fwd.hpp>

namespace kitt::perf {

/// The sections of a record that describe the machine. Keys are snake_case with their units; what
/// is unknown is null, a list that is unknown is empty.
nlohmann::json to_json(comms::Topology const& topology);
nlohmann::json to_json(comms::Binding const& binding);
nlohmann::json to_json(Ceilings const& ceilings);

/// The inverse of to_json, for a run that goes on. Throws UserError if a key is missing or of
/// another type.
Ceilings ceilings_from_json(nlohmann::json const& json);

} // namespace kitt::perf
