// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/process_grid.hpp"
#include "perf/ceilings/ceilings.hpp"
#include "perf/record/cell.hpp"
#include "perf/record/doubts.hpp"
#include "perf/record/figure.hpp"
#include "perf/text/table.hpp"

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kitt::perf {

/// What is measured in one unit and compared under one heading.
struct Benchmark {
  std::string_view name;    ///< as records write it
  std::string_view what;    ///< "Messages between two ranks"
  std::string_view word;    ///< the same in one: "Messages"
  std::string_view figures; ///< of its cells: "GB/s per node"
  std::string_view unit;    ///< the same, short: "GB/s/node"
  bool exchanges_faces;     ///< so that it matters how nodes are cut
  bool per_node = true;     ///< figures are a node's: they may be set against its cores and watts
  bool less_is_better = false; ///< figures are times: a ratio above 1 is slower
};

/// Where the lanes of a vector register lie.
enum class Lanes { none, space, fifth_dimension, both };

/// A kernel of a benchmark. Comparisons lay the kernels of one family side by side.
struct KernelInfo {
  std::string_view name = {};    ///< as records write it
  std::string_view family = {};  ///< what the user calls it, "axpy"; empty: as `name`
  std::string_view made_by = {}; ///< where a family has several: "Kokkos Kernels"
  Lanes lanes = Lanes::none;     ///< of a hopping kernel
  bool five_dimensions = false;
  std::string_view what = {};      ///< `kitt list` says so
  std::string_view benchmark = {}; ///< cell_kind() sets it
};

/// What the cells of a kind add to the summary of a record.
class SummaryPart {
public:
  virtual ~SummaryPart() = default;
  /// Takes a measured cell of the kind into account. Each cell comes once, in any order.
  virtual void add(Cell const& cell) = 0;
  virtual void write(nlohmann::ordered_json& summary) const = 0;
};

/// For CellKind::summary_part.
template <class Part>
std::unique_ptr<SummaryPart> make_summary_part(nlohmann::ordered_json const& head) {
  return std::make_unique<Part>(head);
}

/// A kind of cells, as code sees it that handles all kinds alike. A benchmark defines its kind in
/// one file (define_cells.hpp), and the program names all kinds by use_cell_kinds().
struct CellKind {
  /// What figures are called: those of its cells first, then those that follow from them.
  std::vector<Benchmark> benchmarks;
  std::vector<KernelInfo> kernels; ///< that its cells have
  /// Names a figure, whether or not its cell was measured. Null if the kernel of the key is name
  /// enough.
  void (*name_figure)(Figure& figure, CellKey const& key, FigureContext const& context) = nullptr;
  /// Moves a part of the variant to the name of the kernel. Null if all of it is a variant.
  void (*name_by_variant)(Figure& figure) = nullptr;
  /// Makes the part of a record without cells. `head` is the rest of the record. Null: there is
  /// none.
  std::unique_ptr<SummaryPart> (*summary_part)(nlohmann::ordered_json const& head) = nullptr;
  /// The JSON Schema of an object with the keys of that part. Null if there is none.
  nlohmann::ordered_json (*summary_schema)() = nullptr;

  // cell_kind() adds the rest, from the list of fields.

  /// Reads a measured cell. Throws nlohmann::json::exception or WrongValue for what is none.
  Cell (*read)(nlohmann::ordered_json const& from) = nullptr;
  /// The JSON Schema of a measured cell, without benchmark and status.
  nlohmann::ordered_json (*schema)() = nullptr;
  /// Appends the paths of all figures: "seconds/median".
  void (*add_paths)(std::vector<std::string>& paths) = nullptr;
  /// Puts the cell under other ceilings.
  void (*renew_roofline)(Cell& cell, Ceilings const& ceilings) = nullptr;
  void (*add_doubts)(Cell const& cell, Doubts& doubts) = nullptr;
  void (*set_figure)(Figure& figure, Cell const& cell, FigureContext const& context) = nullptr;
  /// The printed table, and the rows of a cell in it.
  Table (*table)(bool split, comms::VolumeOf of) = nullptr;
  std::string (*rows)(Cell const& cell, comms::VolumeOf of) = nullptr;
  /// Figures that follow from all cells of the kind in a record.
  std::vector<Figure> (*derived_figures)(std::vector<Cell> const& cells) = nullptr;

  /// Of the benchmark, as records write it.
  std::string_view name() const { return benchmarks.front().name; }
};

/// From now on, records may hold cells of these kinds. They outlive all records.
void use_cell_kinds(std::span<CellKind const* const> kinds);

/// The kinds of the program, in the order in which it names them.
std::span<CellKind const* const> cell_kinds();
/// Null: the program has none of this benchmark.
CellKind const* find_cell_kind(std::string_view benchmark);
/// Throws InternalError for a benchmark that the program does not have.
CellKind const& cell_kind_named(std::string_view benchmark);

/// The benchmarks and the kernels of all kinds.
std::span<Benchmark const> benchmarks();
std::span<KernelInfo const> kernels();

/// Null for a name that is not in the table, as a file of another version may have. Kernels of two
/// benchmarks may have one name ("read"): the first is meant.
Benchmark const* find_benchmark(std::string_view name);
KernelInfo const* find_kernel(std::string_view name);
/// The same for a name that this program uses itself, so that it must be there.
Benchmark const& benchmark_named(std::string_view name);
KernelInfo const& kernel_named(std::string_view name);
/// Names of a benchmark's kernels, in order.
std::vector<std::string> kernels_of(std::string_view benchmark);

} // namespace kitt::perf
