// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/results/results.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// \file
/// Records and results with planted figures.

namespace kitt::perf::test {

using nlohmann::json;

inline json seconds(double median, double mean, double standard_error) {
  return {{"count", 10},
          {"calls_per_sample", 1},
          {"median", median},
          {"mean", mean},
          {"standard_error", standard_error},
          {"minimum", median},
          {"maximum", 2 * mean}};
}

using Cells = std::vector<json>;

/// As much of a record as a comparison reads.
inline json record(Cells const& cells, int nodes = 1, int ranks_per_node = 1) {
  return {{"schema_version", 1},
          {"provenance", {{"git_commit", "0123456789ab"}, {"time", "2026-01-01T00:00:00Z"}}},
          {"configuration",
           {{"benchmark", "itt"},
            {"nodes", nodes},
            {"ranks_per_node", ranks_per_node},
            {"threads_per_rank", 4},
            {"conventions", {{"volume", "per node"}, {"flops_per_site", 1344}}}}},
          {"topology", {{"cpu_model", "Model T 1908"}, {"cores", 8}}},
          {"cells", json(cells)},
          {"summary", {{"robustness", 0.5}}}};
}

inline json hopping(std::string const& kernel, int l, double mflops, double mean_mflops = 0,
                    std::string const& variant = "lexicographic") {
  return {{"benchmark", "hopping"},
          {"status", "measured"},
          {"kernel", kernel},
          {"l", l},
          {"ls", kernel == "Wilson" ? 1 : 16},
          {"precision", "single"},
          {"variant", variant},
          {"global_volume", {l, l, l, l}},
          {"links", "full"},
          {"seconds", seconds(1, 1, 0.01)},
          {"mflops_per_node", mflops},
          {"mflops_per_node_mean", mean_mflops > 0 ? mean_mflops : mflops},
          {"roofline_fraction", 0.5}};
}

inline json axpy(int l, double gb_per_s) {
  return {{"benchmark", "memory"},
          {"status", "measured"},
          {"kernel", "axpy (KITT)"},
          {"l", l},
          {"ls", 1},
          {"precision", "single"},
          {"variant", ""},
          {"gb_per_s_per_node", gb_per_s},
          {"seconds", seconds(2, 4, 0.4)},
          {"roofline_fraction", 0.5}};
}

inline json halo(int l, double mb_per_s) {
  return {{"benchmark", "halo"},
          {"status", "measured"},
          {"kernel", "halo"},
          {"l", l},
          {"ls", 8},
          {"precision", "double"},
          {"variant", "xyzt/shm"},
          {"one_way", {{"mb_per_s_per_node", mb_per_s}}},
          {"seconds", seconds(1, 1, 0.1)}};
}

inline json failed(std::string const& kernel, int l, std::string const& status = "failed") {
  return {{"benchmark", "hopping"}, {"status", status}, {"kernel", kernel},   {"l", l}, {"ls", 16},
          {"precision", "single"},  {"variant", ""},    {"reason", "because"}};
}

inline Results results(Cells const& cells, std::string const& name = "run") {
  return results_of_record(name, record(cells));
}

} // namespace kitt::perf::test
