// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/run/meter.hpp"
#include "miniapp/run/output.hpp"
#include "miniapp/run/run_context.hpp"

#include <string>
#include <string_view>

namespace kitt::miniapp {

/// Parts of a run that a benchmark uses. A function that needs only one part takes only this part.
struct Run {
  RunContext const& context;
  Meter& meter;
  Output& output;
};

/// Measures all cells of one table in a fixed order: ceilings if cells are
/// compared with them, then title, heading, the head of the table, and the rows. `heading` holds
/// sentences that explain the table. `measure(c)` measures an element of `cases`, prints its rows,
/// and returns false if a result was wrong. `requested`: key of the object whose columns on request
/// the table has. Returns the exit status: 1 if any result was wrong, or 0. Requires that all
/// options of the user have been checked. Collective.
template <class Cell, class Cases, class Measure>
int measure_table(Run const& run, std::string const& title, std::string const& heading,
                  Cases const& cases, Measure const& measure, std::string_view requested = "") {
  auto const& [context, meter, output] = run;
  if constexpr (requires(Cell cell) { cell.roofline_fraction; })
    meter.ceilings(); // first, so that messages about ceilings do not interrupt the table
  auto const table = perf::cell_table<Cell>(context.lattices().volume_of, requested);
  output.request_columns(requested);
  output.show_pace();
  output.print(perf::banner(title));
  output.print(heading);
  output.print(table.header());
  bool good = true;
  for (auto const& c : cases)
    good = measure(c) && good;
  output.print(table.rule());
  return good ? 0 : 1;
}

} // namespace kitt::miniapp
