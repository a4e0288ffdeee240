// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/bsm/bsm_cell.hpp"
#include "miniapp/benchmarks/halo/halo_cell.hpp"
#include "miniapp/benchmarks/hopping/hopping_cell.hpp"
#include "miniapp/benchmarks/memory/memory_cell.hpp"
#include "miniapp/benchmarks/solve/solve_cell.hpp"
#include "perf/json/document_version.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/record/record.hpp"
#include "perf/results/results.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// \file
/// Records and results with known figures.

namespace kitt::perf::test {

using namespace kitt::miniapp;

using nlohmann::json;

inline Statistics seconds(double median, double mean, double standard_error) {
  return {.count = 10,
          .median = median,
          .mean = mean,
          .standard_error = standard_error,
          .minimum = median,
          .maximum = 2 * mean};
}

/// Returns a cell in the form in which a record contains it.
template <class Kind>
json measured(Kind const& cell) {
  auto data = to_data(cell);
  data["benchmark"] = Kind::benchmark;
  data["status"] = "measured";
  return data;
}

using Cells = std::vector<json>;

/// Returns a record with only the keys that a comparison reads.
inline json record(Cells const& cells, int nodes = 1, int ranks_per_node = 1) {
  return {{"schema_version", schema_version},
          {"provenance",
           {{"git_commit", "0123456789ab"},
            {"time", "2026-01-01T00:00:00Z"},
            {"label", nullptr},
            {"hostnames", {"host"}}}},
          {"configuration",
           {{"benchmark", "itt"},
            {"ranks", nodes * ranks_per_node},
            {"nodes", nodes},
            {"ranks_per_node", ranks_per_node},
            {"threads_per_rank", 4},
            {"grid", nullptr},
            {"node_block", nullptr},
            {"environment", json::object()},
            {"mpi_protocol", json::object()},
            {"conventions", {{"volume", "per node"}, {"flops_per_site", 1344}}}}},
          {"topology", {{"cpu_model", "Model T 1908"}, {"cores", 8}}},
          {"ceilings", nullptr},
          {"cells", json(cells)},
          {"summary", {{"robustness", 0.5}, {"robustness_set", {{"name", "itt-1"}}}}}};
}

inline json hopping(std::string const& kernel, int l, double mflops, double mean_mflops = 0,
                    std::string const& variant = "lexicographic") {
  HoppingCell cell;
  cell.kernel = kernel;
  cell.l = l;
  cell.ls = kernel == "Wilson" ? 1 : 16;
  cell.variant = variant;
  cell.global_volume = {l, l, l, l};
  cell.seconds = seconds(1, 1, 0.01);
  cell.mflops_per_node = mflops;
  cell.mflops_per_node_mean = mean_mflops > 0 ? mean_mflops : mflops;
  cell.roofline_fraction = 0.5;
  return measured(cell);
}

inline json axpy(int l, double gb_per_s) {
  MemoryCell cell;
  cell.kernel = "axpy (KITT)";
  cell.l = l;
  cell.gb_per_s_per_node = gb_per_s;
  cell.seconds = seconds(2, 4, 0.4);
  cell.roofline_fraction = 0.5;
  return measured(cell);
}

/// Returns an axpy cell. All its fields together have `bytes` bytes.
inline json axpy_of_bytes(std::int64_t bytes, double gb_per_s) {
  MemoryCell cell;
  cell.kernel = "axpy (KITT)";
  cell.asked_bytes = bytes;
  cell.bytes = static_cast<std::size_t>(bytes);
  cell.gb_per_s_per_node = gb_per_s;
  cell.seconds = seconds(1, 1, 0.1);
  cell.roofline_fraction = 0.5;
  return measured(cell);
}

inline json halo(int l, double mb_per_s) {
  HaloCell cell;
  cell.directions = "xyzt";
  cell.transport = "shm";
  cell.l = l;
  cell.ls = 8;
  cell.bytes_per_node = static_cast<std::size_t>(mb_per_s * 1e6);
  cell.seconds = seconds(1, 1, 0.1);
  return measured(cell);
}

inline json bsm(double flops_per_site, double gflops) {
  BsmCell cell;
  cell.kernel = "Dphi";
  cell.of = "SU(3)";
  cell.l = 8;
  cell.global_volume = {8, 8, 8, 8};
  cell.flops_per_site = flops_per_site;
  cell.applications = 2;
  cell.gflops_per_s_per_node = gflops;
  cell.seconds = seconds(1, 1, 0.1);
  return measured(cell);
}

inline json solution(std::string const& variant, int flops_per_site, double mflops) {
  SolveCell cell;
  cell.kernel = "CG Wilson";
  cell.l = 8;
  cell.global_volume = {8, 8, 8, 8};
  cell.variant = variant;
  cell.flops_per_site = flops_per_site;
  cell.iterations = 40;
  cell.operator_mflops_per_node = mflops;
  cell.mflops_per_node = mflops;
  cell.seconds = seconds(1, 1, 0.1);
  return measured(cell);
}

inline json failed(std::string const& kernel, int l, std::string const& status = "failed") {
  return {{"benchmark", "hopping"},
          {"status", status},
          {"kernel", kernel},
          {"l", l},
          {"ls", 16},
          {"precision", "single"},
          {"variant", ""},
          {"reason", "because"},
          {"verification_error", nullptr},
          {"verification_tolerance", 0}};
}

inline Results results_of(std::string const& name, json const& document) {
  return results_of_record(name, RunRecord::mirror(document.dump()));
}

inline Results results(Cells const& cells, std::string const& name = "run") {
  return results_of(name, record(cells));
}

} // namespace kitt::perf::test
