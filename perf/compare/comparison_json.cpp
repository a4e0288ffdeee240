// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/compare/comparison.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/record/cell_kind.hpp"

namespace kitt::perf {

namespace {

Json operand_json(Results const& results, std::string const& letter) {
  return {{"letter", letter},
          {"name", results.name},
          {"title", results.title},
          {"source", results.source},
          {"cpu_model", results.cpu_model},
          {"published", results.published},
          {"nodes", to_data(results.nodes)},
          {"ranks_per_node", to_data(results.ranks_per_node)},
          {"cores_per_node", to_data(results.cores_per_node)},
          {"robustness", to_data(results.robustness)},
          {"robustness_set",
           results.robustness_set.empty() ? Json(nullptr) : Json(results.robustness_set)}};
}

/// {"hopping": 0.9, ...} of what there is.
Json means_json(Comparison const& comparison, std::size_t operand, Measure measure) {
  auto means = Json::object();
  for (auto const& benchmark : benchmarks())
    if (auto const mean = comparison.geometric_mean(operand, std::string(benchmark.name), measure))
      means[std::string(benchmark.name)] = *mean;
  return means;
}

Statistic statistic_of_all(Comparison const& comparison) {
  for (auto const& cell : comparison.cells)
    for (auto const& figure : cell.figures)
      if (figure.status == ComparedFigure::Status::compared &&
          figure.ratio_statistic == Statistic::mean)
        return Statistic::mean;
  return Statistic::median;
}

Json headline_json(Comparison const& comparison, std::size_t operand) {
  auto const& head = comparison.headlines[operand];
  auto const if_compared = [&](auto const& value) {
    return head.compared > 0 ? Json(value) : Json(nullptr);
  };
  return {{"operand", letter(operand)},
          {"cells_compared", head.compared},
          {"cells_refused", head.refused},
          {"cells_missing", head.missing},
          {"cells_below", head.below},
          {"comparison_point_mflops_per_node", to_data(head.comparison_point)},
          {"comparison_point_ratio", to_data(comparison.comparison_ratio(operand, Measure::node))},
          {"ratio_geometric_mean", means_json(comparison, operand, Measure::node)},
          {"ratio_per_core_geometric_mean", means_json(comparison, operand, Measure::core)},
          {"ratio_per_watt_geometric_mean", means_json(comparison, operand, Measure::watt)},
          {"comparison_point_ratio_statistic",
           head.comparison_ratio ? Json(to_string(head.comparison_statistic)) : Json(nullptr)},
          {"ratio_lowest", if_compared(head.lowest)},
          {"ratio_highest", if_compared(head.highest)}};
}

Json figure_json(ComparedFigure const& figure, std::string const& letter) {
  bool const compared = figure.status == ComparedFigure::Status::compared;
  auto const if_compared = [&](double value) { return compared ? Json(value) : Json(nullptr); };
  return {{"operand", letter},
          {"status", to_string(figure.status)},
          {"value", if_compared(figure.value)},
          {"ratio", if_compared(figure.ratio)},
          {"statistic", compared ? Json(to_string(figure.statistic)) : Json(nullptr)},
          {"ratio_statistic", compared ? Json(to_string(figure.ratio_statistic)) : Json(nullptr)},
          {"relative_error", to_data(figure.error)},
          {"ratio_per_core", to_data(figure.ratio_per_core)},
          {"ratio_per_watt", to_data(figure.ratio_per_watt)},
          {"variant", figure.variant},
          {"converted", figure.converted},
          {"below", figure.below},
          {"note", figure.note}};
}

Json cell_json(ComparedCell const& cell) {
  auto figures = Json::array();
  for (std::size_t i = 0; i < cell.figures.size(); ++i)
    figures.push_back(figure_json(cell.figures[i], letter(i)));
  auto result = work_json(cell.reference);
  result["less_is_better"] = benchmark_named(cell.reference.benchmark).less_is_better;
  result["figures"] = figures;
  return result;
}

} // namespace

Json work_json(Figure const& figure) {
  return {{"benchmark", figure.benchmark},
          {"kernel", figure.kernel},
          {"l", figure.l},
          {"ls", to_data(figure.ls)},
          {"precision", to_string(figure.precision)},
          {"unit", benchmark_named(figure.benchmark).unit}};
}

Json comparison_json(Comparison const& comparison) {
  auto const& options = comparison.options;
  Json document{
      {"schema_version", comparison_schema_version},
      {"statistic", to_string(statistic_of_all(comparison))},
      {"all_variants", options.filter.all_variants},
      {"convert", options.convert},
      {"fail_below",
       {{"any", to_data(options.fail_below.any)}, {"kernels", Json(options.fail_below.of_kernel)}}},
      {"exit_status", comparison.status()},
      {"operands", Json::array()},
      {"differences", run_differences_json(comparison.differences)},
      {"headlines", Json::array()},
      {"cells", Json::array()},
      {"mpi_routines", routine_shares_json(comparison.routines)}};
  for (std::size_t i = 0; i < comparison.operands.size(); ++i) {
    document["operands"].push_back(operand_json(comparison.operands[i], letter(i)));
    document["headlines"].push_back(headline_json(comparison, i));
  }
  for (auto const& cell : comparison.cells)
    document["cells"].push_back(cell_json(cell));
  return document;
}

} // namespace kitt::perf
