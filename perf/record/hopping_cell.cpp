// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/hopping_cell.hpp"

#include "perf/record/define_cells.hpp"

#include <algorithm>

namespace kitt::perf {

std::string application_name(std::optional<HoppingApplication> const& application) {
  if (!application)
    return "";
  auto const& [parity, dagger] = *application;
  auto const sites = parity == "both" ? "both parities" : parity + " parity";
  if (dagger == "no")
    return " (" + sites + ')';
  return parity == "odd" ? " (daggered)" : " (" + sites + ", daggered)";
}

void add_application(CellKey& key, std::optional<HoppingApplication> const& application) {
  if (!application)
    return;
  key.parameters["parity"] = application->parity;
  key.parameters["dagger"] = application->dagger;
}

std::optional<HoppingApplication> application_of(CellKey const& key) {
  if (!key.parameters.contains("parity"))
    return std::nullopt;
  return HoppingApplication{.parity = key.text("parity"), .dagger = key.text("dagger")};
}

CellKey key_of(HoppingCell const& cell) {
  auto key = lattice_key(cell.kernel, cell.l, cell.ls, cell.precision, cell.variant);
  add_application(key, cell.application);
  return key;
}

static void set_figure(Figure& figure, HoppingCell const& cell, FigureContext const& context) {
  figure.mean = cell.mflops_per_node_mean;
  figure.median = cell.mflops_per_node;
  figure.exact = cell.links != LinkStorage::narrow;
  if (cell.communication) {
    figure.travel = cell.communication->precision;
    figure.communication_seconds = std::min(
        cell.seconds.median, cell.communication->pack_seconds + cell.communication->wait_seconds);
  }
  set_lattice(figure, cell.global_volume, context);
}

static void name_hopping_figure(Figure& figure, CellKey const& key, FigureContext const& context) {
  figure.flops_per_site = context.flops_per_site;
  figure.kernel += application_name(application_of(key)); // as published tables call it
}

template Cell::Cell(HoppingCell const&);
template HoppingCell Cell::figures() const;
extern CellKind const hopping_cells = cell_kind<HoppingCell>(
    {.benchmarks = {{"hopping", "Hopping term", "Hopping", "Mflop/s per node", "Mflop/s/node",
                     true}},
     .kernels = {{"Wilson", "hopping", "Wilson", "", Lanes::space, false,
                  "4-D, lanes over sub-lattices"},
                 {"DWF4", "hopping", "DWF4", "", Lanes::both, true,
                  "domain wall, lanes over 4-D sub-lattices, and over s where Ls allows"},
                 {"DWF5", "hopping", "DWF5", "", Lanes::fifth_dimension, true,
                  "domain wall, lanes over the fifth dimension"}},
     .name_figure = name_hopping_figure});

} // namespace kitt::perf
