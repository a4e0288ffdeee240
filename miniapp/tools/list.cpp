// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/benchmark.hpp"
#include "miniapp/tools/tools.hpp"
#include "perf/model/machine_file.hpp"
#include "perf/results/data_folder.hpp"
#include "perf/results/results.hpp"

#include <fmt/format.h>

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

} // namespace

RunTool add_list(CLI::App&) {
  return list;
}

} // namespace kitt::miniapp
