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

/// Record in memory: typed cells, and all other parts as JSON.
struct Document {
  Json head; ///< document, with null instead of its cells, and the summary of its file
  std::optional<Ceilings> ceilings = {};
  std::vector<Cell> cells = {};
  std::map<CellKey, std::size_t> places = {}; ///< index in `cells` of each key
  std::size_t skipped = 0;
  std::size_t failed = 0;
  SummaryExtension extension = {}; ///< may be empty
  bool complete = false;
  bool altered = true; ///< true if more than new cells at the end changed since the last write

  /// Makes the document of a new run.
  explicit Document(RecordHeader const& header);
  /// Makes the document of a record that was written. Throws nlohmann::json::exception, WrongValue
  /// or UserError if `written` is not a record.
  static Document from_json(Json written);

  /// Throws WrongValue, which names the place, if no run can have measured a figure. A user may
  /// have edited the document. `written` is the list of cells as it was read. It also holds figures
  /// that follow from other figures, because the report shows them.
  void check_figures_possible(Json const& written) const;

  /// Adds the cell, or replaces the cell with the same key.
  void put(Cell cell);
  void set_ceilings(Ceilings const& measured);

  std::size_t measured() const { return cells.size() - skipped - failed; }
  /// Returns the summary of the cells so far.
  Json summary() const;

  /// Returns the cells, or the summary, as a file holds them.
  std::vector<Json> cells_json() const;
  Json summary_json() const;
  /// Returns the whole document as a file holds it, from cells_json().
  std::string text(std::vector<Json> cells_written) const;

private:
  explicit Document(Json begun);
  using Parts =
      std::vector<std::pair<std::string_view, std::unique_ptr<SummaryPart>>>; ///< summary parts by
                                                                              ///< benchmark
  Parts empty_parts() const;
  void count(Cell const& cell);
  void recount();

  Parts parts_;
};

} // namespace kitt::perf::detail
