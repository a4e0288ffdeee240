// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/results/detail/published_figures.hpp"

#include "perf/json/fields_json.hpp"
#include "perf/record/thread_relations.hpp"
#include "perf/results/detail/figures.hpp"

#include <fmt/format.h>

namespace kitt::perf::detail {

namespace {

struct Latency {
  double microseconds = 0;
  std::optional<int> bytes; ///< none: not stated
};
constexpr auto fields_of(Latency const*) {
  return kitt::fields(field("microseconds", &Latency::microseconds),
                      field("bytes", &Latency::bytes));
}

/// How much faster one thing is than another; stated as a factor or in percent.
struct SpeedUp {
  std::string kernel;
  std::optional<int> nodes; ///< none: not stated
  std::string of;
  std::string over;
  std::optional<double> factor;
  std::optional<double> percent;
};
constexpr auto fields_of(SpeedUp const*) {
  return kitt::fields(field("kernel", &SpeedUp::kernel), field("nodes", &SpeedUp::nodes),
                      field("of", &SpeedUp::of), field("over", &SpeedUp::over),
                      field("factor", &SpeedUp::factor).since_later(),
                      field("percent", &SpeedUp::percent).since_later());
}

/// A whole run of an application; of its ranks' time what was communication.
struct ApplicationRun {
  std::string kernel; ///< the application, and its case
  std::string machine;
  bool large_pages = false;
  bool memory_affinity = false;
  double total_seconds = 0;
  double compute_seconds = 0;
  double communication_seconds = 0;
};
constexpr auto fields_of(ApplicationRun const*) {
  return kitt::fields(field("kernel", &ApplicationRun::kernel),
                      field("machine", &ApplicationRun::machine),
                      field("large_pages", &ApplicationRun::large_pages),
                      field("memory_affinity", &ApplicationRun::memory_affinity),
                      field("total_seconds", &ApplicationRun::total_seconds),
                      field("compute_seconds", &ApplicationRun::compute_seconds),
                      field("communication_seconds", &ApplicationRun::communication_seconds));
}

/// One kind of exchange of an application, as its tasks saw it.
struct ApplicationExchange {
  std::string kernel; ///< the application, its case and the exchange
  std::string machine;
  std::string between;  ///< in the source's words
  double megabytes = 0; ///< of a message, on average
  double mb_per_s_per_task = 0;
};
constexpr auto fields_of(ApplicationExchange const*) {
  return kitt::fields(field("kernel", &ApplicationExchange::kernel),
                      field("machine", &ApplicationExchange::machine),
                      field("between", &ApplicationExchange::between),
                      field("megabytes", &ApplicationExchange::megabytes),
                      field("mb_per_s_per_task", &ApplicationExchange::mb_per_s_per_task));
}

Figure figure_of(Latency const& cell) {
  auto figure = plain_figure("latency", "latency", cell.microseconds);
  figure.variant = cell.bytes ? fmt::format("{} B", *cell.bytes) : "bytes not stated";
  figure.between_nodes = true;
  return figure;
}

Figure figure_of(SpeedUp const& cell) {
  auto const nodes = cell.nodes ? fmt::format(", {} nodes", *cell.nodes) : std::string();
  auto figure = plain_figure(
      "speedup", fmt::format("{}{}: {} over {}", cell.kernel, nodes, cell.of, cell.over),
      cell.factor.value_or(1 + cell.percent.value_or(0) / 100));
  figure.between_nodes = true;
  return figure;
}

Figure figure_of(ApplicationExchange const& cell) {
  auto figure = plain_figure("exchange", fmt::format("{} on {}", cell.kernel, cell.machine),
                             cell.mb_per_s_per_task);
  figure.variant = fmt::format("{} MB, {}", cell.megabytes, cell.between);
  figure.measures = cell.kernel;
  figure.between_nodes = cell.between == "inter node";
  return figure;
}

/// Three times: of all of the run, of its computing, of its communication.
void add_run(Results& table, ApplicationRun const& run) {
  auto const yes = [](bool is) { return is ? "yes" : "no"; };
  auto const name = fmt::format("{} on {}, large pages {}, affinity {}: ", run.kernel, run.machine,
                                yes(run.large_pages), yes(run.memory_affinity));
  table.figures.push_back(plain_figure("run", name + "total", run.total_seconds));
  table.figures.push_back(plain_figure("run", name + "compute", run.compute_seconds));
  table.figures.push_back(plain_figure("run", name + "communication", run.communication_seconds));
}

} // namespace

WrongValue unknown_benchmark(std::string const& name) {
  return WrongValue("this version of KITT has no benchmark \"" + name + '"');
}

void add_figures_without_lattice(Results& table, Json const& cells) {
  std::vector<TimedThread> threads;
  for (auto const& cell : cells) {
    auto const benchmark = from_data<std::string>(cell.at("benchmark"), "benchmark");
    if (cell.contains("l"))
      continue;
    if (benchmark == "latency")
      table.figures.push_back(figure_of(from_data<Latency>(cell)));
    else if (benchmark == "speedup")
      table.figures.push_back(figure_of(from_data<SpeedUp>(cell)));
    else if (benchmark == "exchange")
      table.figures.push_back(figure_of(from_data<ApplicationExchange>(cell)));
    else if (benchmark == "run")
      add_run(table, from_data<ApplicationRun>(cell));
    else if (benchmark == "numa")
      threads.push_back(from_data<TimedThread>(cell));
    else
      throw unknown_benchmark(benchmark);
  }
  auto const relations = figures_of(threads);
  table.figures.insert(table.figures.end(), relations.begin(), relations.end());
}

} // namespace kitt::perf::detail
