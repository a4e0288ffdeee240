// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/model/model_report.hpp"

#include "perf/json/fields_json.hpp"
#include "perf/record/message_cell.hpp"
#include "perf/text/table.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace kitt::perf {

namespace {

/// The volume that was asked for, by its L where it has one.
std::string size_of(int l, ModelJob const& job) {
  return l > 0 ? std::to_string(l) : kitt::to_string(job.volume);
}

std::string owner(comms::VolumeOf of) {
  return of == comms::VolumeOf::job    ? "the whole job's"
         : of == comms::VolumeOf::node ? "L^4 per node"
                                       : "L^4 per rank";
}

std::string mflops(double value) {
  return fixed(value, 1);
}

double best_mflops(ModelCell const& cell) {
  return cell.prediction.mflops_per_node(cell.prediction.best());
}

/// "-" where nothing is exchanged.
std::string step(ModelCell const& cell, double seconds) {
  return cell.prediction.split() ? readable_seconds(seconds) : "-";
}

/// `results` must outlive them.
std::vector<ColumnOf<ModelCell>> model_columns(ModelResults const& results) {
  return {{{"Kernel", "", 7, Align::left}, [](auto& c) { return c.job.kernel; }},
          {{results.strong ? "Volume" : "L", "", results.strong ? 15 : 3},
           [](auto& c) { return size_of(c.l, c.job); }},
          {{"Ls", "", 3}, [](auto& c) { return std::to_string(c.job.slices()); }},
          {{"Nodes", "", 5}, [](auto& c) { return std::to_string(c.nodes); }},
          {{"Ranks", "x.y.z.t", 11}, [](auto& c) { return kitt::to_string(c.ranks); }},
          {{"sequential", "Mflop/s/node", 12},
           [](auto& c) { return mflops(c.prediction.mflops_per_node(Strategy::sequential)); }},
          {{"overlapped", "Mflop/s/node", 12},
           [](auto& c) {
             return c.prediction.split() ? mflops(c.prediction.mflops_per_node(Strategy::overlap))
                                         : "-";
           }},
          {{"Eff.", "%", 5}, [&](auto& c) { return percent(model_efficiency(results, c)); }},
          {{"pack", "", 9}, [](auto& c) { return step(c, c.prediction.pack.seconds); }},
          {{"all legs", "", 9},
           [](auto& c) { return readable_seconds(c.prediction.all_legs.seconds); }},
          {{"exchange", "inside nodes", 12},
           [](auto& c) { return step(c, c.prediction.exchange_inside_seconds); }},
          {{"exchange", "between nodes", 13},
           [](auto& c) { return step(c, c.prediction.exchange_between_seconds); }},
          {{"interior", "", 9}, [](auto& c) { return step(c, c.prediction.interior.seconds); }},
          {{"exterior", "", 9}, [](auto& c) { return step(c, c.prediction.exterior.seconds); }},
          {{"bound by", "", 10, Align::left}, [](auto& c) { return c.prediction.bound(); }}};
}

/// Root mean square of the logarithms, as a factor.
double typical_factor(std::vector<ModelError> const& errors) {
  double sum = 0;
  for (auto const& error : errors)
    sum += std::pow(std::log1p(error.relative()), 2);
  return std::exp(std::sqrt(sum / static_cast<double>(errors.size())));
}

Json to_json(ModelStep const& step) {
  return {{"seconds", step.seconds}, {"bound", step.bound}};
}

Json head_json(ModelJob const& job, int l, int nodes) {
  return {{"kernel", job.kernel},
          {"l", l > 0 ? Json(l) : Json(nullptr)},
          {"ls", job.slices()},
          {"precision", to_string(job.precision)},
          {"nodes", nodes}};
}

Json to_json(ModelResults const& results, ModelCell const& cell) {
  auto const& p = cell.prediction;
  auto json = head_json(cell.job, cell.l, cell.nodes);
  json.update({{"rank_grid", cell.ranks},
               {"local_volume", cell.local},
               {"global_volume", cell.global},
               {"flops_per_site", static_cast<int>(cell.job.flops_per_site)},
               {"mflops_per_node", best_mflops(cell)},
               {"strategy", p.split() ? Json(kitt::to_string(p.best())) : Json(nullptr)},
               {"sequential_mflops_per_node", p.mflops_per_node(Strategy::sequential)},
               {"overlap_mflops_per_node", p.mflops_per_node(Strategy::overlap)},
               {"efficiency", model_efficiency(results, cell)},
               {"bound", p.bound()},
               {"launch_seconds", p.launch_seconds},
               {"all_legs", to_json(p.all_legs)}});
  if (!p.split())
    return json;
  json.update({{"pack", to_json(p.pack)},
               {"interior", to_json(p.interior)},
               {"exterior", to_json(p.exterior)},
               {"exchange_inside_nodes_seconds", p.exchange_inside_seconds},
               {"exchange_between_nodes_seconds", p.exchange_between_seconds},
               {"bytes_inside_nodes", p.bytes_inside},
               {"bytes_between_nodes", p.bytes_between},
               {"messages_inside_nodes", p.traffic.inside.messages},
               {"messages_between_nodes", p.traffic.between.messages}});
  return json;
}

Json to_json(ModelError const& error) {
  auto json = head_json(error.cell.job, error.cell.l, error.cell.nodes);
  json.update({{"table", error.table},
               {"measured_mflops_per_node", error.measured_mflops_per_node},
               {"predicted_mflops_per_node", best_mflops(error.cell)},
               {"relative_error", error.relative()},
               {"calibrated", error.calibrated},
               {"bound", error.cell.prediction.bound()}});
  return json;
}

Json to_json(MessageCell const& cell) {
  return {{"pattern", cell.pattern},        {"bytes", cell.bytes},
          {"window", cell.window},          {"pairs", cell.pairs},
          {"seconds", cell.seconds.median}, {"mb_per_s", mb_per_s(cell)}};
}

Json to_json(UnmodelledCell const& cell) {
  auto json = head_json(cell.job, cell.l, cell.nodes);
  json["reason"] = cell.reason;
  return json;
}

} // namespace

ModelCell model_cell(Machine const& machine, ModelJob const& job, int l, ModelGrid const& spread) {
  return {.job = job,
          .l = l,
          .nodes = static_cast<int>(volume(spread.grid.nodes())),
          .ranks = spread.grid.ranks(),
          .local = spread.local,
          .global = spread.global,
          .prediction = predict(machine, job, spread)};
}

double ModelError::relative() const {
  return best_mflops(cell) / measured_mflops_per_node - 1;
}

double model_efficiency(ModelResults const& results, ModelCell const& cell) {
  auto const* fewest = &cell;
  for (auto const& other : results.cells)
    if (other.job.kernel == cell.job.kernel && other.l == cell.l && other.nodes < fewest->nodes)
      fewest = &other;
  return best_mflops(cell) / best_mflops(*fewest);
}

std::string model_text(ModelResults const& results) {
  auto const columns = model_columns(results);
  auto const& job = results.cells.front().job;
  auto text = banner("Predicted for " + results.machine.name) +
              fmt::format("{}; {} precision, {} flops per site, volume: {}\n",
                          results.machine.description, to_string(job.precision),
                          static_cast<int>(job.flops_per_site), owner(job.volume_of)) +
              rows_text(columns, results.cells);
  for (auto const& cell : results.unmodelled)
    text += fmt::format("{} at {} on {} nodes not predicted: {}\n", cell.job.kernel,
                        size_of(cell.l, cell.job), cell.nodes, cell.reason);
  return text + table_of(columns).rule() +
         "sequential = pack + exchange + all legs; overlapped = pack + max(interior, exchange) + "
         "exterior; exchange = inside + between nodes\n";
}

std::string error_summary(std::vector<ModelError> const& errors) {
  std::vector<ModelError> predicted;
  std::copy_if(errors.begin(), errors.end(), std::back_inserter(predicted),
               [](auto const& error) { return !error.calibrated; });
  auto const calibrated = errors.size() - predicted.size();
  auto text = calibrated == 0 ? std::string()
                              : fmt::format(" Calibrated by {} cells (*), which count for nothing "
                                            "below.\n",
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
  std::vector<ColumnOf<ModelError>> const columns{
      {{"Kernel", "", 7, Align::left}, [](auto& e) { return e.cell.job.kernel; }},
      {{"L", "", 3}, [](auto& e) { return size_of(e.cell.l, e.cell.job); }},
      {{"Ls", "", 3}, [](auto& e) { return std::to_string(e.cell.job.slices()); }},
      {{"Nodes", "", 5}, [](auto& e) { return std::to_string(e.cell.nodes); }},
      {{"measured", "Mflop/s/node", 12},
       [](auto& e) { return mflops(e.measured_mflops_per_node); }},
      {{"predicted", "Mflop/s/node", 12}, [](auto& e) { return mflops(best_mflops(e.cell)); }},
      {{"error", "%", 8}, [](auto& e) { return fmt::format("{:+.1f}", 100 * e.relative()); }},
      {{"", "", 1}, [](auto& e) { return std::string(e.calibrated ? "*" : ""); }},
      {{"bound by", "", 22, Align::left}, [](auto& e) { return e.cell.prediction.bound(); }}};
  std::string text;
  std::string last;
  for (auto const& error : results.errors) {
    if (error.table != last)
      text += banner("Predicted and measured: " + error.table) + table_of(columns).header();
    last = error.table;
    text += row_of(columns, error);
  }
  return text + table_of(columns).rule() + error_summary(results.errors);
}

std::string model_json(ModelResults const& results) {
  auto cells = Json::array();
  for (auto const& cell : results.cells)
    cells.push_back(to_json(results, cell));
  auto unmodelled = Json::array();
  for (auto const& cell : results.unmodelled)
    unmodelled.push_back(to_json(cell));
  auto errors = Json::array();
  for (auto const& error : results.errors)
    errors.push_back(to_json(error));
  auto messages = Json::array();
  for (auto const& cell : results.messages)
    messages.push_back(to_json(cell));
  Json const json{{"model_schema_version", 1},
                  {"scaling", results.strong ? "strong" : "weak"},
                  {"machine", Json::parse(to_text(results.machine))},
                  {"cells", cells},
                  {"unmodelled", unmodelled},
                  {"errors", errors},
                  {"messages", messages},
                  {"transfer_errors", to_data(results.transfer_errors)},
                  {"applications", to_data(results.applications)},
                  {"application_errors", to_data(results.application_errors)}};
  return json.dump(2) + "\n";
}

} // namespace kitt::perf
