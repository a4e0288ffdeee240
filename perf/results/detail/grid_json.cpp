// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/json/json_words.hpp"
#include "perf/results/detail/grid_results.hpp"

#include <array>
#include <fmt/format.h>
#include <set>

/// \file
/// JSON file of grid-benchmark (github.com/aportelli/grid-benchmark, Benchmark_Grid.cpp, commits
/// 3201ab3 of 2023-01-30 to d140648 of 2025-11). Rates are per node as Grid counted nodes. L is per
/// rank. One GBps is 1024^3 bytes per second, one MB is 1024^2 bytes, and one Gflops is 10^9.

namespace kitt::perf::detail {

namespace {

constexpr int grid_benchmark_ls = 12; // the same in all commits

/// Key of a row with a hopping figure. In commits of October 2025 keys end in f (single) and d
/// (double). Later commits state the precision in the row.
struct RowKey {
  char const* key;
  char const* kernel;
  Precision precision;
};
constexpr auto single = Precision::single_precision;
constexpr auto twice = Precision::double_precision;
constexpr std::array row_keys{RowKey{"Gflops_wilson", "Wilson", single},
                              RowKey{"Gflops_dwf4", "DWF4", single},
                              RowKey{"Gflops_staggered", grid_staggered, single},
                              RowKey{"Gflops_wilsonf", "Wilson", single},
                              RowKey{"Gflops_dwf4f", "DWF4", single},
                              RowKey{"Gflops_wilsond", "Wilson", twice},
                              RowKey{"Gflops_dwf4d", "DWF4", twice}};

GridRun run_of(Json const& document) {
  auto const& geometry = document.at("geometry");
  GridRun run{.program = "grid-benchmark",
              .rank_grid = geometry.at("mpi").get<Grid>(),
              .counted = geometry.at("nodes").get<int>()};
  if (geometry.at("ranks") != product_of(run.rank_grid))
    throw WrongValue(fmt::format("it states {} ranks on the grid {}", text_of(geometry.at("ranks")),
                                 text_of(geometry.at("mpi"))));
  if (auto const hosts = document.find("hostnames"); hosts != document.end()) {
    auto const names = hosts->get<std::vector<std::string>>();
    std::set<std::string> const different(names.begin(), names.end());
    run.hosts.assign(different.begin(), different.end());
    if (static_cast<int>(names.size()) == product_of(run.rank_grid)) {
      run.seen = static_cast<int>(different.size());
      run.evidence = "by their host names";
    }
  }
  return run;
}

Precision precision_of(Json const& row, Precision usual) {
  auto const name = row.value("Precision", "");
  if (name.empty())
    return usual;
  if (name != "FP32" && name != "FP64")
    throw WrongValue(fmt::format("its precision is \"{}\"", name));
  return name == "FP64" ? twice : single;
}

void add_hopping(Results& results, Json const& row, GridRun const& run) {
  for (auto const& [key, kernel, usual] : row_keys) {
    if (!row.contains(key))
      continue;
    auto const ls = kernel == std::string("DWF4") ? grid_benchmark_ls : 1;
    auto const lattice =
        lattice_per_rank(row.at("L").get<int>(), ls, precision_of(row, usual), run.rank_grid);
    results.figures.push_back(
        grid_hopping(results, kernel, lattice, 1e3 * row.at(key).get<double>() * run.counted,
                     kernel == grid_staggered ? grid_staggered_flops : grid_flops));
  }
}

void add_memory(Results& results, Json const& row, GridRun const& run) {
  results.figures.push_back(grid_axpy(
      results, row.at("L").get<int>(), row.at("size_MB").get<double>() * mebibyte * run.counted,
      row.at("GBps").get<double>() * gibibyte * 1e-9 * run.counted));
}

} // namespace

Results read_grid_json(OtherOutput const& output, std::string const& text) {
  auto const document = parse_document(text);
  if (!document.contains("geometry"))
    throw WrongValue("it has no \"geometry\"");
  auto const run = run_of(document);
  auto results = results_of_run(output, run);
  if (document.contains("flops"))
    for (auto const& row : document.at("flops").at("results"))
      add_hopping(results, row, run);
  if (document.contains("axpy"))
    for (auto const& row : document.at("axpy"))
      add_memory(results, row, run);
  if (results.figures.empty())
    throw WrongValue("it has neither \"flops\" nor \"axpy\"");
  return results;
}

} // namespace kitt::perf::detail
