// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/results/results.hpp"

#include "core/base/error.hpp"
#include "core/base/input_file.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/record/kernels.hpp"
#include "perf/record/record.hpp"
#include "perf/results/data_folder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <numeric>

namespace kitt::perf {

using nlohmann::json;

namespace {

constexpr int table_schema_version = 1;

template <class T>
std::optional<T> maybe(json const& object, char const* key) {
  if (!object.contains(key) || object.at(key).is_null())
    return std::nullopt;
  return object.at(key).get<T>();
}

std::string text_or_empty(json const& object, char const* key) {
  return maybe<std::string>(object, key).value_or("");
}

/// Kernels of one family are its variants ("axpy": KITT, Kokkos Kernels), ways to exchange faces
/// those of a halo along the same directions.
void name_by_family(Figure& figure) {
  if (auto const* const kernel = find_kernel(figure.kernel);
      kernel != nullptr && !kernel->made_by.empty()) {
    figure.kernel = kernel->family;
    figure.variant = kernel->made_by;
  } else if (figure.benchmark == HaloCell::benchmark) {
    // a failed cell says what was exchanged how in its variant alone
    auto const slash = figure.variant.find('/');
    figure.kernel += ' ' + figure.variant.substr(0, slash);
    figure.variant = slash == std::string::npos ? std::string() : figure.variant.substr(slash + 1);
  }
}

using Grid = std::array<int, 4>;

/// Nodes along x, y, z, t, as far as that follows from the ranks' grid and a node's part of it.
std::optional<Grid> node_grid_of(int nodes, std::optional<Grid> const& ranks,
                                 std::optional<Grid> const& node_block) {
  if (nodes == 1)
    return Grid{1, 1, 1, 1};
  if (!ranks || !node_block)
    return std::nullopt;
  Grid result{};
  std::transform(ranks->begin(), ranks->end(), node_block->begin(), result.begin(),
                 [](int all, int part) { return part > 0 ? all / part : 0; });
  return result;
}

double fourth_power(int l) {
  return std::pow(static_cast<double>(l), 4);
}

/// Sites of a node; 0 where that does not follow from L.
double sites_of_node(Figure const& figure, std::optional<int> ranks_per_node) {
  if (figure.volume == "per node")
    return fourth_power(figure.l);
  if (figure.volume == "per rank" && ranks_per_node)
    return fourth_power(figure.l) * *ranks_per_node;
  return 0;
}

void check(Figure const& figure) {
  KITT_VALIDATE(figure.status != "measured" || (figure.mean > 0 && std::isfinite(figure.mean)),
                fmt::format("{} at L = {} is {} (a figure is above 0): mend the file",
                            figure.kernel, figure.l, figure.mean));
}

// ---- records ----

void read(Figure& figure, SkippedCell const& cell, json const&) {
  figure.status = "skipped";
  figure.reason = cell.reason;
}

void read(Figure& figure, FailedCell const& cell, json const&) {
  figure.status = "failed";
  figure.reason = cell.reason;
}

void read(Figure& figure, HoppingCell const& cell, json const& configuration) {
  figure.mean = cell.mflops_per_node_mean;
  figure.median = cell.mflops_per_node;
  figure.roofline_fraction = cell.roofline_fraction;
  figure.exact = cell.links != LinkStorage::narrow;
  if (cell.communication)
    figure.travel = cell.communication->precision;
  figure.node_sites = std::accumulate(cell.global_volume.begin(), cell.global_volume.end(), 1.0,
                                      std::multiplies()) /
                      configuration.at("nodes").get<double>();
}

void read(Figure& figure, MemoryCell const& cell, json const& configuration) {
  figure.median = cell.gb_per_s_per_node;
  figure.mean = *figure.median * cell.seconds.median / cell.seconds.mean;
  figure.roofline_fraction = cell.roofline_fraction;
  figure.node_sites = sites_of_node(figure, maybe<int>(configuration, "ranks_per_node"));
}

void read(Figure& figure, HaloCell const& cell, json const& configuration) {
  figure.median = one_way(cell).median;
  figure.mean = *figure.median * cell.seconds.median / cell.seconds.mean;
  figure.between_nodes = configuration.at("nodes").get<int>() > 1;
  figure.volume = "per rank"; // a face is a rank's, whatever L means elsewhere in the run
  figure.node_sites = sites_of_node(figure, maybe<int>(configuration, "ranks_per_node"));
}

std::optional<int> number(CellKey const& key, char const* parameter) {
  auto const found = key.parameters.find(parameter);
  if (found == key.parameters.end())
    return std::nullopt;
  return static_cast<int>(std::get<std::int64_t>(found->second));
}

Figure figure_of_record(Cell const& cell, json const& configuration) {
  auto const key = key_of(cell);
  auto const& conventions = configuration.at("conventions");
  Figure figure{.benchmark = key.benchmark,
                .kernel = key.kernel,
                .l = number(key, "l").value_or(0),
                .ls = number(key, "ls"),
                .precision = value_named<Precision>(key.text("precision")).value_or(Precision{}),
                .variant = key.variant,
                .volume = conventions.at("volume").get<std::string>()};
  name_by_family(figure);
  if (figure.benchmark == HoppingCell::benchmark)
    figure.flops_per_site = conventions.at("flops_per_site").get<int>();
  std::visit(
      [&](auto const& kind) {
        read(figure, kind, configuration);
        if constexpr (requires { kind.seconds; }) {
          figure.error = kind.seconds.standard_error / kind.seconds.mean;
          if (kind.energy.figures)
            figure.watts_per_node = kind.energy.figures->watts_per_node;
        }
      },
      cell);
  check(figure);
  return figure;
}

std::optional<int> cores_in_use(json const& record) {
  auto const& configuration = record.at("configuration");
  auto const threads = configuration.at("ranks_per_node").get<int>() *
                       configuration.at("threads_per_rank").get<int>();
  return std::min(threads, maybe<int>(record.at("topology"), "cores").value_or(threads));
}

// ---- published tables ----

double figure_of(json const& cell, std::string const& benchmark) {
  if (benchmark == "hopping")
    return cell.at("mflops_per_node").get<double>();
  if (benchmark == "memory")
    return cell.at("gb_per_s_per_node").get<double>();
  return cell.at("one_way").at("mb_per_s_per_node").get<double>();
}

Figure figure_of_table(json const& cell, json const& table) {
  auto const& conventions = table.at("conventions");
  Figure figure{.benchmark = cell.at("benchmark").get<std::string>(),
                .kernel = cell.at("kernel").get<std::string>(),
                .l = from_data<int>(cell.at("l"), "l"),
                .ls = maybe<int>(cell, "ls"),
                .precision = from_data<Precision>(cell.at("precision"), "precision"),
                .variant = cell.at("variant").get<std::string>()};
  if (find_benchmark(figure.benchmark) == nullptr)
    throw detail::WrongValue("this version of KITT has no benchmark \"" + figure.benchmark + '"');
  name_by_family(figure);
  figure.mean = figure_of(cell, figure.benchmark);
  figure.volume = text_or_empty(conventions, (figure.benchmark + "_volume").c_str());
  figure.node_sites = sites_of_node(figure, maybe<int>(table, "ranks_per_node"));
  auto const nodes = maybe<int>(table, "nodes");
  figure.between_nodes = !nodes || *nodes > 1;
  if (figure.benchmark == "hopping") {
    figure.flops_per_site = conventions.at("flops_per_site").get<int>();
    if (figure.between_nodes || maybe<int>(table, "ranks_per_node").value_or(2) > 1)
      figure.travel = cell.value("comms_precision", text_or_empty(conventions, "comms_precision"));
  }
  if (figure.benchmark == "halo")
    figure.error =
        cell.at("one_way").at("standard_error_mb_per_s_per_node").get<double>() / figure.mean;
  check(figure);
  return figure;
}

/// Notes the grid of nodes in the figures that exchange faces.
void note_node_grid(Results& results) {
  for (auto& figure : results.figures)
    if (benchmark_named(figure.benchmark).exchanges_faces)
      figure.node_grid = results.node_grid;
}

json read_json(std::string const& name, std::filesystem::path const& path) {
  auto const document = json::parse(
      read_input(path, "give a record, or published:NAME as `kitt list` has it"), nullptr, false);
  KITT_VALIDATE(document.is_object(),
                fmt::format("cannot use {} (it is no JSON document, or a damaged one): give a "
                            "record that `kitt` wrote",
                            name));
  return document;
}

} // namespace

Results results_of_record(std::string const& name, json const& record,
                          std::vector<Cell> const& cells) {
  auto const& configuration = record.at("configuration");
  auto const& provenance = record.at("provenance");
  Results results{.name = name,
                  .title = {},
                  .source = fmt::format("kitt {}, {}, {}",
                                        configuration.at("benchmark").get<std::string>(),
                                        provenance.at("git_commit").get<std::string>(),
                                        provenance.at("time").get<std::string>()),
                  .cpu_model = text_or_empty(record.at("topology"), "cpu_model"),
                  .cpu_number = {},
                  .published = false,
                  .nodes = configuration.at("nodes").get<int>(),
                  .ranks_per_node = configuration.at("ranks_per_node").get<int>(),
                  .cores_per_node = cores_in_use(record),
                  .rank_grid = maybe<Grid>(configuration, "grid"),
                  .node_grid = {},
                  .robustness = {},
                  .figures = {},
                  .profile = record.value("profile", json()),
                  .facts = facts_of_record(record)};
  results.title = results.cpu_model.empty() ? "unknown CPU" : results.cpu_model;
  if (record.contains("summary") && record.at("summary").is_object()) {
    auto const& summary = record.at("summary");
    results.robustness = maybe<double>(summary, "robustness");
    if (summary.contains("robustness_set"))
      results.robustness_set = summary.at("robustness_set").at("name").get<std::string>();
  }
  results.node_grid =
      node_grid_of(*results.nodes, results.rank_grid, maybe<Grid>(configuration, "node_block"));
  for (auto const& cell : cells)
    results.figures.push_back(figure_of_record(cell, configuration));
  note_node_grid(results);
  return results;
}

Results results_of_table(std::string const& name, json const& table) {
  KITT_VALIDATE(table.at("schema_version") == table_schema_version,
                fmt::format("cannot use {} (its schema version is {}, this program reads {}): give "
                            "a table of that version",
                            name, table.at("schema_version").dump(), table_schema_version));
  auto const& source = table.at("source");
  Results results{.name = name,
                  .title = table.at("title").get<std::string>(),
                  .source = fmt::format("{}; {}", table.at("program").get<std::string>(),
                                        source.at("document").get<std::string>()),
                  .cpu_model = table.at("machine").at("cpu_model").get<std::string>(),
                  .cpu_number = table.at("machine").at("cpu_number").get<std::string>(),
                  .published = true,
                  .nodes = maybe<int>(table, "nodes"),
                  .ranks_per_node = maybe<int>(table, "ranks_per_node"),
                  .cores_per_node = maybe<int>(table, "cores_per_node"),
                  .rank_grid = maybe<Grid>(table, "rank_grid"),
                  .node_grid = {},
                  .robustness = {},
                  .figures = {},
                  .profile = table.value("profile", json())};
  if (table.contains("summary"))
    results.robustness = maybe<double>(table.at("summary"), "robustness");
  if (results.ranks_per_node == 1)
    results.node_grid =
        node_grid_of(results.nodes.value_or(0), results.rank_grid, Grid{1, 1, 1, 1});
  for (auto const& cell : table.value("cells", json::array()))
    results.figures.push_back(figure_of_table(cell, table));
  note_node_grid(results);
  return results;
}

std::filesystem::path results_file(std::string const& name) {
  return name.starts_with(published_prefix)
             ? data_file("published", name.substr(std::string(published_prefix).size()))
             : std::filesystem::path(name);
}

Results read_results(std::string const& name) {
  auto const path = results_file(name);
  auto const document = read_json(name, path);
  try {
    if (document.contains("source") && document.contains("title"))
      return results_of_table(name, document);
    return results_of_record(name, document, RunRecord::read(path).cells());
  } catch (json::exception const& error) {
    throw UserError(fmt::format("cannot use {} (it is no KITT record, or a damaged one: {}): give "
                                "one that `kitt` wrote",
                                name, detail::words_of(error)));
  } catch (detail::WrongValue const& error) {
    throw UserError(
        fmt::format("cannot use {} ({}): give one that `kitt` wrote", name, error.what()));
  }
}

std::string unit_of(std::string const& benchmark) {
  return std::string(benchmark_named(benchmark).unit);
}

} // namespace kitt::perf
