// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hmc/hmc_cell.hpp"

#include "perf/record/define_cells.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kitt::miniapp {

std::string volume_name(std::array<int, 4> const& extents) {
  return fmt::format("{}", fmt::join(extents, "."));
}

double share_of_trajectory(HmcCell const& cell, double HmcPhases::*phase) {
  return cell.phases.*phase / cell.seconds.mean;
}

perf::CellKey key_of(HmcCell const& cell) {
  return {.benchmark = HmcCell::benchmark,
          .kernel = HmcCell::kernel,
          .variant = cell.integrator,
          .parameters = {{"volume", volume_name(cell.global_volume)},
                         {"beta", cell.beta},
                         {"length", cell.length},
                         {"steps", cell.steps},
                         {"start", cell.start},
                         {"thermalisation", cell.thermalisation},
                         {"trajectories", cell.trajectories}}};
}

static void set_figure(perf::Figure& figure, HmcCell const& cell, perf::FigureContext const&) {
  figure.communication_seconds = cell.seconds.median;
  figure.kernel +=
      fmt::format(" {}, beta {}, {} steps", volume_name(cell.global_volume), cell.beta, cell.steps);
}

extern perf::CellKind const hmc_cells = perf::cell_kind<HmcCell>(
    {.benchmarks = {{"hmc", "Hybrid Monte Carlo", "HMC", "seconds per trajectory", "s", false,
                     false}},
     .kernels = {{.name = HmcCell::kernel, .what = "hybrid Monte Carlo without quarks"}},
     .merits = {{"seconds/median", "", true}}});

} // namespace kitt::miniapp

template kitt::perf::Cell::Cell(kitt::miniapp::HmcCell const&);
template kitt::miniapp::HmcCell kitt::perf::Cell::figures() const;
