// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/numa/numa_table.hpp"

#include "perf/text/table.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <tuple>

namespace kitt::miniapp {

namespace {

std::string relation_lines(NumaCell const& cell) {
  auto const relations = relation_times(cell);
  auto const local = std::find_if(relations.begin(), relations.end(),
                                  [](auto const& one) { return one.relation == "local"; });
  std::string text;
  for (auto const& one : relations) {
    text += fmt::format("{:<22}: mean {} of {}", one.relation, perf::readable_seconds(one.mean),
                        perf::counted(static_cast<int>(one.seconds.size()), "thread"));
    if (one.relation != "local" && local != relations.end())
      text += fmt::format(", {:+.2f} % relative to local", 100 * (one.mean / local->mean - 1));
    text += '\n';
  }
  return text;
}

std::string figure_text(NumaCell const& cell) {
  return cell.loads > 0 ? perf::fixed(nanoseconds(cell), 1) : perf::fixed(gb_per_s(cell), 2);
}

std::string matrix(std::vector<NumaCell const*> const& cells, std::string const& name) {
  std::set<std::int64_t> rows;
  std::set<std::int64_t> columns;
  for (auto const* cell : cells) {
    rows.insert(*cell->thread_domain);
    columns.insert(*cell->memory_domain);
  }
  if (columns.size() < 2)
    return "";
  auto text = fmt::format("{}: threads of a domain (rows) on memory of a domain (columns)\n{:>8}",
                          name, "");
  for (auto const column : columns)
    text += fmt::format(" {:>9}", column);
  text += '\n';
  for (auto const row : rows) {
    text += fmt::format("{:>8}", row);
    for (auto const column : columns) {
      auto const found = std::find_if(cells.begin(), cells.end(), [&](auto const* cell) {
        return cell->thread_domain == row && cell->memory_domain == column;
      });
      text += fmt::format(" {:>9}", found == cells.end() ? "-" : figure_text(**found));
    }
    text += '\n';
  }
  return text;
}

} // namespace

std::string thread_table(NumaCell const& cell) {
  if (cell.per_thread.empty())
    return "";
  auto threads = cell.per_thread;
  std::sort(threads.begin(), threads.end(), [](auto const& a, auto const& b) {
    return std::tie(a.seconds, a.thread) < std::tie(b.seconds, b.thread);
  });
  std::vector<perf::ColumnOf<NumaThread>> const columns{
      {{"Thread", "", 6}, [](auto& t) { return std::to_string(t.thread); }},
      {{"CPUs", "", 10, perf::Align::left}, [](auto& t) { return t.cpus; }},
      {{"Data of", "thread", 7}, [](auto& t) { return std::to_string(t.data_thread); }},
      {{"Domain", "", 6}, [](auto& t) { return std::to_string(t.domain); }},
      {{"Memory", "domain", 6}, [](auto& t) { return std::to_string(t.memory_domain); }},
      {{"Relation", "", 22, perf::Align::left}, [](auto& t) { return t.relation; }},
      {{"Time", "s", 11}, [](auto& t) { return perf::fixed(t.seconds, 6); }}};
  return fmt::format("Products of {}-row matrices, {}\n", *cell.matrix, cell.variant) +
         perf::rows_text(columns, threads) + relation_lines(cell);
}

std::string numa_matrices(std::vector<NumaCell> const& cells) {
  std::string text;
  for (auto const* const kernel : {NumaCell::read, NumaCell::triad, NumaCell::latency})
    for (auto const* const variant : {"one domain", "all domains"}) {
      std::vector<NumaCell const*> chosen;
      for (auto const& cell : cells)
        if (cell.kernel == kernel && cell.variant == variant)
          chosen.push_back(&cell);
      text += matrix(chosen, fmt::format("{} in {}, {} working", kernel,
                                         kernel == std::string(NumaCell::latency) ? "ns" : "GB/s",
                                         variant));
    }
  return text;
}

} // namespace kitt::miniapp
