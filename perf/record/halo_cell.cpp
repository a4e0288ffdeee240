// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/halo_cell.hpp"

#include "perf/record/define_cells.hpp"

namespace kitt::perf {

namespace {
HaloRate rate(double bytes, Statistics const& seconds) {
  auto const megabytes = bytes * 1e-6;
  return {.median = megabytes / seconds.median,
          .standard_error = megabytes * seconds.standard_error / (seconds.mean * seconds.mean),
          .minimum = megabytes / seconds.maximum,
          .maximum = megabytes / seconds.minimum};
}
} // namespace

HaloRate one_way(HaloCell const& cell) {
  return rate(static_cast<double>(cell.bytes_per_node), cell.seconds);
}

HaloRate both_ways(HaloCell const& cell) {
  return rate(2 * static_cast<double>(cell.bytes_per_node), cell.seconds);
}

std::string halo_variant(HaloWay const& way) {
  return way.directions + '/' + way.transport;
}

HaloWay halo_way(std::string const& variant) {
  auto const slash = variant.find('/');
  return {variant.substr(0, slash),
          slash == std::string::npos ? std::string() : variant.substr(slash + 1)};
}

CellKey key_of(HaloCell const& cell) {
  return lattice_key(halo_kernel, cell.l, cell.ls, cell.precision,
                     halo_variant({cell.directions, cell.transport}));
}

static void set_figure(Figure& figure, HaloCell const& cell, FigureContext const& context) {
  set_rate(figure, one_way(cell).median, cell.seconds);
  figure.communication_seconds = cell.seconds.median;
  figure.between_nodes = context.nodes > 1;
  figure.volume = "per rank"; // a face is a rank's, whatever L means elsewhere in the run
  figure.node_sites = sites_of_node(figure, context.ranks_per_node);
}

template Cell::Cell(HaloCell const&);
template HaloCell Cell::figures() const;
extern CellKind const halo_cells = cell_kind<HaloCell>(
    {.benchmarks = {{"halo", "Halo exchange", "Halo", "MB/s per node, one way", "MB/s/node", true}},
     .kernels = {{"halo", "halo", "halo", ""}}});

} // namespace kitt::perf
