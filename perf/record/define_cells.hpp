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
/// What the file of a kind of cells includes to define it. No other file does: all that follows
/// from a list of fields is compiled there, once.

namespace kitt::perf {

namespace detail {

/// The head of a cell, as a record writes it.
Json begun_cell(std::string const& benchmark, CellStatus status);

/// "4.8.8.16".
std::string dotted(std::array<int, 4> const& extents);
/// The line that follows a row. Empty without counters.
std::string energy_line(EnergyUse const& use);

/// Appends the paths of what a list of fields names, with what lies in objects of their own. What
/// only programs read has none.
template <class T>
void add_paths(std::string const& path, std::vector<std::string>& paths) {
  if constexpr (kitt::detail::is_optional<T>)
    add_paths<typename T::value_type>(path, paths);
  else if constexpr (Described<T>)
    each_field<T>([&](auto const& field) {
      using Value = std::decay_t<decltype(value_of(T{}, field))>;
      if constexpr (requires { field.key; })
        add_paths<Value>(path + (path.empty() ? "" : "/") + field.key, paths);
      else
        add_paths<Value>(path, paths);
    });
  else if constexpr (!std::is_same_v<T, JsonText>)
    paths.push_back(path);
}

/// The cell of figures that somebody may have edited.
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

/// What all kinds tell alike, and then what set_figure() of the kind tells.
template <CellFigures Kind>
void describe(Figure& figure, Kind const& figures, FigureContext const& context) {
  figure.call_seconds = figures.seconds.median;
  set_figure(figure, figures, context);
  if constexpr (requires { figures.roofline_fraction; })
    figure.roofline_fraction = figures.roofline_fraction;
  figure.error = figures.seconds.standard_error / figures.seconds.mean;
  if (figures.energy.figures)
    figure.watts_per_node = figures.energy.figures->watts_per_node;
}

/// Returns the columns of a table. `of`: if the lattice is that of the whole job, a rank's part of
/// it stands for L.
template <CellFigures Kind>
auto columns(bool split, [[maybe_unused]] comms::VolumeOf of) {
  auto all = columns_of(static_cast<Kind const*>(nullptr), split);
  if constexpr (requires(Kind const& figures) { figures.local_volume; })
    for (auto& column : all)
      if (of == comms::VolumeOf::job && column.name == "L")
        column = {{"Local", "x.y.z.t", 11},
                  [](auto& figures) { return dotted(figures.local_volume); }};
  return all;
}

template <CellFigures Kind>
std::string rows(Kind const& figures, comms::VolumeOf of) {
  bool split = false;
  if constexpr (requires { figures.communication; })
    split = figures.communication.has_value();
  auto const all = columns<Kind>(split, of);
  std::string text;
  if constexpr (requires { lines_of(figures); })
    for (auto const& line : lines_of(figures))
      text += row_of(all, line);
  else
    text = row_of(all, figures);
  return text + energy_line(figures.energy);
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

/// Returns the kind, with all that follows from its list of fields. Its file has to have
/// `columns_of(Kind const*, bool split)`, of the printed table, and `set_figure(Figure&, Kind
/// const&, FigureContext const&)`, what comparisons lay side by side. It may have `lines_of(Kind
/// const&)`, several rows of a cell, and `derived_figures(std::vector<Kind> const&)`.
template <CellFigures Kind>
CellKind cell_kind(CellKind kind) {
  for (auto& kernel : kind.kernels) {
    kernel.benchmark = Kind::benchmark;
    if (kernel.family.empty())
      kernel.family = kernel.name;
  }
  kind.read = [](Json const& from) {
    return detail::unchecked_cell(from_data<Kind>(from, "a cell"));
  };
  kind.schema = schema_of<Kind>;
  kind.add_paths = [](std::vector<std::string>& paths) { detail::add_paths<Kind>("", paths); };
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
  kind.table = [](bool split, comms::VolumeOf of) {
    return table_of(detail::columns<Kind>(split, of));
  };
  kind.rows = [](Cell const& cell, comms::VolumeOf of) {
    return detail::rows(cell.figures<Kind>(), of);
  };
  kind.derived_figures = detail::figures_derived_from<Kind>;
  return kind;
}

} // namespace kitt::perf
