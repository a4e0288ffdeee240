// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/mpi_profile/profile.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace kitt::mpi_profile {

/// The key `profile` of a record, as in perf/schema/kitt-record-1.schema.json.
nlohmann::ordered_json to_json(Profile const& profile);

/// A rank's record as text, for its way to rank 0, and back.
std::string encoded(RankRecord const& record);
RankRecord decoded(std::string const& text);

} // namespace kitt::mpi_profile
