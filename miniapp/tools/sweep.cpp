// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/topology.hpp"
#include "core/base/error.hpp"
#include "miniapp/run/benchmark.hpp"
#include "miniapp/run/option_values.hpp"
#include "miniapp/tools/child_process.hpp"
#include "miniapp/tools/sweep_folder.hpp"
#include "miniapp/tools/tools.hpp"
#include "perf/measure/step_clock.hpp"
#include "perf/sweep/point_results.hpp"
#include "perf/sweep/sweep_plan.hpp"

#include <csignal>
#include <fstream>
#include <memory>

namespace kitt::miniapp {

namespace {

namespace fs = std::filesystem;
using perf::PointStatus;
using perf::Sweep;
using perf::SweepPoint;

struct SweepOptions {
  perf::SweepRequest request;
  std::string folder;
  std::string figure;
};

/// Returns why a run failed: its own error, otherwise the last line that the run or its launcher
/// wrote.
std::string last_words(fs::path const& log, std::streamoff from, int status) {
  std::ifstream file(log);
  file.seekg(from);
  std::string last;
  std::string error;
  for (std::string line; std::getline(file, line);) {
    if (line.find("kitt: error: ") != std::string::npos && error.empty())
      error = line.substr(line.find("kitt: error: ") + std::string("kitt: error: ").size());
    if (line.find_first_not_of(" -\t") != std::string::npos)
      last = line;
  }
  auto const text = error.empty() ? last : error;
  auto const how = status > 128 ? fmt::format("status {} (signal {})", status, status - 128)
                                : fmt::format("status {}", status);
  return fmt::format("{}{}{}; see {}", how, text.empty() ? "" : ", ", text, log.string());
}

/// Runs one point or resumes it. Notes the time of the run, and why it failed.
void run_point(Sweep const& sweep, SweepPoint& point, SweepFolder const& folder) {
  static auto const program = fs::read_symlink("/proc/self/exe").string();
  auto const record = folder.file_of(point);
  bool const begun = fs::exists(record);
  auto const log = folder.log_of(point);
  std::error_code none;
  auto const written = fs::exists(log) ? static_cast<std::streamoff>(fs::file_size(log, none)) : 0;
  auto const begin = perf::SteadySeconds()();
  auto const status = run_child({perf::point_words(sweep, point, program, record.string(), begun),
                                 perf::point_environment(point), log});
  point.wall_seconds = perf::SteadySeconds()() - begin;
  bool const cut_short = status != 0 && NotedInterrupts::signal() != 0;
  if (cut_short || (status == 0 && is_complete(point, folder.path())))
    return;
  point.status = PointStatus::failed;
  point.reason = status == 0 ? "it wrote no complete record; see " + log.string()
                             : last_words(log, written, status);
}

std::string progress_line(Sweep const& sweep, SweepPoint const& point, std::string const& what) {
  auto const number = static_cast<int>(&point - sweep.points.data()) + 1;
  return fmt::format("[{}/{}] {}: {}\n", number, sweep.points.size(), name_of(point, sweep), what);
}

void say(std::string const& text) {
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

std::string outcome(Sweep const& sweep, SweepPoint const& point) {
  if (point.figure)
    return fmt::format("{:.6g} {} ({})", *point.figure, sweep.figure.unit, sweep.figure.name);
  return point.reason.empty() ? to_string(point.status)
                              : to_string(point.status) + ": " + point.reason;
}

/// Runs all points without a complete record, until all are done or an interrupt comes.
void run_points(Sweep& sweep, SweepFolder const& folder, std::string const& figure) {
  for (auto& point : sweep.points) {
    if (NotedInterrupts::signal() != 0)
      return;
    if (point.status == PointStatus::waiting) {
      say(progress_line(sweep, point, "running"));
      run_point(sweep, point, folder);
      perf::read_point(sweep, point, folder.path(), figure);
      perf::judge(sweep);
      folder.write(sweep);
    }
    say(progress_line(sweep, point, outcome(sweep, point)));
  }
}

/// Ends the program as the signal would have done.
[[noreturn]] void end_by(int signal) {
  std::fprintf(stderr, "kitt: interrupted: all results so far are kept; the same command line "
                       "continues the sweep\n");
  std::signal(signal, SIG_DFL);
  std::raise(signal);
  std::exit(128 + signal);
}

int run_sweep(SweepOptions const& options) {
  auto request = options.request;
  auto const is_command = [&](Benchmark const* known) {
    return request.command.front() == known->name;
  };
  KITT_VALIDATE(request.command.front().starts_with('-') ||
                    std::ranges::any_of(all_benchmarks(), is_command),
                fmt::format("kitt sweep cannot run \"{}\" (it is not a benchmark of kitt): give a "
                            "benchmark after --; `kitt list` names them",
                            request.command.front()));
  if (request.cores.empty())
    request.cores = {std::max(1, comms::discover_topology().allowed_cores)};
  auto sweep = perf::plan_sweep(request);
  SweepFolder const folder(options.folder);
  folder.take_over(sweep);
  NotedInterrupts const interrupts;
  perf::read_points(sweep, folder.path(), options.figure);
  folder.write(sweep);
  run_points(sweep, folder, options.figure);
  perf::read_points(sweep, folder.path(), options.figure);
  folder.write(sweep);
  say(perf::sweep_text(sweep) +
      fmt::format("Sweep: {}\n", (folder.path() / "sweep.json").string()));
  if (auto const signal = NotedInterrupts::signal(); signal != 0)
    end_by(signal);
  auto const all_left_out = std::ranges::all_of(
      sweep.points, [](auto const& point) { return point.status == PointStatus::left_out; });
  KITT_VALIDATE(!all_left_out, fmt::format("no point was run (all were left out, the first because "
                                           "of {}): give other --ranks, --threads or --cores",
                                           sweep.points.front().reason));
  return std::any_of(sweep.points.begin(), sweep.points.end(),
                     [](auto const& point) { return point.status == PointStatus::failed; })
             ? 1
             : 0;
}

detail::Range<int> constexpr counts{1, 1 << 20};

/// Adds --threads. The value "fill" is stored as an empty list.
void add_threads(CLI::App& app, std::vector<int>& threads) {
  auto const take = [&threads](std::vector<std::string> const& texts) {
    if (texts == std::vector<std::string>{"fill"})
      threads.clear();
    else
      detail::take_list("--threads", texts, threads, counts);
  };
  detail::add_words(app, "--threads", take,
                    "Threads per rank; fill: threads fill the cores of --cores")
      ->type_name("fill|A,B...")
      ->default_str("fill");
}

/// Adds an option that may be repeated; each occurrence is an axis. Commas belong to the value.
void add_axes(CLI::App& app, std::string const& option, std::vector<perf::SweepAxis>& axes,
              std::string const& type, std::string const& help) {
  auto const take = [=, &axes](std::vector<std::string> const& texts) {
    for (auto const& text : texts)
      axes.push_back(perf::parse_axis(option, text));
  };
  app.add_option_function<std::vector<std::string>>(option, take, help)
      ->expected(1, detail::any_count)
      ->type_name(type);
}

/// Adds an option such as `--hugepages A,B`, which is short for `--vary "--hugepages=A,B"`. The
/// command checks the values.
void add_shorthand(CLI::App& app, std::string const& option, std::vector<perf::SweepAxis>& axes) {
  auto const take = [=, &axes](std::string const& text) {
    axes.push_back(perf::parse_axis(option, option + '=' + text));
  };
  app.add_option_function<std::string>(option, take, "Short for --vary \"" + option + "=A,B\"")
      ->type_name("A,B...");
}

} // namespace

RunTool add_sweep(CLI::App& app) {
  auto const options = std::make_shared<SweepOptions>();
  auto& request = options->request;
  app.footer("Placeholders in --launch and COMMAND: {ranks} of the job, {rpn} per node, {threads}, "
             "{cores}, {nodes}.\nThe same command line continues an interrupted sweep: it skips "
             "points with complete records and resumes an interrupted one.\nExit status: 0 all "
             "points are measured, 1 a point failed, 2 the command line must be corrected.");
  app.add_option("COMMAND", request.command,
                 "Command of kitt that each point runs, with its options, after --")
      ->required();
  detail::add_path(app, "-o,--output", options->folder,
                   "Folder for records, logs and the document of the sweep (sweep.json)")
      ->required();
  app.add_option("--launch", request.launch,
                 "Launcher of ranks, such as \"mpirun -np {ranks}\" [no launcher, one rank]")
      ->type_name("TEXT");
  auto const number = [](std::string const& name, std::string const& text) {
    return counts(name, text);
  };
  detail::add_list(app, "--ranks", request.ranks, number, "Ranks per node [1]");
  add_threads(app, request.threads);
  detail::add_list(app, "--cores", request.cores, number,
                   "Cores of a node to use [all that this process may use]\nFewer cores than the "
                   "node has leave it partly filled.");
  detail::add_number(app, "--nodes", request.nodes, counts, "Number of nodes for the launcher");
  for (auto const* const option : {"--hugepages", "--first-touch", "--bind"})
    add_shorthand(app, option, request.others);
  add_axes(app, "--vary", request.others, "--OPTION=A,B...",
           "Vary an option of the command; without =, vary a flag (left out and given)");
  add_axes(app, "--env", request.others, "NAME=A,B...",
           "Vary an environment variable; an empty value unsets it");
  app.add_flag("--oversubscribe", request.oversubscribe,
               "Also run points with more threads than cores");
  app.add_option(
         "--figure", options->figure,
         "Figure by which points are compared: \"seconds\", or a cell such as \"DWF4 L = 16\"\nThe "
         "default "
         "is the comparison point, otherwise DWF4 at the largest L, otherwise the last cell.")
      ->type_name("TEXT");
  return [options] { return run_sweep(*options); };
}

} // namespace kitt::miniapp
