// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/json/document_version.hpp"
#include "perf/results/results.hpp"

#include <optional>
#include <string>
#include <vector>

/// \file
/// Figures of another program, or of a published table, as the document that `kitt report` shows.

namespace kitt::perf {

/// One figure with its unit, for a table.
struct ShownFigure {
  std::string benchmark;
  std::string kernel; ///< name of the row in `kitt compare`
  std::optional<int> l;
  std::optional<int> ls;
  Precision precision = Precision::single_precision;
  std::string variant;
  std::string volume;
  std::optional<double> value; ///< empty if the figure failed or was skipped
  std::string unit;
  std::string note; ///< reason why there is no value
};
constexpr auto fields_of(ShownFigure const*) {
  return kitt::fields(
      field("benchmark", &ShownFigure::benchmark, "name of the benchmark in records"),
      field("kernel", &ShownFigure::kernel, "name of the kernel")
          .not_empty()
          .column("Kernel", as::text()),
      field("l", &ShownFigure::l, "extent L; null without a lattice")
          .at_least(1)
          .column("L", as::text()),
      field("ls", &ShownFigure::ls, "extent of the fifth dimension; null if not stated")
          .at_least(1)
          .column("Ls", as::text()),
      field("precision", &ShownFigure::precision, "precision of all fields")
          .column("Prec.", as::text()),
      field("variant", &ShownFigure::variant, "variant of the kernel; may be empty")
          .column("Variant", as::text()),
      field("volume", &ShownFigure::volume, "owner of L^4 sites; may be empty")
          .column("L⁴ is", as::text()),
      field("value", &ShownFigure::value, "figure in `unit`; null if there is none")
          .above(0)
          .column("Figure", as::text()),
      field("unit", &ShownFigure::unit, "unit of the figure").column("Unit", as::text()),
      field("note", &ShownFigure::note, "reason why there is no figure; may be empty")
          .column("Note", as::text()));
}

/// Results of another program with all figures, for a report.
struct ShownResults : Results {
  std::vector<ShownFigure> shown = {};
};
constexpr auto fields_of(ShownResults const*) {
  return kitt::fields(
      version_field<ShownResults>(), field("name", &ShownResults::name, "name as given"),
      field("program", &ShownResults::program, "program that was run"),
      field("title", &ShownResults::title, "machine of the run"),
      field("source", &ShownResults::source, "who measured the figures, and when"),
      field("nodes", &ShownResults::nodes, "number of nodes; null if unknown").at_least(1),
      field("ranks_per_node", &ShownResults::ranks_per_node, "ranks per node; null if unknown")
          .at_least(1),
      field("warnings", &ShownResults::warnings, "warnings about the figures"),
      field("figures", &ShownResults::shown, "all figures").not_empty());
}

/// Returns the document of results. Throws UserError if they have no figures.
ShownResults shown_results(Results const& results);

} // namespace kitt::perf
