// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/ceilings/ceilings.hpp"
#include "perf/record/cell.hpp"
#include "perf/record/doubts.hpp"
#include "perf/record/field_description.hpp"
#include "perf/record/figure.hpp"

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kitt::perf {

/// Figures with one unit, compared under one heading.
struct Benchmark {
  std::string_view name;    ///< name in records
  std::string_view what;    ///< title: "Messages between two ranks"
  std::string_view word;    ///< title in one word: "Messages"
  std::string_view figures; ///< unit in words: "GB/s per node"
  std::string_view unit;    ///< short unit: "GB/s/node"
  bool exchanges_faces;     ///< true if the split of the lattice over nodes changes the figures
  bool per_node = true;     ///< true if figures are per node, and can be divided by cores and watts
  /// True if figures are times, so a ratio above 1 means slower. cell_kind() sets it for figures of
  /// cells.
  bool less_is_better = false;
};

/// Figure that stands for a run in headlines and acceptance tests.
struct FigureOfMerit {
  std::string_view path; ///< path of the field: "seconds/median"
  std::string_view unit; ///< unit in words: "GB/s per node"; empty if the text of the figure has it
  bool less_is_better = false;
  /// Kernels that count. Only cells of the first of them that the run has are considered. Empty:
  /// all kernels.
  std::vector<std::string_view> kernels = {};
};

/// Plot of a kind of cells in reports: lines of one figure against another. All members are paths
/// of fields.
struct LinePlot {
  std::string_view x = {}; ///< usually a size; cells without it are not drawn
  std::string_view y = {};
  std::vector<std::string_view> colours = {}; ///< fields whose values have lines of other colours
  std::string_view dashes = {};               ///< field whose values have lines of other dashes
};

/// Directions along which the lanes of a vector register lie.
enum class Lanes { none, space, fifth_dimension, both };

/// Kernel of a benchmark. Comparisons show the kernels of one family side by side.
struct KernelInfo {
  std::string_view name = {};    ///< name in records
  std::string_view family = {};  ///< name in options, as "axpy"; empty if equal to `name`
  std::string_view made_by = {}; ///< library, if a family has several kernels: "Kokkos Kernels"
  Lanes lanes = Lanes::none;     ///< directions of the SIMD lanes of a hopping kernel
  bool five_dimensions = false;
  bool staggered = false;
  /// true for a kernel that applies a whole operator: its hopping term and the part that is
  /// diagonal in space-time
  bool whole_operator = false;
  std::string_view what = {};      ///< description in `kitt list`
  std::string_view benchmark = {}; ///< set by cell_kind()

  /// Returns true for a kernel that runs only if a user or named rules name it. Such a kernel has
  /// no column in the summary, and `kitt model` does not predict it.
  constexpr bool only_if_named() const { return staggered || whole_operator; }
};

/// Part of a record's summary that one kind of cells adds.
class SummaryPart {
public:
  virtual ~SummaryPart() = default;
  /// Adds a measured cell of the kind. The caller passes each cell once, in any order.
  virtual void add(Cell const& cell) = 0;
  virtual void write(nlohmann::ordered_json& summary) const = 0;
};

/// Makes a part of a summary, for CellKind::summary_part.
template <class Part>
std::unique_ptr<SummaryPart> make_summary_part(nlohmann::ordered_json const& head) {
  return std::make_unique<Part>(head);
}

/// Kind of cells, with the functions that general code calls for every kind. A benchmark
/// defines its kind in one file (define_cells.hpp). The program registers all kinds with
/// use_cell_kinds().
struct CellKind {
  /// The first entry describes the figures of the cells. Further entries describe figures that are
  /// computed from those.
  std::vector<Benchmark> benchmarks;
  std::vector<KernelInfo> kernels; ///< kernels of the cells
  /// Figures of merit. The first that a run has is the figure of its headline. Empty: the figure
  /// that the list of fields marks as compared(), in the unit of the first benchmark.
  std::vector<FigureOfMerit> merits = {};
  /// Paths of the fields that give the size of a cell, the most important first. Figures of merit
  /// come from the cells with the largest size. A text counts by its length. Empty: all sizes
  /// count.
  std::vector<std::string_view> sizes = {};
  LinePlot plot = {}; ///< plot in reports; without x: none
  /// Names a figure of a cell with any status. Null if the kernel of the key is a sufficient name.
  void (*name_figure)(Figure& figure, CellKey const& key, FigureContext const& context) = nullptr;
  /// Moves a part of the variant to the name of the kernel. Null if the variant has no such part.
  void (*name_by_variant)(Figure& figure) = nullptr;
  /// Makes the part of the summary. `head` is the record without its cells. Null if the kind adds
  /// nothing.
  std::unique_ptr<SummaryPart> (*summary_part)(nlohmann::ordered_json const& head) = nullptr;
  /// Returns the JSON Schema of an object with the keys that the summary part adds. Null if no
  /// schema is needed.
  nlohmann::ordered_json (*summary_schema)() = nullptr;

  // cell_kind() makes the following functions from the list of fields.

  /// Reads a measured cell. Throws nlohmann::json::exception or WrongValue if it is not a cell of
  /// the kind.
  Cell (*read)(nlohmann::ordered_json const& from) = nullptr;
  /// Returns the JSON Schema of a measured cell, without benchmark and status.
  nlohmann::ordered_json (*schema)() = nullptr;
  /// Returns the descriptions of all fields of a cell.
  std::vector<FieldDescription> const& (*fields)() = nullptr;
  /// Computes the roofline figures of the cell for other ceilings.
  void (*renew_roofline)(Cell& cell, Ceilings const& ceilings) = nullptr;
  void (*add_doubts)(Cell const& cell, Doubts& doubts) = nullptr;
  void (*set_figure)(Figure& figure, Cell const& cell, FigureContext const& context) = nullptr;
  /// Returns the figures that follow from all cells of the kind in a record.
  std::vector<Figure> (*derived_figures)(std::vector<Cell> const& cells) = nullptr;

  /// Returns the name of the benchmark in records.
  std::string_view name() const { return benchmarks.front().name; }
};

/// Registers the kinds of cells that records may hold. The kinds must outlive all records.
void use_cell_kinds(std::span<CellKind const* const> kinds);

/// Returns the figures of merit of a kind. If the kind names none, this is the compared figure.
std::vector<FigureOfMerit> merits_of(CellKind const& kind);

/// Returns the registered kinds in order.
std::span<CellKind const* const> cell_kinds();
/// Returns the kind of a benchmark, or null if the program has no such kind.
CellKind const* find_cell_kind(std::string_view benchmark);
/// Returns the kind of a benchmark. Throws InternalError if the program has no such kind.
CellKind const& cell_kind_named(std::string_view benchmark);

/// Returns the benchmarks or kernels of all kinds.
std::span<Benchmark const> benchmarks();
std::span<KernelInfo const> kernels();

/// Returns the entry with this name. Returns null for an unknown name, which a file of another
/// version may contain. If kernels of two benchmarks have the same name ("read"), returns the
/// first.
Benchmark const* find_benchmark(std::string_view name);
KernelInfo const* find_kernel(std::string_view name);
/// Returns the entry with this name. Throws InternalError for an unknown name. For names that the
/// program itself uses.
Benchmark const& benchmark_named(std::string_view name);
KernelInfo const& kernel_named(std::string_view name);
/// Returns the names of a benchmark's kernels in order.
std::vector<std::string> kernels_of(std::string_view benchmark);

} // namespace kitt::perf
