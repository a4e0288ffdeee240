// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/pic/pic_cell.hpp"

#include "perf/record/define_cells.hpp"
#include "perf/text/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kitt::miniapp {

namespace {

double rate(PicCell const& cell, double seconds) {
  return static_cast<double>(cell.particles) * static_cast<double>(cell.steps) / seconds /
         cell.nodes;
}

std::optional<double> rate_if_timed(PicCell const& cell, double seconds) {
  return seconds > 0 ? std::optional(rate(cell, seconds)) : std::nullopt;
}

} // namespace

std::string grid_name(std::array<int, 3> const& extents) {
  return fmt::format("{}", fmt::join(extents, "."));
}

double particles_per_s_per_node(PicCell const& cell) {
  return rate(cell, cell.seconds.median);
}
std::optional<double> charge_particles_per_s_per_node(PicCell const& cell) {
  return rate_if_timed(cell, cell.phases.charge_seconds);
}
std::optional<double> push_particles_per_s_per_node(PicCell const& cell) {
  return rate_if_timed(cell, cell.phases.push_seconds);
}

double share_of_call(PicCell const& cell, double PicPhases::*phase) {
  return cell.phases.*phase / cell.seconds.median;
}

perf::CellKey key_of(PicCell const& cell) {
  return {.benchmark = PicCell::benchmark,
          .kernel = "step",
          .variant = cell.deposition,
          .parameters = {{"grid", grid_name(cell.extents)},
                         {"particles_per_cell", cell.particles_per_cell},
                         {"points", cell.points},
                         {"steps", cell.steps}}};
}

static void set_figure(perf::Figure& figure, PicCell const& cell, perf::FigureContext const&) {
  figure.communication_seconds = cell.seconds.median;
  figure.kernel += fmt::format(" {} x {}, {}", grid_name(cell.extents), cell.particles_per_cell,
                               perf::counted(static_cast<int>(cell.points), "point"));
}

extern perf::CellKind const pic_cells = perf::cell_kind<PicCell>(
    {.benchmarks = {{"pic", "Particles in cells", "Particles", "10^6 particles per second per node",
                     "Mpart/s/node", false}},
     .kernels = {{"step"}},
     .merits = {{"particles_per_s_per_node", "particles per second and node"}}});

} // namespace kitt::miniapp

template kitt::perf::Cell::Cell(kitt::miniapp::PicCell const&);
template kitt::miniapp::PicCell kitt::perf::Cell::figures() const;
