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

/// Raised when a key changes its meaning or goes.
inline constexpr int record_schema_version = 1;

/// Adds to the summary of a record.
using SummaryExtension = std::function<void(nlohmann::ordered_json& summary)>;

/// One run's JSON document (`kitt schema record`) and its files. The document on
/// disk is complete at every moment (PiecewiseFile), and no other run writes it meanwhile. A new
/// record's files are made at once, with no cells; if nothing is added they go with it. What is
/// resumed or overwritten stays as it is until the first cell or finish(). On many ranks the first
/// one writes, and the others hold mirrors, to which the same is added. Move-only.
class RunRecord {
public:
  /// A new record. Throws FileTaken if a file exists (unless overwriting) or another run writes it,
  /// UserError if it cannot be written.
  RunRecord(RecordFiles const& files, RecordHeader const& header);

  /// The record in a file, to be looked at: as mirror(). Throws UserError if it is not a complete
  /// record of this schema.
  static RunRecord read(std::filesystem::path const& path);
  /// The same where the document has been read already; errors name `path`.
  static RunRecord of(nlohmann::ordered_json document, std::filesystem::path const& path);

  /// Goes on with the record in `files.json`. Throws FileTaken if another run writes it, UserError
  /// if it is not a complete record of this schema, or if machine, program, configuration or
  /// conventions differ from `header`, saying which.
  static RunRecord resume(RecordFiles const& files, RecordHeader const& header);

  /// Another rank's record, from its text(): the same document in memory. Writes nothing.
  static RunRecord mirror(std::string const& text);

  RunRecord(RunRecord&&) noexcept;
  RunRecord& operator=(RunRecord&&) noexcept;
  ~RunRecord();

  /// Adds a cell, or replaces the one of the same key, and writes; that costs the same however many
  /// cells there are. Throws InternalError for a figure that is not finite, std::runtime_error if
  /// the disk is full.
  void add(Cell cell);

  /// The figures of the measured cell of this key. None if it is absent, was skipped or failed, or
  /// is of another kind.
  template <CellFigures Kind>
  std::optional<Kind> find(CellKey const& key) const {
    auto const* const cell = find_cell(key);
    return cell != nullptr && cell->is<Kind>() ? std::optional(cell->figures<Kind>())
                                               : std::nullopt;
  }
  /// The document, with null for its cells. Its summary is that of the file it was read from.
  nlohmann::ordered_json const& head() const;
  /// Cells of all kinds: measured, skipped, failed.
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

  /// Kept in the document, and all cells stand under them; written with the next cell or by
  /// finish().
  void set_ceilings(Ceilings const& ceilings);
  std::optional<Ceilings> ceilings() const;
  /// Kept in the document; written as the ceilings are.
  void set_profile(mpi_profile::Profile const& profile);
  void set_run_time(mpi_profile::RunTime const& time);
  void set_memory(MemoryOfRanks const& memory);
  /// Where the fields in use lie, as found: what is kept is the most bytes on huge pages, and page
  /// sizes, those of shared memory by themselves, of the look that found most bytes.
  void note_pages(PagesFound const& found);

  /// What the kinds of cells say of the cells so far.
  nlohmann::ordered_json summary() const;
  /// Has `extend` add to the summary whenever it is written.
  void extend_summary(SummaryExtension extend);

  /// Marks the run as complete and writes.
  void finish();

  std::filesystem::path const& path() const { return path_; } ///< empty: a mirror
  /// The whole document as it would be written.
  std::string text() const;

private:
  Cell const* find_cell(CellKey const& key) const; ///< null: there is none
  explicit RunRecord(std::unique_ptr<detail::Document> document);

  std::filesystem::path path_;
  std::unique_ptr<detail::Document> document_;
  std::unique_ptr<detail::RecordWriter> writer_; ///< null: a mirror
};

} // namespace kitt::perf
