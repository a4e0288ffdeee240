// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/command_line.hpp"

#include "kitt_build_info.hpp"
#include "miniapp/help_formatter.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <string>
#include <vector>

namespace kitt::miniapp {

namespace {

/// Returns the heading of benchmarks of that part in `kitt --help`.
char const* heading_of(std::optional<Part> part) {
  if (!part)
    return "Whole benchmark";
  switch (*part) {
  case Part::kernels:
  case Part::solvers:
    return "Lattice QCD";
  case Part::node:
  case Part::memory:
    return "Memory and node";
  case Part::network:
    return "Network";
  case Part::applications:
    return "Application patterns";
  }
  std::abort(); // the switch handles all parts
}

/// The command line with all commands; the user chooses one. An option that a command does not use
/// is an error.
class CommandLine {
public:
  CommandLine() {
    app_.name("kitt");
    lay_out(app_);
    app_.add_flag("--version,-V", version_, "Print version and commit, then exit");
    app_.require_subcommand(0, 1);
    auto const benchmarks = all_benchmarks();
    auto const* const first = benchmarks.front()->name;
    app_.footer(
        fmt::format("Without a command, kitt runs `kitt {0}` and takes its options: see `kitt {0} "
                    "--help`.\nExit status: 0: success; 1: a result was wrong or the run failed; "
                    "2: the command line or a file needs a change.",
                    first));
    add_benchmark(app_, *benchmarks.front());
    for (auto const* const benchmark : benchmarks)
      add_benchmark(
          add_command(benchmark->name, benchmark->description, heading_of(benchmark->part)),
          *benchmark);
    for (auto const& tool : all_tools())
      add_tool(add_command(tool.name, tool.description, tool.heading), tool);
  }

  ParsedCommandLine parse(int argc, char const* const* argv) {
    ParsedCommandLine parsed;
    try {
      app_.parse(reversed_words(argc, argv));
    } catch (CLI::CallForHelp const&) {
      parsed.text = app_.help();
      return parsed;
    } catch (CLI::ParseError const& error) {
      throw UserError(detail::explain(error, app_));
    }
    detail::check_marks(argc, argv, app_);
    if (version_)
      parsed.text = version_text();
    else if (auto const& app = chosen(); tools_.count(&app) != 0)
      parsed.tool = tools_.at(&app);
    else
      parsed.benchmark = benchmark_of(app, argc, argv);
    return parsed;
  }

private:
  /// Returns the words after the program's name, last word first, as the parser needs them. Splits
  /// `--name=` into the option and an empty value, because otherwise the parser would take the next
  /// word as the value. Does not split a word that is a value itself, as in `--vary --L=`.
  std::vector<std::string> reversed_words(int argc, char const* const* argv) const {
    std::vector<std::string> words;
    bool ours = true;
    for (int i = 1; i < argc; ++i) {
      std::string word = argv[i];
      ours = ours && word != "--";
      bool const empty = ours && word.starts_with("--") && word.find('=') == word.size() - 1 &&
                         !(i > 1 && takes_next_word(argv[1], argv[i - 1]));
      if (empty)
        word.pop_back();
      words.push_back(std::move(word));
      if (empty)
        words.emplace_back();
    }
    std::reverse(words.begin(), words.end());
    return words;
  }

  /// Returns whether `word` is an option of the command whose value is the next word.
  bool takes_next_word(std::string const& command, std::string const& word) const {
    auto const commands = app_.get_subcommands({});
    auto const chosen = std::ranges::find(commands, command, &CLI::App::get_name);
    auto const* const option =
        (chosen == commands.end() ? &app_ : *chosen)->get_option_no_throw(word);
    return option != nullptr && option->get_items_expected_max() > 0;
  }

  /// Sets properties that all commands have in common.
  static void lay_out(CLI::App& app) {
    app.option_defaults()
        ->multi_option_policy(CLI::MultiOptionPolicy::Throw)
        ->disable_flag_override();
    app.set_help_flag("--help,-h", "Print this help, then exit");
    detail::use_help_formatter(app);
  }

  CLI::App& add_command(std::string const& name, std::string const& description,
                        std::string const& heading) {
    auto& command = *app_.add_subcommand(name, description)->group(heading);
    detail::use_help_formatter(command);
    command.footer("");
    return command;
  }

  /// Makes each option of a command with arguments take exactly one word, because otherwise an
  /// option would take the arguments as further values: `--fail-below 0.9 A B`. A list is one word
  /// with commas, or a repeated option.
  static void keep_arguments(CLI::App& app) {
    auto const options = app.get_options();
    if (std::none_of(options.begin(), options.end(),
                     [](CLI::Option const* option) { return option->get_positional(); }))
      return;
    for (auto* const option : options)
      if (option->nonpositional())
        option->allow_extra_args(false);
  }

  void add_tool(CLI::App& app, Tool const& tool) {
    tools_[&app] = tool.add(app);
    keep_arguments(app);
  }

  void add_benchmark(CLI::App& app, Benchmark const& benchmark) {
    auto& run = runs_[&app] = benchmark.add(app);
    run->options.benchmark = benchmark.name;
  }

  static std::string version_text() {
    using namespace build_info;
    return fmt::format("kitt {} (commit {}, {} {}, {}, {})\n", version, git_commit, compiler,
                       compiler_version, build_type, cpu);
  }

  CLI::App& chosen() {
    auto const commands = app_.get_subcommands();
    if (commands.empty())
      return app_;
    auto const& name = commands.front()->get_name();
    for (auto const* const option : app_.get_options())
      KITT_VALIDATE(
          option->count() == 0,
          fmt::format(
              "{0} stands before the command (so `{1}` would not see it): write `kitt {1} {0} ...`",
              option->get_name(), name));
    return *commands.front();
  }

  std::unique_ptr<BenchmarkRun> benchmark_of(CLI::App const& app, int argc,
                                             char const* const* argv) {
    auto run = std::move(runs_.at(&app));
    run->options.command_line.assign(argv, argv + argc);
    finish(app, run->options);
    run->check();
    return run;
  }

  CLI::App app_{"KITT benchmarks HPC machines with verified lattice-QCD kernels: Mflop/s per node"};
  std::map<CLI::App const*, std::unique_ptr<BenchmarkRun>> runs_;
  std::map<CLI::App const*, RunTool> tools_;
  bool version_ = false;
};

} // namespace

ParsedCommandLine parse_command_line(int argc, char const* const* argv) {
  return CommandLine().parse(argc, argv);
}

} // namespace kitt::miniapp
