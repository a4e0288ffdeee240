// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/record/cell_kind.hpp"
#include "perf/results/detail/figures.hpp"
#include "perf/results/detail/published_figures.hpp"

#include <fmt/format.h>

namespace kitt::perf {

// As published tables have them; found by from_data().
static constexpr auto fields_of(Results const*) {
  return kitt::fields(field("title", &Results::title),
                      field("machine/cpu_model", &Results::cpu_model),
                      field("machine/cpu_number", &Results::cpu_number),
                      field("nodes", &Results::nodes).since_later(),
                      field("ranks_per_node", &Results::ranks_per_node).since_later(),
                      field("cores_per_node", &Results::cores_per_node).since_later(),
                      field("rank_grid", &Results::rank_grid).since_later(),
                      field("summary/robustness", &Results::robustness).since_later());
}

/// A cell has the one of the three means that its benchmark measures.
static constexpr auto fields_of(Figure const*) {
  return kitt::fields(
      field("benchmark", &Figure::benchmark), field("kernel", &Figure::kernel),
      field("l", &Figure::l), field("ls", &Figure::ls).since_later(),
      field("precision", &Figure::precision), field("variant", &Figure::variant),
      field("comms_precision", &Figure::travel).since_later(),
      field("mflops_per_node", &Figure::mean).since_later(),
      field("gb_per_s_per_node", &Figure::mean).since_later(),
      field("one_way/mb_per_s_per_node", &Figure::mean).since_later(),
      field("one_way/standard_error_mb_per_s_per_node", &Figure::error).since_later());
}

namespace {

constexpr int table_schema_version = 1;

Figure figure_of(Json const& cell, Json const& conventions, Results const& table) {
  auto figure = from_data<Figure>(cell, "a cell");
  if (find_benchmark(figure.benchmark) == nullptr)
    throw detail::unknown_benchmark(figure.benchmark);
  detail::name_by_family(figure);
  auto const volume = conventions.find(figure.benchmark + "_volume");
  if (volume != conventions.end() && !volume->is_null())
    from_data(*volume, figure.volume, volume.key());
  figure.node_sites = sites_of_node(figure, table.ranks_per_node);
  figure.between_nodes = table.nodes != 1;
  if (figure.error)
    *figure.error /= figure.mean;
  if (figure.benchmark == "hopping") {
    from_data(conventions.at("flops_per_site"), figure.flops_per_site, "flops_per_site");
    if (!figure.between_nodes && table.ranks_per_node == 1)
      figure.travel.clear();
    else if (figure.travel.empty())
      figure.travel = conventions.value("comms_precision", "");
  }
  return figure;
}

} // namespace

Results results_of_table(std::string const& name, Json const& document) {
  KITT_VALIDATE(document.at("schema_version") == table_schema_version,
                fmt::format("cannot use {} (its schema version is {}, this program reads {}): give "
                            "a table of that version",
                            name, document.at("schema_version").dump(), table_schema_version));
  auto table = from_data<Results>(document);
  table.name = name;
  table.source = fmt::format("{}; {}", document.at("program").get<std::string>(),
                             document.at("source").at("document").get<std::string>());
  table.published = true;
  table.profile = document.value("profile", Json());
  if (table.ranks_per_node == 1)
    table.node_grid = detail::node_grid_of(table, detail::Grid{1, 1, 1, 1});
  auto const cells = document.value("cells", Json::array());
  for (auto const& cell : cells)
    if (cell.contains("l"))
      table.figures.push_back(figure_of(cell, document.at("conventions"), table));
  detail::add_figures_without_lattice(table, cells);
  detail::complete(table);
  return table;
}

} // namespace kitt::perf
