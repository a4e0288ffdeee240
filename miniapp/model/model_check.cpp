// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/model/model_check.hpp"

#include "core/base/error.hpp"
#include "perf/record/cell_kind.hpp"
#include "perf/results/data_folder.hpp"
#include "perf/results/work.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

bool is_comparable(perf::Figure const& figure) {
  auto const* const kernel = perf::find_kernel(figure.kernel);
  return figure.benchmark == "hopping" && figure.status == "measured" && figure.exact &&
         figure.volume != "whole job" && kernel != nullptr && !kernel->only_if_named();
}

/// Returns the figures that the model can predict, only the fastest variant for each work.
std::vector<perf::Figure> best_figures(perf::Results const& measured) {
  auto best = perf::cells_of(measured, {});
  std::erase_if(best, [](perf::Figure const& figure) { return !is_comparable(figure); });
  KITT_VALIDATE(
      !best.empty(),
      fmt::format(
          "{} has nothing to compare with the model (no hopping kernel with a volume per node or "
          "rank, no application, no messages or halo exchanges that the machine file covers): give "
          "another record, or a machine written by `kitt machine --write`",
          measured.name));
  return best;
}

perf::ModelJob job_of(perf::Figure const& figure, UnstatedValues const& unstated) {
  return {.kernel = figure.kernel,
          .ls = figure.ls.value_or(unstated.ls),
          .precision = figure.precision,
          .flops_per_site = static_cast<perf::FlopCount>(figure.flops_per_site),
          .volume = {figure.l, figure.l, figure.l, figure.l},
          .volume_of = figure.volume == "per rank" ? comms::VolumeOf::rank : comms::VolumeOf::node};
}

ModelError error_of(perf::Machine const& used, perf::Results const& measured,
                    perf::Figure const& figure, UnstatedValues const& unstated) {
  auto const nodes = measured.nodes.value_or(unstated.nodes);
  auto const job = job_of(figure, unstated);
  auto const grid =
      perf::spread(job.volume, job.volume_of, nodes, used.ranks_per_node, measured.rank_grid);
  auto const cell = model_cell(used, job, figure.l, grid);
  auto const& prediction = cell.prediction;
  return {.work = cell.work,
          .table = measured.name,
          .measured_mflops_per_node = perf::value_of(figure),
          .predicted_mflops_per_node = prediction.mflops_per_node(prediction.best()),
          .calibrated = used.calibrated_by({measured.name, figure.kernel, figure.l, nodes}),
          .bound = prediction.bound()};
}

/// Returns the fraction of the bandwidth for which the error is 0. The error falls with the
/// fraction, so bisection finds it.
double fitting_fraction(perf::Machine used, perf::Results const& measured,
                        perf::Figure const& figure, UnstatedValues const& unstated) {
  double low = 0;
  double high = 1;
  for (int step = 0; step < 40; ++step) {
    auto const middle = (low + high) / 2;
    used.kernels[figure.kernel].bandwidth = middle;
    (error_of(used, measured, figure, unstated).relative() < 0 ? low : high) = middle;
  }
  return std::ceil(high * 1e4) / 1e4;
}

} // namespace

perf::Machine machine_as_used(perf::Machine const& machine, perf::Results const& measured) {
  auto result = machine;
  if (auto const cores = measured.cores_per_node) {
    KITT_VALIDATE(
        *cores <= machine.threads_per_node,
        fmt::format("{} used {} cores of a node (machine {} has only {}): give another --machine",
                    measured.name, *cores, machine.name, machine.threads_per_node));
    result = machine.with_threads(*cores);
  }
  result.ranks_per_node = measured.ranks_per_node.value_or(machine.ranks_per_node);
  return result;
}

bool has_hopping_figures(perf::Results const& measured) {
  return std::any_of(measured.figures.begin(), measured.figures.end(), is_comparable);
}

std::vector<ModelError> model_errors(perf::Machine const& machine, perf::Results const& measured,
                                     UnstatedValues const& unstated) {
  auto const used = machine_as_used(machine, measured);
  std::vector<ModelError> errors;
  for (auto const& figure : best_figures(measured))
    errors.push_back(error_of(used, measured, figure, unstated));
  return errors;
}

std::string contention_text(perf::Machine const& machine) {
  std::string text =
      " Contention between nodes is left out: messages never share a link. Figures per node are "
      "an upper\n bound, and stay constant above some number of nodes.\n";
  auto const begin = text.size();
  for (auto const& name : perf::data_names("published")) {
    if (name != machine.name && !name.starts_with(machine.name + '-'))
      continue;
    auto const table = perf::read_results(perf::published_prefix + name);
    bool const has_cores = table.cores_per_node.value_or(0) <= machine.threads_per_node;
    if (table.nodes != 1 && has_cores && has_hopping_figures(table))
      text += fmt::format(" {}:{}", table.name, error_summary(model_errors(machine, table)));
  }
  return text.size() > begin ? text
                             : text + " No published table has this machine on several nodes: "
                                      "--against RECORD computes the error of the model.\n";
}

perf::Machine calibrate(perf::Machine machine, perf::Results const& measured,
                        UnstatedValues const& unstated) {
  auto const used = machine_as_used(machine, measured);
  auto const figures = best_figures(measured);
  machine.calibrated_on.clear();
  for (auto const& figure : figures) {
    bool const largest = std::none_of(figures.begin(), figures.end(), [&](auto const& other) {
      return other.kernel == figure.kernel && other.l > figure.l;
    });
    if (!largest)
      continue;
    machine.kernels[figure.kernel].bandwidth = fitting_fraction(used, measured, figure, unstated);
    machine.calibrated_on.push_back(
        {measured.name, figure.kernel, figure.l, measured.nodes.value_or(unstated.nodes)});
    auto const key = "kernels." + figure.kernel;
    machine.sources.try_emplace(
        key + ".peak_fraction",
        perf::NumberSource{"estimate", "fraction unknown; 1 is an upper bound"});
    machine.sources[key + ".bandwidth_fraction"] = {
        "calibrated",
        fmt::format("with {} at L = {} of {}", figure.kernel, figure.l, measured.name)};
  }
  return machine;
}

} // namespace kitt::miniapp
