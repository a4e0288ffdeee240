// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hopping/hopping_cell.hpp"
#include "perf/json/json_words.hpp"
#include "perf/record/cell_kind.hpp"
#include "perf/record/csv.hpp"
#include "perf/tables/cell_tables.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

// Prints one cell in three forms for test_changes.py: as a record, as a CSV table, and as on a
// terminal. The program does not name the figures and statistics that the patches of docs/examples
// add.
int main() {
  using namespace kitt::miniapp;
  using namespace kitt::perf;
  HoppingCell cell;
  cell.kernel = "DWF4";
  cell.l = 8;
  cell.ls = 16;
  cell.variant = "plain";
  cell.local_volume = cell.global_volume = {8, 8, 8, 8};
  cell.sites = 32768;
  cell.verification_tolerance = 1e-6;
  cell.seconds = summarize({0.001, 0.002, 0.004, 0.010, 0.011});
  cell.mflops_per_node = cell.mflops_per_node_mean = 11010.048;
  cell.arithmetic_intensity = 2;
  cell.working_set_bytes = 1e7;
  Cell const recorded = cell;
  auto const& data = *recorded.data;
  Json const shown{
      {"cell", data},
      {"schema", cell_kind_named("hopping").schema()},
      {"csv", csv_head("hopping") + csv_row(data)},
      {"table", cell_table<HoppingCell>().header() + cell_row(cell)},
  };
  std::puts(shown.dump().c_str());
}
