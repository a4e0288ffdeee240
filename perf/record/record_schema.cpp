// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/record.hpp"

#include "perf/json/document_version.hpp"
#include "perf/json/schema.hpp"
#include "perf/mpi_profile/profile.hpp"
#include "perf/mpi_profile/run_time.hpp"
#include "perf/record/cell_kind.hpp"
#include "perf/record/detail/document.hpp"
#include "perf/record/memory_found.hpp"
#include "perf/record/provenance.hpp"

#include <algorithm>

namespace kitt::perf {

namespace {

/// Numbers of cells of a record, by status.
struct CellCounts {
  bool complete = false;
  std::size_t measured = 0;
  std::size_t skipped = 0;
  std::size_t failed = 0;
};
constexpr auto fields_of(CellCounts const*) {
  return kitt::fields(
      field("complete", &CellCounts::complete, "true if the run was completed"),
      field("cells_measured", &CellCounts::measured, "number of cells with figures"),
      field("cells_skipped", &CellCounts::skipped, "number of cells that cannot be measured here"),
      field("cells_failed", &CellCounts::failed, "number of cells with a wrong result"));
}

Json described(Json schema, char const* text) {
  schema["description"] = text;
  return schema;
}

Json names_of_kinds() {
  auto names = Json::array();
  for (auto const* const kind : cell_kinds())
    names.push_back(kind->name());
  return names;
}

/// Adds the keys that are not in the list of fields of a kind of cells.
Json cell_schema(Json cell, Json const& benchmark, CellStatus status) {
  cell["properties"]["benchmark"] = described(benchmark, "kind of the cell");
  cell["properties"]["status"] = {
      {"const", kitt::to_string(status)},
      {"description", "measured: verified and timed; skipped: cannot be measured here; failed: the "
                      "result was wrong, or the figure could not be measured as requested"}};
  cell["required"].push_back("benchmark");
  cell["required"].push_back("status");
  return cell;
}

/// Returns the path of a field as readers of the schema write it: "seconds.median".
std::string dotted(std::string_view path) {
  std::string keys(path);
  std::replace(keys.begin(), keys.end(), '/', '.');
  return keys;
}

Json dotted(std::vector<std::string_view> const& paths) {
  auto all = Json::array();
  for (auto const path : paths)
    all.push_back(dotted(path));
  return all;
}

/// Adds what reports show of cells in addition to tables: figures of merit, sizes and the plot.
void add_shown(Json& cell, CellKind const& kind) {
  for (auto const& merit : merits_of(kind))
    cell["merits"].push_back({{"keys", dotted(merit.path)},
                              {"unit", merit.unit},
                              {"less_is_better", merit.less_is_better},
                              {"kernels", merit.kernels}});
  if (!kind.sizes.empty())
    cell["sizes"] = dotted(kind.sizes);
  if (auto const& plot = kind.plot; !plot.x.empty())
    cell["plot"] = {{"x", dotted(plot.x)},
                    {"y", dotted(plot.y)},
                    {"colours", dotted(plot.colours)},
                    {"dashes", dotted(plot.dashes)}};
}

Json measured_schema(CellKind const& kind) {
  auto const name = kind.name();
  auto cell = cell_schema(kind.schema(), {{"const", name}}, CellStatus::measured);
  cell["properties"]["kernel"]["enum"] = kernels_of(name);
  cell["description"] = kind.benchmarks.front().what;
  add_shown(cell, kind);
  return cell;
}

Json cells_schema() {
  auto kinds = Json::array();
  for (auto const* const kind : cell_kinds())
    kinds.push_back(measured_schema(*kind));
  Json const any{{"enum", names_of_kinds()}};
  kinds.push_back(described(cell_schema(schema_of<SkippedCell>(), any, CellStatus::skipped),
                            "A cell that cannot be measured here"));
  auto failed = cell_schema(schema_of<FailedCell>(), any, CellStatus::failed);
  failed["properties"]["verification_site_error"]["type"] = {"number", "null"}; // not a number
  kinds.push_back(described(failed, "A cell with a wrong result, which fails the run"));
  return {{"type", "array"},
          {"description", "results in the order in which they were measured"},
          {"items", {{"oneOf", kinds}}}};
}

Json summary_schema() {
  auto summary = schema_of<CellCounts>();
  auto const add = [&](Json const& part) {
    for (auto const& [name, schema] : part.at("properties").items())
      summary["properties"][name] = schema;
    for (auto const& name : part.at("required"))
      summary["required"].push_back(name);
  };
  for (auto const* const kind : cell_kinds())
    if (kind->summary_schema != nullptr)
      add(kind->summary_schema());
  return summary;
}

} // namespace

// The functions of schema.hpp find this function by the type of its argument.
static void add_schema_of(Json& object, CellKey const*) {
  auto& properties = object["properties"];
  properties["kernel"] = {
      {"type", "string"}, {"minLength", 1}, {"description", "name of the kernel"}};
  Json const extent{{"type", "integer"}, {"minimum", 1}};
  properties["l"] = described(
      extent,
      "requested extent L: the local volume is L^4 sites per node (or per rank, see conventions)");
  properties["ls"] = described(extent, "extent of the fifth dimension");
  properties["precision"] = described(schema_of<Precision>(), "precision of all fields");
  properties["variant"] = {
      {"type", "string"},
      {"description", "variant of the kernel; empty if the cell stands for all variants"}};
  properties["parameters"] = {
      {"type", "object"},
      {"minProperties", 1},
      {"additionalProperties", {{"type", {"integer", "string"}}}},
      {"description", "parameters of the benchmark other than l, ls and precision; absent if the "
                      "benchmark has no such parameters"}};
  for (auto const* const name : {"kernel", "variant"})
    object["required"].push_back(name);
}

Json record_schema(std::string const& title, std::string const& description) {
  Json document{{"$schema", "http://json-schema.org/draft-07/schema#"},
                {"title", title},
                {"description", description},
                {"type", "object"},
                {"additionalProperties", false},
                {"required", Json::array({"schema_version", "provenance", "configuration",
                                          "topology", "ceilings", "cells", "summary"})}};
  document["properties"] = {
      {"schema_version",
       {{"const", schema_version},
        {"description",
         "version of the schema, raised when a key changes its meaning or is removed"}}},
      {"provenance", described(schema_of<Provenance>(), "origin of the results")},
      {"configuration", described(schema_of<Configuration>(),
                                  "configuration of the run: measured ranks, threads, binding and "
                                  "pages, and all other settings as requested")},
      {"topology", described(schema_of<comms::Topology>(),
                             "machine as hwloc and the operating system describe it")},
      {"ceilings", described(schema_of<std::optional<Ceilings>>(),
                             "highest rates of a node with the threads and lanes of this run, "
                             "measured by all ranks together: sum over the ranks of a node, mean "
                             "over nodes, best of several measurements")},
      {"cells", cells_schema()},
      {"summary",
       described(summary_schema(), "summary of the cells that have been measured so far")},
      {"memory_by_cause",
       described(schema_of<MemoryOfRanks>(),
                 "resident memory of a rank at its peak, with one cause for each byte; means over "
                 "ranks; absent if unknown, and from simulated runs")},
      {"run_time",
       described(schema_of<mpi_profile::RunTime>(),
                 "time of communication in the run that finished this record: seconds of the main "
                 "threads, means over ranks; absent without MPI, and from simulated runs")},
      {"profile", described(schema_of<mpi_profile::Profile>(),
                            "communication of the run with --profile; only the last part of a "
                            "resumed run")}};
  return document;
}

} // namespace kitt::perf
