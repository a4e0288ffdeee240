// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/run/progress.hpp"
#include "miniapp/run/run_context.hpp"
#include "perf/record/record.hpp"
#include "perf/tables/cell_tables.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace kitt::miniapp {

/// Results of a run: its record, the text on the terminal, and the progress line. Only rank 0
/// prints, shows progress and writes files. The other ranks hold the same record in memory.
class Output {
public:
  /// Opens the record, or the record that is resumed. Requires that `context` and `benchmark`
  /// outlive this object. Throws UserError on all ranks if the record cannot be written or resumed.
  /// Collective.
  Output(RunContext const& context, BenchmarkRun const& benchmark);

  perf::RunRecord& record() { return *record_; }

  /// Prints on rank 0, after clearing the progress line. `text` must contain all newlines.
  void print(std::string const& text);
  /// Prints a warning, in the form of a line of the header.
  void warn(std::string const& text);
  /// From now on, the progress line tells how many cells are left and how long they will take.
  void show_pace();
  /// Shows the current work on the progress line, as "DWF4 at L = 16: verifying".
  void show(std::string const& what);

  /// Lets rows of measured cells have the columns on request of the object with this key.
  void request_columns(std::string_view key) { requested_ = key; }
  /// Records a measured cell and prints its row.
  void add(perf::Cell const& cell);
  /// Records and prints a cell that this run cannot measure.
  void skip(perf::CellKey const& key, std::string const& reason);
  /// Records and prints a cell that failed because its result was wrong.
  void fail(perf::FailedCell const& cell);
  /// Prints the cell with this key if a resumed record has its figures. Returns true if the cell
  /// was printed.
  template <perf::CellFigures Kind>
  bool print_known(perf::CellKey const& key) {
    auto const cell = record().find<Kind>(key);
    if (cell)
      print_row(*cell);
    return cell.has_value();
  }
  /// Records the pages and NUMA domains of the fields that exist now. Collective.
  void note_pages();

private:
  void open_record();
  void print_row(perf::Cell const& cell);

  RunContext const& context_;
  BenchmarkRun const& benchmark_;
  std::optional<perf::RunRecord> record_;
  /// message for an interrupted run that can be resumed; empty except on rank 0
  std::optional<InterruptNotice> interrupt_notice_;
  Progress progress_;
  std::optional<Pace> pace_;
  std::string requested_; ///< key of the object whose columns on request the table has
};

} // namespace kitt::miniapp
