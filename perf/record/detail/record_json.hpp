// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/json/json_words.hpp"
#include "perf/record/efficiency.hpp"
#include "perf/record/provenance.hpp"
#include "perf/record/summary.hpp"

/// \file
/// The head of a record as JSON and back. Objects keep the order they are built in, for people who
/// read the file; perf/schema says what each key means.

namespace kitt::perf::detail {

/// Of a whole document; the summary, which follows from its cells, is left empty.
ScalingPoint scaling_point_from_json(Json const& document);

} // namespace kitt::perf::detail
