// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/detail/record_json.hpp"

#include "perf/json/fields_json.hpp"

namespace kitt::perf::detail {

ScalingPoint scaling_point_from_json(Json const& document) {
  auto const& run = document.at("configuration");
  auto const& conventions = run.at("conventions");
  auto const& cpu = document.at("topology").at("cpu_model");
  ScalingPoint point{.time = document.at("provenance").at("time").get<std::string>(),
                     .cpu_model = cpu.is_null() ? "unknown" : cpu.get<std::string>(),
                     .ranks = run.at("ranks").get<int>(),
                     .nodes = run.at("nodes").get<int>(),
                     .threads_per_rank = run.at("threads_per_rank").get<int>(),
                     .precision = from_data<Precision>(run.at("precision"), "precision"),
                     .ls = run.at("ls").get<int>(),
                     .flops_per_site = conventions.at("flops_per_site").get<int>(),
                     .volume_convention = conventions.at("volume").get<std::string>(),
                     .global_volume = {},
                     .summary = {}};
  // absent from older records
  if (run.contains("global_volume") && !run.at("global_volume").is_null())
    point.global_volume = run.at("global_volume").get<Extents>();
  return point;
}

} // namespace kitt::perf::detail
