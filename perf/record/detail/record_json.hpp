// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/record/cells.hpp"
#include "perf/record/efficiency.hpp"
#include "perf/record/provenance.hpp"
#include "perf/record/summary.hpp"

#include <nlohmann/json.hpp>

/// \file
/// Cells and headers as JSON and back. Objects keep the order they are built in, for people who
/// read the file; perf/schema says what each key means.

namespace kitt::perf::detail {

using Json = nlohmann::ordered_json;

Json to_json(HoppingCell const& cell);
Json to_json(MemoryCell const& cell);
Json to_json(HaloCell const& cell);
Json to_json(SkippedCell const& cell);
Json to_json(FailedCell const& cell);
Json to_json(Provenance const& provenance);
Json to_json(Configuration const& configuration);
Json to_json(Summary const& summary);
Json to_json(Efficiency const& efficiency);

/// The inverse; throw nlohmann::json::exception, or UserError, for what is not such a cell.
CellKey key_from_json(Json const& cell);
HoppingCell hopping_from_json(Json const& cell);
MemoryCell memory_from_json(Json const& cell);
HaloCell halo_from_json(Json const& cell);
/// Of a whole document; the summary, which follows from its cells, is left empty.
ScalingPoint scaling_point_from_json(Json const& document);

bool is_measured(Json const& cell, char const* benchmark);

} // namespace kitt::perf::detail
