// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hopping/hopping_cell.hpp"
#include "perf/record/record.hpp"

#include <chrono>
#include <cstdlib>
#include <fmt/format.h>

/// \file
/// usage: record_speed FILE [CELLS]: how long it takes to add a cell to a record, files included.
/// This is no test. Its figures are in docs/developer/performance-log/build-and-tests.md.

using namespace kitt::miniapp;
using namespace kitt::perf;

int main(int count, char** arguments) {
  std::filesystem::path const file(count > 1 ? arguments[1] : "record_speed.json");
  int const cells = count > 2 ? std::atoi(arguments[2]) : 10000;
  RecordFiles const files{.json = file,
                          .csv = std::filesystem::path(file).replace_extension("csv"),
                          .overwrite = kitt::Overwrite::yes};
  RunRecord record(files, {});
  HoppingCell cell;
  cell.kernel = "DWF4";
  cell.ls = 16;
  cell.seconds = {.count = 10, .median = 1.0 / 3, .mean = 1.0 / 3, .minimum = 0.3, .maximum = 0.4};
  auto const now = [] { return std::chrono::steady_clock::now(); };
  constexpr int parts = 10;
  for (int part = 0; part < parts; ++part) {
    auto const start = now();
    for (int i = 0; i < cells / parts; ++i) {
      cell.variant = fmt::format("columns-4.4.{}.{}", part, i);
      cell.l = 4 * (1 + i % 8);
      cell.mflops_per_node = 1e6 / 7 + i;
      record.add(cell);
    }
    std::chrono::duration<double, std::micro> const took = now() - start;
    fmt::print("{:>6} to {:>6}: {:6.1f} us per cell\n", part * (cells / parts),
               (part + 1) * (cells / parts), took.count() / (cells / parts));
  }
}
