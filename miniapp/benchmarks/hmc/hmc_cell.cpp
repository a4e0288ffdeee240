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

std::optional<double> share_with_quarks(HmcCell const& cell, double HmcPhases::*phase) {
  return cell.mass ? std::optional(share_of_trajectory(cell, phase)) : std::nullopt;
}

perf::CellKey key_of(HmcCell const& cell) {
  perf::CellKey key{.benchmark = HmcCell::benchmark,
                    .kernel = cell.kernel(),
                    .variant = cell.integrator,
                    .parameters = {{"volume", volume_name(cell.global_volume)},
                                   {"beta", cell.beta},
                                   {"length", cell.length},
                                   {"steps", cell.steps},
                                   {"start", cell.start},
                                   {"thermalisation", cell.thermalisation},
                                   {"trajectories", cell.trajectories}}};
  if (cell.mass) {
    key.parameters["mass"] = *cell.mass;
    key.parameters["inner_steps"] = *cell.inner_steps;
  }
  if (cell.mu)
    key.parameters["mu"] = *cell.mu;
  return key;
}

static void set_figure(perf::Figure& figure, HmcCell const& cell, perf::FigureContext const&) {
  figure.communication_seconds = cell.seconds.median;
  figure.kernel +=
      fmt::format(" {}, beta {}, {} steps", volume_name(cell.global_volume), cell.beta, cell.steps);
  if (cell.mass)
    figure.kernel += ", mass " + *cell.mass;
  if (cell.mu)
    figure.kernel += ", mu " + *cell.mu;
}

extern perf::CellKind const hmc_cells = perf::cell_kind<HmcCell>(
    {.benchmarks = {{"hmc", "Hybrid Monte Carlo", "HMC", "seconds per trajectory", "s", false,
                     false}},
     .kernels = {{.name = HmcCell::pure_gauge, .what = "hybrid Monte Carlo without quarks"},
                 {.name = HmcCell::wilson_quarks,
                  .what = "hybrid Monte Carlo with two flavours of Wilson quarks"}},
     .merits = {{"seconds/median", "", true}}});

} // namespace kitt::miniapp

template kitt::perf::Cell::Cell(kitt::miniapp::HmcCell const&);
template kitt::miniapp::HmcCell kitt::perf::Cell::figures() const;
