// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "kitt_build_info.hpp"
#include "miniapp/run/benchmark.hpp"
#include "miniapp/score/merits.hpp"
#include "miniapp/tools/tools.hpp"
#include "perf/json/json_words.hpp"
#include "perf/model/machine_file.hpp"
#include "perf/record/cell_kind.hpp"
#include "perf/results/data_folder.hpp"
#include "perf/results/results.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

namespace kitt::miniapp {

namespace {

void print(NameList const& list) {
  fmt::print("{}\n", list.heading);
  for (auto const& [name, note] : list.entries)
    fmt::print("  {:<{}}{}{}\n", name, list.width, note.empty() ? "" : "  ", note);
}

int list() {
  NameList benchmarks{.heading = "benchmarks (kitt COMMAND)", .width = 7};
  for (auto const* const benchmark : all_benchmarks())
    benchmarks.entries.push_back({benchmark->name, benchmark->contents});
  print(benchmarks);
  for (auto const* const benchmark : all_benchmarks())
    for (auto const& names : benchmark->names())
      print(names);
  NameList tables{.heading = "published tables (kitt compare, kitt model --against)", .width = 40};
  for (auto const& table : perf::data_names("published")) {
    auto const name = perf::published_prefix + table;
    tables.entries.push_back({name, perf::read_results(name).title});
  }
  print(tables);
  NameList machines{.heading = "machines (kitt model)", .width = 12};
  for (auto const& name : perf::shipped_machine_names())
    machines.entries.push_back({name, perf::load_machine(name).description});
  print(machines);
  return 0;
}

/// Returns the text with the bars escaped that would end a column of a Markdown table.
std::string in_table(std::string text) {
  for (auto bar = text.find('|'); bar != text.npos; bar = text.find('|', bar + 2))
    text.insert(bar, 1, '\\');
  return text;
}

/// Prints the reference page of figures: one table for each kind of cells.
int list_figures() {
  fmt::print(
      "# Figures of a record\n\n"
      "`kitt list --figures` prints this page from the descriptions that also make the JSON "
      "schema of a record.\nEach section describes the cells of one benchmark. A key such as "
      "`seconds/median` stands for `median` inside the\nobject `seconds`. `[]` marks a list "
      "of objects.\n");
  for (auto const* const kind : perf::cell_kinds()) {
    fmt::print("\n## {}: {}\n\n| key | unit | meaning |\n| --- | --- | --- |\n", kind->name(),
               kind->benchmarks.front().what);
    for (auto const& field : kind->fields())
      fmt::print("| `{}` | {} | {}{} |\n", field.path, field.meaning.unit,
                 in_table(field.meaning.text),
                 field.meaning.compared ? "; the figure of `kitt compare`" : "");
  }
  return 0;
}

int list_merits() {
  NameList names{.heading = "figures of merit (lines KITT FOM at the end of a run)", .width = 31};
  for (auto const& merit : all_merits())
    names.entries.push_back(
        {merit.name, fmt::format("{}; {} ({} is better)", merit.what, merit.unit, merit.better())});
  print(names);
  return 0;
}

/// Prints all that a test harness must know to run KITT and to read its figures of merit.
int list_merits_as_json() {
  perf::Json document{{"kitt_version", build_info::version}};
  for (auto const* const benchmark : all_benchmarks())
    document["commands"].push_back({{"name", benchmark->name}, {"what", benchmark->description}});
  for (auto const& merit : all_merits())
    document["merits"].push_back({{"name", merit.name},
                                  {"unit", merit.unit},
                                  {"better", merit.better()},
                                  {"what", merit.what},
                                  {"pattern", merit.pattern()}});
  fmt::print("{}\n", document.dump(2));
  return 0;
}

} // namespace

RunTool add_list(CLI::App& app) {
  auto const print_page = std::make_shared<RunTool>(list);
  auto const add = [&](char const* option, RunTool const& page, char const* description) {
    app.add_flag_callback(
        option, [print_page, page] { *print_page = page; }, description);
  };
  add("--figures", list_figures, "Print the reference page of all figures as Markdown");
  add("--merits", list_merits,
      "Print the figures of merit: the lines KITT FOM at the end of a run");
  add("--merits-json", list_merits_as_json,
      "Print the figures of merit as JSON, with a regular expression for each");
  return [print_page] { return (*print_page)(); };
}

} // namespace kitt::miniapp
