// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/model/model_report.hpp"

#include "miniapp/benchmarks/p2p/message_cell.hpp"
#include "perf/text/table.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

/// Returns the volume that was asked for: its L, or its extents.
std::string size_of(ModelWork const& work) {
  return work.l > 0 ? std::to_string(work.l) : kitt::to_string(work.job.volume);
}

std::string owner(comms::VolumeOf of) {
  return of == comms::VolumeOf::job    ? "the whole job's"
         : of == comms::VolumeOf::node ? "L^4 per node"
                                       : "L^4 per rank";
}

std::string mflops(double value) {
  return perf::fixed(value, 1);
}

double best_mflops(ModelCell const& cell) {
  return cell.prediction.mflops_per_node(cell.prediction.best());
}

/// Returns a time, or "-" if nothing is exchanged.
std::string step(ModelCell const& cell, double seconds) {
  return cell.prediction.split() ? perf::readable_seconds(seconds) : "-";
}

std::vector<perf::ColumnOf<ModelCell>> model_columns(ModelResults const& results) {
  return {{{"Kernel", "", 7, perf::Align::left}, [](auto& c) { return c.work.job.kernel; }},
          {{results.strong ? "Volume" : "L", "", results.strong ? 15 : 3},
           [](auto& c) { return size_of(c.work); }},
          {{"Ls", "", 3}, [](auto& c) { return std::to_string(c.work.job.slices()); }},
          {{"Nodes", "", 5}, [](auto& c) { return std::to_string(c.work.nodes); }},
          {{"Ranks", "x.y.z.t", 11}, [](auto& c) { return kitt::to_string(c.ranks); }},
          {{"sequential", "Mflop/s/node", 12},
           [](auto& c) { return mflops(c.prediction.mflops_per_node(Strategy::sequential)); }},
          {{"overlapped", "Mflop/s/node", 12},
           [](auto& c) {
             return c.prediction.split() ? mflops(c.prediction.mflops_per_node(Strategy::overlap))
                                         : "-";
           }},
          {{"Eff.", "%", 5}, [](auto& c) { return perf::percent(c.efficiency); }},
          {{"pack", "", 9}, [](auto& c) { return step(c, c.prediction.pack.seconds); }},
          {{"all hops", "", 9},
           [](auto& c) { return perf::readable_seconds(c.prediction.all_legs.seconds); }},
          {{"exchange", "inside nodes", 12},
           [](auto& c) { return step(c, c.prediction.exchange_inside_seconds); }},
          {{"exchange", "between nodes", 13},
           [](auto& c) { return step(c, c.prediction.exchange_between_seconds); }},
          {{"interior", "", 9}, [](auto& c) { return step(c, c.prediction.interior.seconds); }},
          {{"exterior", "", 9}, [](auto& c) { return step(c, c.prediction.exterior.seconds); }},
          {{"bound by", "", 10, perf::Align::left}, [](auto& c) { return c.prediction.bound(); }}};
}

/// Returns the root mean square of the logarithms of the errors, as a factor.
double typical_factor(std::vector<ModelError> const& errors) {
  double sum = 0;
  for (auto const& error : errors)
    sum += std::pow(std::log1p(error.relative()), 2);
  return std::exp(std::sqrt(sum / static_cast<double>(errors.size())));
}

} // namespace

ModelCell model_cell(perf::Machine const& machine, perf::ModelJob const& job, int l,
                     perf::ModelGrid const& spread) {
  return {.work = {job, l, static_cast<int>(volume(spread.grid.nodes()))},
          .ranks = spread.grid.ranks(),
          .local = spread.local,
          .global = spread.global,
          .prediction = perf::predict(machine, job, spread)};
}

void set_efficiencies(std::vector<ModelCell>& cells) {
  for (auto& cell : cells) {
    auto const* fewest = &cell;
    for (auto const& other : cells)
      if (other.work.job.kernel == cell.work.job.kernel && other.work.l == cell.work.l &&
          other.work.nodes < fewest->work.nodes)
        fewest = &other;
    cell.efficiency = best_mflops(cell) / best_mflops(*fewest);
  }
}

std::vector<PredictedMessages> described(std::vector<MessageCell> const& messages) {
  std::vector<PredictedMessages> result;
  for (auto const& cell : messages)
    result.push_back({cell});
  return result;
}

std::string model_text(ModelResults const& results) {
  auto const columns = model_columns(results);
  auto const& job = results.cells.front().work.job;
  auto text = perf::banner("Predicted for " + results.machine.name) +
              fmt::format("{}; {} precision, {} flops per site, volume: {}\n",
                          results.machine.description, to_string(job.precision),
                          static_cast<int>(job.flops_per_site), owner(job.volume_of)) +
              perf::rows_text(columns, results.cells);
  for (auto const& cell : results.unmodelled)
    text += fmt::format("{} at {} on {} nodes not predicted: {}\n", cell.work.job.kernel,
                        size_of(cell.work), cell.work.nodes, cell.reason);
  return text + perf::table_of(columns).rule() +
         "sequential = pack + exchange + all hops; overlapped = pack + max(interior, exchange) + "
         "exterior; exchange = inside + between nodes\n";
}

std::string error_summary(std::vector<ModelError> const& errors) {
  std::vector<ModelError> predicted;
  std::copy_if(errors.begin(), errors.end(), std::back_inserter(predicted),
               [](auto const& error) { return !error.calibrated; });
  auto const calibrated = errors.size() - predicted.size();
  auto text =
      calibrated == 0
          ? std::string()
          : fmt::format(" {} cells (*) calibrated the machine; the errors below leave them out.\n",
                        calibrated);
  if (predicted.empty())
    return text + " No cell is left that was predicted.\n";
  auto const [low, high] =
      std::minmax_element(predicted.begin(), predicted.end(),
                          [](auto const& a, auto const& b) { return a.relative() < b.relative(); });
  return text + fmt::format(" {} cells predicted: errors {:+.1f} to {:+.1f} %, typically a factor "
                            "of {:.2f} (root mean square of logarithms)\n",
                            predicted.size(), 100 * low->relative(), 100 * high->relative(),
                            typical_factor(predicted));
}

std::string model_error_text(ModelResults const& results) {
  std::vector<perf::ColumnOf<ModelError>> const columns{
      {{"Kernel", "", 7, perf::Align::left}, [](auto& e) { return e.work.job.kernel; }},
      {{"L", "", 3}, [](auto& e) { return size_of(e.work); }},
      {{"Ls", "", 3}, [](auto& e) { return std::to_string(e.work.job.slices()); }},
      {{"Nodes", "", 5}, [](auto& e) { return std::to_string(e.work.nodes); }},
      {{"measured", "Mflop/s/node", 12},
       [](auto& e) { return mflops(e.measured_mflops_per_node); }},
      {{"predicted", "Mflop/s/node", 12},
       [](auto& e) { return mflops(e.predicted_mflops_per_node); }},
      {{"error", "%", 8}, [](auto& e) { return fmt::format("{:+.1f}", 100 * e.relative()); }},
      {{"", "", 1}, [](auto& e) { return std::string(e.calibrated ? "*" : ""); }},
      {{"bound by", "", 22, perf::Align::left}, [](auto& e) { return e.bound; }}};
  std::string text;
  std::string last;
  for (auto const& error : results.errors) {
    if (error.table != last)
      text +=
          perf::banner("Predicted and measured: " + error.table) + perf::table_of(columns).header();
    last = error.table;
    text += perf::row_of(columns, error);
  }
  return text + perf::table_of(columns).rule() + error_summary(results.errors);
}

} // namespace kitt::miniapp
