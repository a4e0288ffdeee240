// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/results/results_document.hpp"

#include "core/base/error.hpp"
#include "perf/record/cell_kind.hpp"
#include "perf/results/work.hpp"

#include <fmt/format.h>

namespace kitt::perf {

namespace {

ShownFigure shown_figure(Figure const& figure) {
  bool const measured = figure.status == "measured";
  return {.benchmark = figure.benchmark,
          .kernel = figure.kernel,
          .l = has_lattice(figure) ? std::optional(figure.l) : std::nullopt,
          .ls = figure.ls,
          .precision = figure.precision,
          .variant = figure.variant,
          .volume = figure.volume,
          .value = measured ? std::optional(value_of(figure)) : std::nullopt,
          .unit = std::string(benchmark_named(figure.benchmark).unit),
          .note = measured ? "" : fmt::format("{}: {}", figure.status, figure.reason)};
}

} // namespace

ShownResults shown_results(Results const& results) {
  KITT_VALIDATE(
      !results.figures.empty(),
      fmt::format("{} has no figures (a report shows figures): give another file", results.name));
  ShownResults document{results};
  for (auto const& figure : results.figures)
    document.shown.push_back(shown_figure(figure));
  return document;
}

} // namespace kitt::perf
