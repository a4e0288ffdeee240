// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/ceilings/ceilings.hpp"
#include "perf/json/json_words.hpp"
#include "perf/record/cell_kind.hpp"
#include "perf/record/provenance.hpp"
#include "perf/record/record.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kitt::perf::detail {

/// What a record says, in memory: its cells typed, and all else as the JSON that it is written as.
struct Document {
  Json head; ///< the document; its cells are null, its summary is that of the file it was read from
  std::optional<Ceilings> ceilings = {};
  std::vector<Cell> cells = {};
  std::map<CellKey, std::size_t> places = {}; ///< in `cells`
  std::size_t skipped = 0;
  std::size_t failed = 0;
  SummaryExtension extension = {}; ///< may be empty
  bool complete = false;
  bool altered = true; ///< since it was last written, by more than a cell at the end

  /// That of a run which begins.
  explicit Document(RecordHeader const& header);
  /// One that was written. Throws nlohmann::json::exception, WrongValue or UserError for what is no
  /// record.
  static Document from_json(Json written);

  /// Throws WrongValue, which names the place, if no run can have measured a figure. Somebody may
  /// have edited the document. `written` is the list of cells as it was read. It also holds figures
  /// that follow from other figures, because the report shows them.
  void check_figures_possible(Json const& written) const;

  /// Adds the cell, or replaces the one of the same key.
  void put(Cell cell);
  void set_ceilings(Ceilings const& measured);

  std::size_t measured() const { return cells.size() - skipped - failed; }
  /// What the kinds of cells say of the cells so far.
  Json summary() const;

  /// The cells and the summary as they are written.
  std::vector<Json> cells_json() const;
  Json summary_json() const;
  /// The whole document, from cells_json().
  std::string text(std::vector<Json> cells_written) const;

private:
  explicit Document(Json begun);
  using Parts =
      std::vector<std::pair<std::string_view, std::unique_ptr<SummaryPart>>>; ///< by benchmark
  Parts empty_parts() const;
  void count(Cell const& cell);
  void recount();

  Parts parts_;
};

} // namespace kitt::perf::detail
