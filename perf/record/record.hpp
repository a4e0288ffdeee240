// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/ceilings/ceilings.hpp"
#include "perf/record/cell.hpp"
#include "perf/record/provenance.hpp"
#include "perf/record/record_files.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace kitt::mpi_profile {
struct Profile;
struct RunTime;
} // namespace kitt::mpi_profile

namespace kitt::perf {

namespace detail {
struct Document;
class RecordWriter;
} // namespace detail

/// Function that adds entries to the summary of a record.
using SummaryExtension = std::function<void(nlohmann::ordered_json& summary)>;

/// JSON document of one run (`kitt schema record`) and its files. The document on disk is complete
/// at every moment (PiecewiseFile), and no other run can write it meanwhile. The files of a new
/// record are created at once, without cells, and removed if nothing is added. A resumed or
/// overwritten file stays unchanged until the first cell or finish(). On many ranks the first rank
/// writes. The other ranks hold mirrors and add the same cells. Move-only.
class RunRecord {
public:
  /// Begins a new record. Throws FileTaken if a file exists (unless overwriting) or another run
  /// writes the file. Throws UserError if the file cannot be written.
  RunRecord(RecordFiles const& files, RecordHeader const& header);

  /// Reads the record in a file. The result writes nothing, like mirror(). Throws UserError if the
  /// file is not a complete record of this schema.
  static RunRecord read(std::filesystem::path const& path);
  /// Makes a record from a document that has been read already. Errors name `path`.
  static RunRecord of(nlohmann::ordered_json document, std::filesystem::path const& path);

  /// Continues the record in `files.json`. Throws FileTaken if another run writes the file. Throws
  /// UserError if the file is not a complete record of this schema. Throws UserError, which names
  /// the difference, if machine, program, configuration or conventions differ from `header`.
  static RunRecord resume(RecordFiles const& files, RecordHeader const& header);

  /// Makes a copy of another rank's record from its text(). The copy writes nothing.
  static RunRecord mirror(std::string const& text);

  RunRecord(RunRecord&&) noexcept;
  RunRecord& operator=(RunRecord&&) noexcept;
  ~RunRecord();

  /// Adds a cell, or replaces the cell with the same key, and writes the file. The cost does not
  /// depend on the number of cells. Throws InternalError if a figure is not finite. Throws
  /// std::runtime_error if the disk is full.
  void add(Cell cell);

  /// Returns the figures of the measured cell with this key. Returns nothing if there is no such
  /// cell, if the cell was skipped or failed, or if the cell is of another kind.
  template <CellFigures Kind>
  std::optional<Kind> find(CellKey const& key) const {
    auto const* const cell = find_cell(key);
    return cell != nullptr && cell->is<Kind>() ? std::optional(cell->figures<Kind>())
                                               : std::nullopt;
  }
  /// Returns the document, with null instead of its cells. The summary is the one in the file.
  nlohmann::ordered_json const& head() const;
  /// Returns the cells of all kinds: measured, skipped, failed.
  std::vector<Cell> const& cells() const;
  template <CellFigures Kind>
  std::vector<Kind> cells_of() const {
    std::vector<Kind> found;
    for (auto const& cell : cells())
      if (cell.is<Kind>())
        found.push_back(cell.figures<Kind>());
    return found;
  }
  std::size_t measured_cells() const;
  std::size_t failed_cells() const;

  /// Sets the ceilings, and computes the roofline figures of all cells for them. The next add() or
  /// finish() writes these changes.
  void set_ceilings(Ceilings const& ceilings);
  std::optional<Ceilings> ceilings() const;
  /// Sets the profile. The next add() or finish() writes it.
  void set_profile(mpi_profile::Profile const& profile);
  void set_run_time(mpi_profile::RunTime const& time);
  void set_memory(MemoryOfRanks const& memory);
  /// Records the pages of the fields in use. The record keeps the largest number of bytes on huge
  /// pages. It keeps page sizes, separately for shared memory, of the call with most bytes.
  void note_pages(PagesFound const& found);

  /// Returns the summary of the cells so far.
  nlohmann::ordered_json summary() const;
  /// Makes `extend` add entries to the summary whenever it is written.
  void extend_summary(SummaryExtension extend);

  /// Marks the run as complete, and writes the files.
  void finish();

  std::filesystem::path const& path() const { return path_; } ///< empty for a mirror
  /// Returns the whole document as a file would hold it.
  std::string text() const;

private:
  Cell const* find_cell(CellKey const& key) const; ///< null if there is no such cell
  explicit RunRecord(std::unique_ptr<detail::Document> document);

  std::filesystem::path path_;
  std::unique_ptr<detail::Document> document_;
  std::unique_ptr<detail::RecordWriter> writer_; ///< null for a mirror
};

/// Returns the JSON Schema of a record with cells of the kinds that the program knows. `kitt schema
/// record` prints it.
nlohmann::ordered_json record_schema(std::string const& title, std::string const& description);

} // namespace kitt::perf
