// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"
#include "core/lattice/lattice.hpp"
#include "perf/ceilings/precision.hpp"

#include <optional>
#include <string>

namespace kitt::perf {

/// One point of a scaling study: the parts of a run on which parallel efficiency depends.
struct ScalingPoint {
  std::string time; ///< start of the run: ISO 8601, UTC
  std::string cpu_model = "unknown";
  int ranks = 1;
  int nodes = 1;
  int threads_per_rank = 1;
  Precision precision = Precision::single_precision;
  int ls = 1;
  int flops_per_site = 1344;
  std::string volume_convention; ///< owner of the volume: "per node", "per rank", "whole job"
  std::optional<Extents> global_volume = {}; ///< extents of the whole job's lattice, if given
};
/// Places of these values in a record.
constexpr auto fields_of(ScalingPoint const*) {
  return kitt::fields(
      field("provenance/time", &ScalingPoint::time),
      field("topology/cpu_model", &ScalingPoint::cpu_model).or_null(),
      field("configuration/ranks", &ScalingPoint::ranks),
      field("configuration/nodes", &ScalingPoint::nodes),
      field("configuration/threads_per_rank", &ScalingPoint::threads_per_rank),
      field("configuration/precision", &ScalingPoint::precision),
      field("configuration/ls", &ScalingPoint::ls),
      field("configuration/conventions/flops_per_site", &ScalingPoint::flops_per_site),
      field("configuration/conventions/volume", &ScalingPoint::volume_convention),
      field("configuration/global_volume", &ScalingPoint::global_volume));
}

} // namespace kitt::perf
