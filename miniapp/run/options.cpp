// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/options.hpp"

#include "core/fields/link_field.hpp"
#include "miniapp/benchmarks/hopping/built_precisions.hpp"
#include "miniapp/benchmarks/hopping/variants.hpp"
#include "miniapp/run/detail/help_formatter.hpp"
#include "miniapp/run/detail/option_values.hpp"
#include "miniapp/run/detail/refused_words.hpp"

#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace kitt::miniapp {

namespace {

using detail::Choices;
using detail::Range;

constexpr std::array benchmarks{Command::itt, Command::dslash, Command::memory, Command::halo,
                                Command::machine};
constexpr int largest_l = 512;

std::string describe(Command command) {
  switch (command) {
  case Command::itt:
    return "All of the ITT benchmark: kernels, memory, halo, summary (what `kitt` alone "
           "does)";
  case Command::dslash:
    return "The hopping kernels Wilson, DWF4, DWF5 at any size";
  case Command::memory:
    return "Bandwidth of a x + y, read, copy and triad by size";
  case Command::halo:
    return "Bandwidth of the halo exchange alone by size, transport and direction";
  case Command::machine:
    return "This machine as found: topology, binding, pages, measured ceilings";
  }
  return {};
}

/// Says which options belong to which command. An option that a command does not read is unknown
/// to it.
class CommandLine {
public:
  explicit CommandLine(Options& options) : options_(options) {
    if (!built_for(options_.precision))
      options_.precision = perf::Precision::double_precision;
    app_.name("kitt");
    lay_out(app_);
    app_.add_flag("--version,-V", version_, "Print version and commit and exit");
    app_.require_subcommand(0, 1);
    app_.footer("Options without a command are those of `kitt itt`. What another command takes: "
                "`kitt COMMAND --help`.\nExit status: 0 good, 1 a result was wrong or the run "
                "failed, 2 something to mend on the command line or in a file.");
    add_options(app_, Command::itt);
    for (auto const command : benchmarks)
      add_options(add_command(to_string(command), describe(command)), command);
    for (auto const& tool : all_tools())
      add_tool(add_command(tool.name, tool.description), tool);
  }

  /// The tool that was chosen; empty: a benchmark.
  RunTool const& tool() const { return tool_; }

  /// Returns a text to print instead of running; empty: run.
  std::string parse(int argc, char const* const* argv) {
    try {
      app_.parse(argc, argv);
    } catch (CLI::CallForHelp const&) {
      return app_.help();
    } catch (CLI::ParseError const& error) {
      throw UserError(detail::explain(error, app_));
    }
    detail::check_marks(argc, argv, app_);
    if (version_)
      return version_text();
    choose_command();
    finish();
    return {};
  }

private:
  /// What every command takes over.
  static void lay_out(CLI::App& app) {
    app.option_defaults()
        ->multi_option_policy(CLI::MultiOptionPolicy::Throw)
        ->disable_flag_override();
    app.set_help_flag("--help,-h", "Print this and exit");
    detail::use_help_formatter(app);
  }

  CLI::App& add_command(std::string const& name, std::string const& description) {
    auto& command = *app_.add_subcommand(name, description);
    detail::use_help_formatter(command);
    return command;
  }

  /// Where a command has arguments, each option takes one word, or it would swallow them:
  /// `--fail-below 0.9 A B`. A list is one word with commas, or the option repeated.
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
    auto const run = tool.add(app);
    keep_arguments(app);
    app.callback([this, run] { tool_ = run; });
  }

  void add_options(CLI::App& app, Command command) {
    bool const hopping = command == Command::itt || command == Command::dslash;
    bool const halo = command == Command::halo;
    bool const fields = hopping || command == Command::memory;
    if (fields || halo || command == Command::machine)
      add_running(app);
    if (command == Command::machine)
      add_machine_file(app);
    if (fields || halo)
      add_measuring(app, command);
    if (fields)
      add_fields(app);
    if (hopping)
      add_hopping(app);
    if (halo)
      add_halo(app);
    if (hopping || halo)
      add_grid(app);
    if (hopping)
      add_ranks(app);
  }

  void add_running(CLI::App& app) {
    detail::add_number(
        app, "--threads", options_.threads, Range<int>{0, 4096},
        "Host threads per rank; 0: as KOKKOS_NUM_THREADS or else OMP_NUM_THREADS says, or one "
        "per core this process may use");
    detail::add_choice(app, "--bind", options_.bind,
                       Choices<comms::BindPolicy>{{"core", comms::BindPolicy::core},
                                                  {"numa", comms::BindPolicy::numa},
                                                  {"none", comms::BindPolicy::none}},
                       "Bind each thread to a core, to a NUMA domain, or not");
    detail::add_choice(app, "--hugepages", options_.huge_pages,
                       Choices<comms::HugePages>{{"none", comms::HugePages::none},
                                                 {"madvise", comms::HugePages::madvise},
                                                 {"explicit", comms::HugePages::explicit_2mib}},
                       "2 MiB pages for fields: no, if to be had, or reserved ones");
    app.add_option("--label", options_.label,
                   "Your words for this run: in its header, record, comparisons and reports")
        ->type_name("TEXT");
    detail::add_path(app, "--json", options_.json_path,
                     "The record [kitt-<command>-<host>-<UTC time>.json]");
    app.add_flag("--force", options_.force, "Overwrite existing files");
    app.add_flag(
        "--profile", options_.profile,
        "Where the time of communication goes: MPI calls by routine and size, ranks, matrix");
    app.add_flag("--profile-barriers", options_.profile_barriers,
                 "With --profile: ranks wait for each other before each exchange of faces, so that "
                 "waiting is told apart from moving");
    app.add_flag("--quick", options_.quick, "Fewer sizes, shorter sampling, for a first look");
  }

  void add_machine_file(CLI::App& app) {
    detail::add_path(app, "--write", options_.machine_path,
                     "The machine's file for `kitt model --machine`");
    detail::add_path(app, "--halo", options_.halo_record_path,
                     "Record of `kitt halo` on this machine: how faces travel, for --write");
  }

  static std::string sizes_help(Command command) {
    switch (command) {
    case Command::dslash:
      return "Lattices of L^4 sites on a node, as 8,12 or 8 12 [8,12,16,24]";
    case Command::memory:
      return "Fields of L^4 sites on a node, as 8,12 or 8 12 [8,12,...,48]";
    case Command::halo:
      return "Extents of a rank's lattice, as 8,12 or 8 12: faces of L^3 sites [4,8,...,32]";
    default:
      return "For kernels, memory (L^4 sites on a node) and halo (of a rank), as 8,12 or 8 12 "
             "[kernels 8,12,16,24; memory 8,12,...,48; halo 4,8,...,32]";
    }
  }

  void add_measuring(CLI::App& app, Command command) {
    detail::add_path(app, "--csv", options_.csv_path, "Also write one CSV row per cell");
    detail::add_path(app, "--resume", options_.resume_path,
                     "Go on with this record: measure what it lacks");
    detail::add_number(app, "--seed", options_.seed,
                       Range<std::uint64_t>{0, std::numeric_limits<std::uint64_t>::max()},
                       "Seed of all random fields");
    detail::add_number(app, "--min-time", min_seconds_, Range<double>{1e-6, 3600},
                       "Seconds of sampling per cell, at least; --quick: 0.1");
    detail::add_number(app, "--min-samples", min_samples_, Range<std::size_t>{2, 1000000},
                       "Samples per cell, at least; --quick: 5");
    detail::add_list(
        app, "--L", options_.l,
        [](std::string const& option, std::string const& text) {
          auto const l = detail::parse_number(option, text, Range<int>{2, largest_l});
          KITT_VALIDATE(l % 2 == 0, fmt::format("bad value \"{}\" for {} (odd, and red-black needs "
                                                "even extents): give {} or {}",
                                                text, option, l - 1, l + 1));
          return l;
        },
        sizes_help(command));
  }

  static void add_precision(CLI::App& app, perf::Precision& target, std::string const& help) {
    detail::add_choice(app, "--precision", target,
                       Choices<perf::Precision>{{"single", perf::Precision::single_precision},
                                                {"double", perf::Precision::double_precision}},
                       help);
  }

  static void add_ls(CLI::App& app, int& target) {
    detail::add_number(app, "--Ls", target, Range<int>{1, 256}, "Extent of the fifth dimension");
  }

  void add_fields(CLI::App& app) {
    add_precision(app, options_.precision, "Of all fields");
    app.add_flag("--per-rank", options_.per_rank, "L^4 is the volume of a rank, not of a node");
  }

  void add_halo(CLI::App& app) {
    add_precision(app, halo_precision_, "Of the half spinors");
    add_ls(app, halo_ls_);
  }

  void add_hopping(CLI::App& app) {
    add_ls(app, options_.ls);
    detail::add_list(
        app, "--kernels", options_.kernels,
        [](std::string const& option, std::string const& text) {
          return detail::parse_choice(
              option, text,
              Choices<std::string>{{"Wilson", "Wilson"}, {"DWF4", "DWF4"}, {"DWF5", "DWF5"}});
        },
        "Of these [all]")
        ->type_name("Wilson|DWF4|DWF5,...");
    detail::add_list(
        app, "--variants", options_.variants,
        [](std::string const& option, std::string const& text) {
          Choices<std::string> choices;
          for (auto const& name : hopping_variants())
            choices.emplace_back(name, name);
          return detail::parse_choice(option, text, choices);
        },
        "Of those that `kitt list` names [all]")
        ->type_name("VARIANT,...");
    detail::add_choice(app, "--tune", options_.tune,
                       Choices<perf::TuneMode>{{"off", perf::TuneMode::off},
                                               {"quick", perf::TuneMode::quick},
                                               {"full", perf::TuneMode::full}},
                       "Search for the variant `tuned`: none, under a second, or minutes per cell; "
                       "once per machine and build, then from $KITT_TUNE_CACHE [~/.cache/kitt]");
    detail::add_path(app, "--gauge", options_.gauge,
                     "hot, unit, weak, or the path of a gauge-field file")
        ->type_name("hot|unit|weak|FILE")
        ->default_str(options_.gauge);
    detail::add_choice(app, "--boundary", options_.boundary,
                       Choices<TimeBoundary>{{"periodic", TimeBoundary::periodic},
                                             {"antiperiodic", TimeBoundary::antiperiodic}},
                       "In time");
    detail::add_choice(
        app, "--flops-per-site", options_.flops_per_site,
        Choices<perf::FlopCount>{{"1344", perf::FlopCount::grid}, {"1320", perf::FlopCount::usual}},
        "How the flops of the hopping term are counted");
  }

  void add_grid(CLI::App& app) {
    detail::add_four(
        app, "--mpi", options_.mpi, Range<int>{1, 1 << 20},
        "Ranks per direction [nodes spread over all four, as near to a hypercube as can "
        "be; within a node, and with --scaling strong, fewest bytes to send]");
    detail::add_choice(
        app, "--comms", options_.transport,
        Choices<comms::Transport>{{"mpi", comms::Transport::mpi}, {"shm", comms::Transport::shm}},
        "Faces travel by messages, or inside a node through shared memory; `kitt halo` alone "
        "measures both");
  }

  void add_ranks(CLI::App& app) {
    detail::add_choice(app, "--comms-precision", options_.comms_precision,
                       Choices<Travel>{{"same", Travel::same},
                                       {"single", Travel::single_precision},
                                       {"half", Travel::half_precision}},
                       "What faces travel in; same: as the fields");
    detail::add_choice(app, "--strategy", options_.strategies,
                       Choices<Strategies>{{"sequential", Strategies::sequential},
                                           {"overlap", Strategies::overlap},
                                           {"both", Strategies::both}},
                       "Exchange before the interior, behind it, or both measured");
    detail::add_number(app, "--comms-threads", options_.comms_threads, Range<int>{0, 64},
                       "Of --threads, for MPI alone while the others compute");
    detail::add_choice(
        app, "--scaling", options_.scaling,
        Choices<Scaling>{{"weak", Scaling::weak}, {"strong", Scaling::strong}},
        "The volume of a node stays as ranks are added, or that of the job (--global)");
    detail::add_four(app, "--global", options_.global, Range<int>{2, 4096},
                     "Extents of the whole job's lattice, for --scaling strong");
    detail::add_path(app, "--baseline", options_.baseline_path,
                     "Record of a run on fewer ranks: efficiencies refer to it");
  }

  static std::string version_text() {
    using namespace build_info;
    return fmt::format("kitt {} (commit {}, {} {}, {}, {})\n", version, git_commit, compiler,
                       compiler_version, build_type, cpu);
  }

  void choose_command() {
    auto const chosen = app_.get_subcommands();
    if (chosen.empty())
      return;
    auto const& name = chosen.front()->get_name();
    for (auto const* const option : app_.get_options())
      KITT_VALIDATE(option->count() == 0,
                    fmt::format("{0} before the command (it would be lost on `{1}`): write `kitt "
                                "{1} {0} ...`",
                                option->get_name(), name));
    for (auto const command : benchmarks)
      if (to_string(command) == name)
        options_.command = command;
  }

  void finish() {
    options_.min_seconds = min_seconds_;
    options_.min_samples = min_samples_;
    options_.one_transport = given("--comms");
    if (options_.command == Command::halo) {
      options_.ls = halo_ls_;
      options_.precision = halo_precision_;
    }
    if (options_.quick) {
      options_.min_seconds = given("--min-time") ? min_seconds_ : 0.1;
      options_.min_samples = given("--min-samples") ? min_samples_ : 5;
    }
    KITT_VALIDATE(options_.resume_path.empty() || options_.json_path.empty() ||
                      options_.json_path == options_.resume_path,
                  "--resume and --json differ (a resumed run goes on in its own file): drop "
                  "--json");
    KITT_VALIDATE(options_.tune != perf::TuneMode::off ||
                      std::find(options_.variants.begin(), options_.variants.end(),
                                tuned_variant) == options_.variants.end(),
                  "--variants tuned with --tune off (then there is no such variant): drop one");
    KITT_VALIDATE(options_.profile || !options_.profile_barriers,
                  "--profile-barriers without --profile (nobody would see what they tell): give "
                  "both, or neither");
    check_precision();
    check_volumes();
    KITT_VALIDATE(options_.halo_record_path.empty() || !options_.machine_path.empty(),
                  "--halo without --write (the machine's file is what it goes into): give --write "
                  "FILE");
    KITT_VALIDATE(options_.threads == 0 || options_.comms_threads < options_.threads,
                  fmt::format("--comms-threads {} of --threads {} (none is left to compute): give "
                              "fewer",
                              options_.comms_threads, options_.threads));
  }

  void check_precision() {
    bool const hopping = options_.command == Command::itt || options_.command == Command::dslash;
    KITT_VALIDATE(!hopping || built_for(options_.precision),
                  fmt::format("--precision {} (the kernels of this KITT were compiled for {} "
                              "alone): leave it out, or build with -DKITT_PRECISIONS=\"single;"
                              "double\"",
                              perf::to_string(options_.precision), build_info::precisions));
  }

  /// One thing alone gives the volume: --L, --global or a gauge file.
  void check_volumes() {
    bool const strong = options_.scaling == Scaling::strong;
    KITT_VALIDATE(!strong || options_.global,
                  "--scaling strong without --global (the job's volume is what stays): give "
                  "--global X.Y.Z.T");
    KITT_VALIDATE(strong || !options_.global,
                  "--global without --scaling strong (L^4 is a node's or a rank's volume): give "
                  "--scaling strong, or --L");
    KITT_VALIDATE(!strong || options_.l.empty(),
                  "--L with --scaling strong (--global gives the volume): drop one");
    KITT_VALIDATE(
        !strong || !options_.per_rank,
        "--per-rank with --scaling strong (--global is the whole job's volume): drop one");
    if (options_.global)
      for (auto const extent : *options_.global)
        KITT_VALIDATE(extent % 2 == 0,
                      fmt::format("bad value {} in --global (odd, and red-black needs even "
                                  "extents): give {} or {}",
                                  extent, extent - 1, extent + 1));
    KITT_VALIDATE(!options_.gauge_from_file() || (options_.l.empty() && !options_.global),
                  "--L or --global with a gauge file (the file fixes the volume): leave it out");
  }

  bool given(std::string const& option) const {
    auto const chosen = app_.get_subcommands();
    auto const* const app = chosen.empty() ? &app_ : chosen.front();
    auto const* const found = app->get_option_no_throw(option);
    return found != nullptr && found->count() > 0;
  }

  CLI::App app_{"KITT, the Kokkos ITT benchmark: verified lattice-QCD kernels, Mflop/s per node"};
  Options& options_;
  double min_seconds_ = Options().min_seconds;
  std::size_t min_samples_ = Options().min_samples;
  int halo_ls_ = Options().halo_ls();
  perf::Precision halo_precision_ = Options().halo_precision();
  RunTool tool_;
  bool version_ = false;
};

std::vector<int> steps(int first, int last, int step) {
  std::vector<int> sizes;
  for (int l = first; l <= last; l += step)
    sizes.push_back(l);
  return sizes;
}

bool holds(std::vector<std::string> const& names, std::string const& name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

std::string to_string(Command command) {
  switch (command) {
  case Command::itt:
    return "itt";
  case Command::dslash:
    return "dslash";
  case Command::memory:
    return "memory";
  case Command::halo:
    return "halo";
  case Command::machine:
    return "machine";
  }
  return "itt";
}

std::string to_string(Strategies strategies) {
  constexpr std::array names{"sequential", "overlap", "both"};
  return names[static_cast<std::size_t>(strategies)];
}

std::string to_string(Scaling scaling) {
  return scaling == Scaling::weak ? "weak" : "strong";
}

std::vector<int> Options::hopping_sizes() const {
  if (!l.empty())
    return l;
  return quick ? std::vector<int>{8, 12, 16} : std::vector<int>{8, 12, 16, 24};
}

std::vector<int> Options::memory_sizes() const {
  if (!l.empty())
    return l;
  return quick ? steps(8, 48, 8) : steps(8, 48, 4);
}

std::vector<int> Options::halo_sizes() const {
  if (!l.empty())
    return l;
  return quick ? std::vector<int>{8, 16} : steps(4, 32, 4);
}

int Options::halo_ls() const {
  return command == Command::halo ? ls : 8;
}

perf::Precision Options::halo_precision() const {
  return command == Command::halo ? precision : perf::Precision::double_precision;
}

bool Options::gauge_from_file() const {
  return gauge != "hot" && gauge != "unit" && gauge != "weak";
}

comms::VolumeOf Options::volume_of() const {
  if (global || gauge_from_file())
    return comms::VolumeOf::job;
  return per_rank || command == Command::halo ? comms::VolumeOf::rank : comms::VolumeOf::node;
}

perf::SamplingPolicy Options::sampling() const {
  return {.minimum_seconds = min_seconds, .minimum_count = min_samples};
}

bool Options::wants_kernel(std::string const& kernel) const {
  return holds(kernels, kernel);
}
bool Options::wants_variant(std::string const& variant) const {
  return holds(variants, variant);
}

ParsedCommandLine parse_command_line(int argc, char const* const* argv) {
  ParsedCommandLine parsed;
  parsed.options.command_line.assign(argv, argv + argc);
  CommandLine command_line(parsed.options);
  parsed.text = command_line.parse(argc, argv);
  parsed.tool = command_line.tool();
  return parsed;
}

} // namespace kitt::miniapp
