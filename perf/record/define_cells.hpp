// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/ceilings/roofline.hpp"
#include "perf/json/schema.hpp"
#include "perf/measure/energy.hpp"
#include "perf/record/cell_kind.hpp"

#include <array>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// \file
/// Definition of a kind of cells. Only the file that defines a kind includes this header, so that
/// all code made from a list of fields is compiled once.

namespace kitt::perf {

namespace detail {

/// Returns the first keys of a cell in a record.
Json begun_cell(std::string const& benchmark, CellStatus status);

/// Makes a cell from figures that a user may have edited in the file.
template <CellFigures Kind>
Cell unchecked_cell(Kind const& figures) {
  auto data = begun_cell(Kind::benchmark, CellStatus::measured);
  data.update(to_data(figures));
  return {key_of(figures), CellStatus::measured, std::move(data)};
}

template <CellFigures Kind>
void add_doubts(Kind const& figures, Doubts& doubts) {
  ++doubts.figures;
  doubts.uncertain += is_uncertain(figures.seconds) ? 1 : 0;
  if constexpr (requires { figures.roofline_fraction; })
    doubts.above_ceiling += is_above_ceiling(lowest_fraction(figures)) ? 1 : 0;
  if constexpr (requires { is_faster_than_operator(figures); })
    doubts.faster_than_operator += is_faster_than_operator(figures) ? 1 : 0;
}

/// Sets a figure from the field that the list marks as compared(). `seconds`: time of a call.
template <Described T>
void set_compared(Figure& figure, T const& object, Statistics const& seconds) {
  each_field<T>([&](auto const& field) {
    if constexpr (requires { field.key; }) {
      using Value = std::decay_t<decltype(value_of(object, field))>;
      if (field.meaning.compared == 0)
        return;
      if constexpr (std::is_same_v<Value, double>) {
        set_rate(figure, field.meaning.compared * value_of(object, field), seconds);
      } else if constexpr (std::is_same_v<Value, Statistics>) {
        figure.median = value_of(object, field).median;
        figure.mean = value_of(object, field).mean;
      } else if constexpr (Described<Value>) {
        set_compared(figure, value_of(object, field), seconds);
      }
    }
  });
}

/// Returns whether a smaller compared figure of a kind is better.
template <CellFigures Kind>
bool less_is_better() {
  bool less = false;
  each_field<Kind>([&](auto const& field) {
    if constexpr (requires { field.key; })
      less = less || field.meaning.less_is_better;
  });
  return less;
}

/// Sets the members that figures of all kinds have, and then calls set_figure() of the kind.
template <CellFigures Kind>
void describe(Figure& figure, Kind const& figures, FigureContext const& context) {
  figure.call_seconds = figures.seconds.median;
  set_compared(figure, figures, figures.seconds);
  set_figure(figure, figures, context);
  if constexpr (requires { figures.roofline_fraction; }) {
    figure.roofline_fraction = figures.roofline_fraction;
    figure.lowest_fraction = lowest_fraction(figures);
  }
  figure.error = relative_error(figures.seconds);
  if (figures.energy.figures)
    figure.watts_per_node = figures.energy.figures->watts_per_node;
}

template <CellFigures Kind>
std::vector<Figure> figures_derived_from(std::vector<Cell> const& cells) {
  if constexpr (requires(std::vector<Kind> const& all) { derived_figures(all); }) {
    std::vector<Kind> all;
    for (auto const& cell : cells)
      if (cell.is<Kind>())
        all.push_back(cell.figures<Kind>());
    return derived_figures(all);
  } else {
    return {};
  }
}

} // namespace detail

template <CellFigures Kind>
Cell::Cell(Kind const& figures) : Cell(detail::unchecked_cell(figures)) {
  check_finite(figures);
}

template <CellFigures Kind>
Kind Cell::figures() const {
  return from_data<Kind>(*data, "a cell");
}

/// Returns the kind, with all functions that are made from its list of fields. The file of the kind
/// must define `set_figure(Figure&, Kind const&, FigureContext const&)`, which completes the figure
/// that `kitt compare` shows. The file may define `derived_figures(std::vector<Kind> const&)`.
template <CellFigures Kind>
CellKind cell_kind(CellKind kind) {
  for (auto& kernel : kind.kernels) {
    kernel.benchmark = Kind::benchmark;
    if (kernel.family.empty())
      kernel.family = kernel.name;
  }
  kind.benchmarks.front().less_is_better = detail::less_is_better<Kind>();
  kind.read = [](Json const& from) {
    return detail::unchecked_cell(from_data<Kind>(from, "a cell"));
  };
  kind.fields = []() -> std::vector<FieldDescription> const& {
    static auto const fields = descriptions_of<Kind>();
    return fields;
  };
  kind.schema = [] {
    auto schema = schema_of<Kind>();
    add_columns(schema, descriptions_of<Kind>());
    return schema;
  };
  kind.renew_roofline = [](Cell& cell, Ceilings const& ceilings) {
    if constexpr (requires(Kind & figures) { figures.roofline_fraction; }) {
      auto figures = cell.figures<Kind>();
      perf::renew_roofline(figures, ceilings);
      cell = detail::unchecked_cell(figures);
    }
  };
  kind.add_doubts = [](Cell const& cell, Doubts& doubts) {
    detail::add_doubts(cell.figures<Kind>(), doubts);
  };
  kind.set_figure = [](Figure& figure, Cell const& cell, FigureContext const& context) {
    detail::describe(figure, cell.figures<Kind>(), context);
  };
  kind.derived_figures = detail::figures_derived_from<Kind>;
  return kind;
}

} // namespace kitt::perf
