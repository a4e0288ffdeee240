// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/model/application_check.hpp"

#include "comms/lines/task_grid.hpp"
#include "miniapp/benchmarks/fft/fft_cell.hpp"
#include "miniapp/benchmarks/pic/pic_cell.hpp"
#include "miniapp/benchmarks/transpose/transpose_cell.hpp"
#include "miniapp/model/model_check.hpp"
#include "perf/model/model.hpp"
#include "perf/record/record.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kitt::miniapp {

namespace {

using comms::Line;
using comms::TaskGrid;

constexpr std::array<std::int64_t, 3> transposed_bytes{1 << 10, 1 << 15, 1 << 20};
constexpr int default_extent = 128;
constexpr int default_batch = 16;
constexpr std::array default_grid{32, 32, 64};
constexpr int default_particles_per_cell = 100;

std::string with_method(std::string const& text, std::string const& method) {
  return method.empty() ? text : text + ", " + method;
}

std::string work_of(TransposeCell const& cell) {
  return with_method(fmt::format("{} B, {}", cell.bytes, cell.task_grid), cell.method);
}
std::string work_of(FftCell const& cell) {
  return with_method(fmt::format("{} x {}, {}", cell.box, cell.batch, cell.task_grid), cell.method);
}
std::string work_of(PicCell const& cell) {
  return with_method(fmt::format("{} x {}", grid_name(cell.extents), cell.particles_per_cell),
                     cell.deposition);
}

void add_figure(ApplicationCall& call, TransposeCell const& cell) {
  call.figure = mb_per_s_per_task(cell);
  call.unit = "MB/s/task";
}
void add_figure(ApplicationCall& call, FftCell const& cell) {
  call.figure = gflops_per_s_per_node(cell);
  call.unit = "Gflop/s/node";
}
void add_figure(ApplicationCall& call, PicCell const& cell) {
  call.figure = particles_per_s_per_node(cell) * 1e-6;
  call.unit = "Mpart/s/node";
}

template <class Cell>
ApplicationCall predicted(perf::Machine const& machine, Cell cell) {
  ApplicationCall call{.benchmark = Cell::benchmark,
                       .work = work_of(cell),
                       .nodes = cell.nodes,
                       .ranks = cell.ranks,
                       .terms = application_terms(machine, cell)};
  if (auto const seconds = seconds_of(call.terms); seconds && *seconds > 0) {
    cell.seconds.median = *seconds;
    add_figure(call, cell);
  }
  return call;
}

TransposeCell transposition(TaskGrid const& grid, Line line, comms::LinePairs const& pairs,
                            int nodes, std::int64_t bytes) {
  TransposeCell cell;
  cell.phase = kitt::to_string(line);
  cell.bytes = bytes;
  cell.task_grid = grid.name();
  cell.line_ranks = grid.length(line);
  cell.ranks = grid.rows() * grid.columns();
  cell.nodes = nodes;
  cell.bytes_inside_node = pairs.inside_node * static_cast<std::size_t>(bytes);
  cell.bytes_between_nodes = pairs.between_nodes * static_cast<std::size_t>(bytes);
  return cell;
}

/// Returns the extents of a cube that is enlarged by the prime factors of `nodes`, largest factor
/// first, each along the axis that is then the shortest.
std::array<int, 3> box_of(int nodes) {
  std::vector<int> factors;
  for (int factor = 2; nodes > 1; ++factor)
    for (; nodes % factor == 0; nodes /= factor)
      factors.push_back(factor);
  std::array box{default_extent, default_extent, default_extent};
  for (auto factor = factors.rbegin(); factor != factors.rend(); ++factor)
    *std::ranges::min_element(box) *= *factor;
  return box;
}

ApplicationCall transform(perf::Machine const& machine, TaskGrid const& grid, int nodes) {
  auto const box = box_of(nodes);
  FftCell cell;
  cell.box = fmt::format("{}", fmt::join(box, "."));
  cell.batch = default_batch;
  cell.task_grid = grid.name();
  cell.ranks = grid.rows() * grid.columns();
  cell.nodes = nodes;
  cell.numbers = 1;
  for (auto const extent : box)
    cell.numbers *= static_cast<std::size_t>(extent);
  if (std::max(grid.rows(), grid.columns()) <= *std::ranges::min_element(box))
    return predicted(machine, cell);
  return {.benchmark = FftCell::benchmark,
          .work = work_of(cell),
          .nodes = cell.nodes,
          .ranks = cell.ranks,
          .terms = {},
          .reason = fmt::format("rows or columns of {} ranks are longer than an axis of the grid",
                                std::max(grid.rows(), grid.columns()))};
}

PicCell particles_in_cells(int nodes, std::int64_t ranks) {
  PicCell cell;
  cell.extents = default_grid;
  cell.extents[2] *= nodes;
  cell.particles_per_cell = default_particles_per_cell;
  cell.steps = 1;
  cell.ranks = static_cast<int>(ranks);
  cell.nodes = nodes;
  cell.particles = default_particles_per_cell;
  for (auto const extent : cell.extents)
    cell.particles *= static_cast<std::size_t>(extent);
  return cell;
}

void add_calls(std::vector<ApplicationCall>& calls, perf::Machine const& machine, int nodes) {
  auto const places = perf::equal_nodes(nodes, machine.ranks_per_node);
  auto const grid = comms::spread_tasks(places);
  for (auto const line : {Line::rows, Line::columns}) {
    if (grid.length(line) == 1)
      continue;
    auto const pairs = comms::count_pairs(grid, line, places);
    for (auto const bytes : transposed_bytes)
      calls.push_back(predicted(machine, transposition(grid, line, pairs, nodes, bytes)));
  }
  calls.push_back(transform(machine, grid, nodes));
  calls.push_back(
      predicted(machine, particles_in_cells(nodes, static_cast<std::int64_t>(places.size()))));
}

double measured_seconds(TransposeCell const& cell, std::string const&) {
  return cell.seconds.median;
}
double measured_seconds(FftCell const& cell, std::string const& phase) {
  return phase == "lines"  ? cell.line_seconds
         : phase == "rows" ? cell.row_seconds
                           : cell.column_seconds;
}
double measured_seconds(PicCell const& cell, std::string const& phase) {
  auto const& phases = cell.phases;
  return phase == "charge"     ? phases.charge_seconds
         : phase == "exchange" ? phases.exchange_seconds
         : phase == "field"    ? phases.field_seconds
         : phase == "push"     ? phases.push_seconds
                               : phases.shift_seconds;
}

template <class Cell>
void add_errors(std::vector<ApplicationError>& errors, perf::Machine const& machine,
                perf::Results const& measured, std::vector<Cell> const& cells) {
  for (auto const& cell : cells) {
    auto const add = [&](std::string const& phase, double took, double predicted) {
      errors.push_back({.table = measured.name,
                        .measured_on = measured.title,
                        .benchmark = Cell::benchmark,
                        .work = work_of(cell),
                        .nodes = cell.nodes,
                        .ranks = cell.ranks,
                        .phase = phase,
                        .measured_seconds = took,
                        .predicted_seconds = predicted});
    };
    auto const terms = application_terms(machine, cell);
    bool all = true;
    for (auto const& term : terms) {
      auto const took = measured_seconds(cell, term.phase);
      if (took > 0 && term.seconds)
        add(term.phase, took, *term.seconds);
      else
        all = false;
    }
    if (all && terms.size() > 1)
      add("all", cell.seconds.median, *seconds_of(terms));
  }
}

} // namespace

std::vector<ApplicationCall> predicted_calls(perf::Machine const& machine,
                                             std::vector<int> const& nodes) {
  std::vector<ApplicationCall> calls;
  for (auto const count : nodes)
    add_calls(calls, machine, count);
  return calls;
}

std::vector<ApplicationError> application_errors(perf::Machine const& machine,
                                                 perf::Results const& measured) {
  std::vector<ApplicationError> errors;
  if (measured.published)
    return errors;
  auto const record = perf::RunRecord::read(perf::results_file(measured.name));
  auto const transpositions = record.cells_of<TransposeCell>();
  auto transforms = record.cells_of<FftCell>();
  // the model has no terms for the natural order
  std::erase_if(transforms, [](auto const& cell) { return cell.order == "natural"; });
  auto const particles = record.cells_of<PicCell>();
  if (transpositions.empty() && transforms.empty() && particles.empty())
    return errors;
  auto const used = machine_as_used(machine, measured);
  add_errors(errors, used, measured, transpositions);
  add_errors(errors, used, measured, transforms);
  add_errors(errors, used, measured, particles);
  return errors;
}

} // namespace kitt::miniapp
