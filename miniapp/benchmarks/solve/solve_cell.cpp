// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/solve/solve_cell.hpp"

#include "perf/record/define_cells.hpp"

namespace kitt::miniapp {

double seconds_per_iteration(SolveCell const& cell) {
  return cell.seconds.median / static_cast<double>(cell.iterations);
}

double seconds_of_work(SolveCell const& cell) {
  return seconds_per_iteration(cell) / cell.applications_per_iteration;
}

double fraction_of_operator(SolveCell const& cell) {
  return cell.mflops_per_node / cell.operator_mflops_per_node;
}

double reduction_share(SolveCell const& cell) {
  return cell.shares.reduction_seconds / seconds_per_iteration(cell);
}

std::optional<double> single_iterations_mean(SolvedColumns const& columns) {
  auto const& list = columns.single_iterations;
  if (list.empty())
    return std::nullopt;
  double sum = 0;
  for (auto const iterations : list)
    sum += static_cast<double>(iterations);
  return sum / static_cast<double>(list.size());
}

std::optional<double> gain(SolvedColumns const& columns) {
  if (!columns.single_seconds)
    return std::nullopt;
  return *columns.single_seconds / columns.seconds;
}

perf::CellKey key_of(SolveCell const& cell) {
  auto key = perf::lattice_key(cell.kernel, cell.l, cell.ls, cell.precision, cell.variant);
  key.parameters["gauge"] = cell.gauge;
  if (auto const& columns = cell.right_hand_sides; columns && columns->count > 1)
    key.parameters["rhs"] = columns->count;
  auto const set = [&](std::string const& name, std::string const& value) {
    if (!value.empty())
      key.parameters[name] = value;
  };
  each_field<NumberTexts>([&](auto const& field) {
    std::string const path = field.key; // "parameters/mass"
    set(path.substr(path.find('/') + 1), cell.numbers.*field.member);
  });
  set("source", cell.source);
  key.parameters["tolerance"] = cell.tolerance;
  key.parameters["most_iterations"] = cell.most_iterations;
  return key;
}

bool is_faster_than_operator(SolveCell const& cell) {
  return fraction_of_operator(cell) > perf::most_fraction;
}

static void set_figure(perf::Figure& figure, SolveCell const& cell,
                       perf::FigureContext const& context) {
  figure.communication_seconds = cell.seconds.median;
  figure.flops_per_site = cell.flops_per_site;
  // These are listed separately, because their iterations are less precise.
  if (cell.variant == SolveCell::mixed_precision)
    figure.kernel += " mixed";
  if (cell.variant == SolveCell::half_precision)
    figure.kernel += " half";
  if (auto const& columns = cell.right_hand_sides; columns && columns->count > 1)
    figure.kernel += " (" + std::to_string(columns->count) + " right-hand sides)";
  perf::set_lattice(figure, cell.global_volume, context);
}

static std::vector<perf::KernelInfo> kernels() {
  std::vector<perf::KernelInfo> list;
  for (auto const op : all_operators)
    list.push_back({.name = operator_info(op).kernel,
                    .lanes = perf::Lanes::space,
                    .five_dimensions = has_fifth_dimension(op),
                    .what = operator_info(op).what});
  return list;
}

extern perf::CellKind const solve_cells =
    perf::cell_kind<SolveCell>({.benchmarks = {{"solve", "Solution of linear systems", "Solver",
                                                "Mflop/s per node", "Mflop/s/node", true}},
                                .kernels = kernels(),
                                .sizes = {"l"}});

} // namespace kitt::miniapp

template kitt::perf::Cell::Cell(kitt::miniapp::SolveCell const&);
template kitt::miniapp::SolveCell kitt::perf::Cell::figures() const;
