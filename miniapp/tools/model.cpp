// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/output_file.hpp"
#include "miniapp/model/model_check.hpp"
#include "miniapp/model/model_report.hpp"
#include "miniapp/run/option_rules.hpp"
#include "miniapp/run/option_values.hpp"
#include "miniapp/tools/tools.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/record/cell_kind.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <numeric>

namespace kitt::miniapp {

namespace {

using detail::Choices;
using detail::Range;

constexpr int most_nodes = 1 << 16;
/// Largest number of sites of the job; more could not be counted.
constexpr double most_sites = 0x1p60;

struct ModelOptions {
  std::string machine;
  /// Another machine whose network is used; empty means the network of `machine`.
  std::string network;
  int cores = 0;          ///< cores of a node in use; 0 means all cores
  int ranks_per_node = 0; ///< ranks on each node; 0 means the value in the machine file
  bool uncalibrated = false;
  bool messages = false;     ///< whether to predict messages instead of kernels
  bool applications = false; ///< whether to predict applications instead of kernels

  perf::ModelJob job;
  std::vector<std::string> kernels = perf::hopping_kernels();
  std::vector<int> l{8, 12, 16, 24};
  std::vector<int> nodes{1};
  bool strong = false;
  bool per_rank = false;
  std::optional<Extents> global;
  std::optional<comms::RankGrid> mpi;

  std::vector<std::string> against;
  std::string calibrate;
  std::string write_path;
  std::string json_path;
  bool force = false;

  bool predicts_kernels() const { return !messages && !applications && against.empty(); }
};

/// Parses numbers of nodes: "16", or "1..4096" (powers of two times the first number, and the last
/// number).
std::vector<int> parse_nodes(std::string const& option, std::string const& text) {
  Range<int> const range{1, most_nodes};
  auto const dots = text.find("..");
  if (dots == std::string::npos)
    return {range(option, text)};
  auto const first = range(option, text.substr(0, dots));
  auto const last = range(option, text.substr(dots + 2));
  KITT_VALIDATE(first <= last,
                fmt::format("bad value \"{}\" for {} (the range must go up): give {}..{}", text,
                            option, last, first));
  std::vector<int> result;
  for (long nodes = first; nodes < last; nodes *= 2)
    result.push_back(static_cast<int>(nodes));
  result.push_back(last);
  return result;
}

perf::Machine machine_of(ModelOptions const& options) {
  auto machine = perf::load_machine(options.machine);
  if (!options.network.empty()) {
    machine.network = perf::load_machine(options.network).network;
    KITT_VALIDATE(machine.network, fmt::format("machine {} has no network (its \"network\" is "
                                               "null): give another machine for --network",
                                               options.network));
    machine.sources["network"] = {"estimate", "network of " + options.network};
  }
  if (options.uncalibrated) {
    machine.kernels.clear();
    machine.calibrated_on.clear();
  }
  KITT_VALIDATE(
      options.cores <= machine.threads_per_node,
      fmt::format("--cores {} is too large (machine {} has {} cores per node): give fewer",
                  options.cores, machine.name, machine.threads_per_node));
  if (options.cores > 0)
    machine = machine.with_threads(options.cores);
  if (options.ranks_per_node > 0)
    machine.ranks_per_node = options.ranks_per_node;
  return machine;
}

void add_cell(ModelResults& results, ModelOptions const& options, perf::ModelJob const& job, int l,
              int nodes) {
  try {
    auto const grid =
        perf::spread(job.volume, job.volume_of, nodes, results.machine.ranks_per_node, options.mpi);
    results.cells.push_back(model_cell(results.machine, job, l, grid));
  } catch (UserError const& error) {
    results.unmodelled.push_back({{job, l, nodes}, error.what()});
  }
}

void predict_all(ModelResults& results, ModelOptions const& options) {
  auto job = options.job;
  auto const sizes = options.strong ? std::vector<int>{0} : options.l;
  job.volume_of = options.strong     ? comms::VolumeOf::job
                  : options.per_rank ? comms::VolumeOf::rank
                                     : comms::VolumeOf::node;
  for (auto const& kernel : options.kernels)
    for (auto const l : sizes)
      for (auto const nodes : options.nodes) {
        job.kernel = kernel;
        job.volume = options.strong ? *options.global : Extents{l, l, l, l};
        add_cell(results, options, job, l, nodes);
      }
  set_efficiencies(results.cells);
  // If no cell could be predicted, the reason is an error of the user.
  KITT_VALIDATE(!results.cells.empty(), results.unmodelled.front().reason);
}

/// Adds the errors of the model on hopping kernels, messages, halo exchanges and applications, as
/// far as the results contain them.
void add_errors(ModelResults& results, perf::Results const& measured,
                UnstatedValues const& unstated) {
  auto const transfers = transfer_errors(results.machine, measured);
  auto const applications = application_errors(results.machine, measured);
  std::ranges::copy(transfers, std::back_inserter(results.transfer_errors));
  std::ranges::copy(applications, std::back_inserter(results.application_errors));
  if (!(transfers.empty() && applications.empty()) && !has_hopping_figures(measured))
    return;
  std::ranges::copy(model_errors(results.machine, measured, unstated),
                    std::back_inserter(results.errors));
}

void check_files(ModelOptions const& options) {
  std::vector<NamedFile> inputs{{"--machine", perf::machine_path(options.machine)}};
  if (!options.network.empty())
    inputs.push_back({"--network", perf::machine_path(options.network)});
  if (!options.calibrate.empty())
    inputs.push_back({"--calibrate", perf::results_file(options.calibrate)});
  for (auto const& name : options.against)
    inputs.push_back({"--against", perf::results_file(name)});
  check_outputs({{"--write", options.write_path}, {"--json", options.json_path}}, inputs,
                overwrite_if(options.force));
}

void check(ModelOptions const& options) {
  KITT_VALIDATE(options.strong == options.global.has_value(),
                "--scaling strong and --global belong together (strong scaling keeps the volume of "
                "the job): give both or neither");
  KITT_VALIDATE(!options.strong || !options.per_rank,
                "--per-rank cannot be used with --scaling strong (--global is the volume of the "
                "whole job): leave one out");
  KITT_VALIDATE(!options.mpi || options.nodes.size() == 1,
                "--mpi cannot be used with several numbers of nodes (a grid fits only one): give "
                "one number, or leave --mpi out");
  KITT_VALIDATE(options.calibrate.empty() == options.write_path.empty(),
                "--calibrate and --write belong together (the calibrated machine is written): give "
                "both or neither");
  auto const global = options.global.value_or(Extents{2, 2, 2, 2});
  KITT_VALIDATE(
      std::accumulate(global.begin(), global.end(), 1., std::multiplies{}) <= most_sites,
      fmt::format("--global {} is too large (it has more than 2^60 sites): give a smaller lattice",
                  to_string(global)));
  check_files(options);
}

int run_model(ModelOptions const& options) {
  check(options);
  ModelResults results;
  results.machine = machine_of(options);
  results.strong = options.strong;
  UnstatedValues const unstated{.nodes = options.nodes.size() == 1 && options.nodes[0] > 1
                                             ? options.nodes[0]
                                             : UnstatedValues{}.nodes,
                                .ls = options.job.ls};
  if (!options.calibrate.empty()) {
    results.machine = calibrate(results.machine, perf::read_results(options.calibrate), unstated);
  }
  std::vector<perf::Results> against; // unreadable files are refused before anything is printed
  for (auto const& name : options.against)
    against.push_back(perf::read_results(name));
  if (options.messages) {
    results.messages = predicted_messages(results.machine);
    fmt::print("{}", predicted_messages_text(results));
  }
  if (options.applications) {
    results.applications = predicted_calls(results.machine, options.nodes);
    fmt::print("{}", predicted_calls_text(results));
  }
  if (options.predicts_kernels()) {
    predict_all(results, options);
    fmt::print("{}", model_text(results));
  }
  if ((options.predicts_kernels() || options.applications) &&
      std::ranges::any_of(options.nodes, [](int nodes) { return nodes > 1; }))
    fmt::print("{}", contention_text(results.machine));
  for (auto const& measured : against)
    add_errors(results, measured, unstated);
  if (!results.errors.empty())
    fmt::print("{}", model_error_text(results));
  if (!results.transfer_errors.empty())
    fmt::print("{}", transfer_error_text(results));
  if (!results.application_errors.empty())
    fmt::print("{}", application_error_text(results));
  if (!options.write_path.empty())
    write_output(options.write_path, to_text(results.machine), overwrite_if(options.force));
  if (!options.json_path.empty())
    write_output(options.json_path, perf::to_data(results).dump(2) + "\n",
                 overwrite_if(options.force));
  return 0;
}

void add_machine(CLI::App& app, ModelOptions& options) {
  detail::add_path(
      app, "--machine", options.machine,
      "Machine: name of a machine that comes with KITT, or file from `kitt machine --write`")
      ->type_name("MACHINE|PATH")
      ->required();
  detail::add_path(app, "--network", options.network, "Use the network of this other machine")
      ->type_name("MACHINE|PATH");
  detail::add_number(app, "--cores", options.cores, Range<int>{1, 1 << 20},
                     "Number of cores of a node in use\nPeak and bandwidth of caches shrink in "
                     "proportion; bandwidth of memory stays.");
  detail::add_number(app, "--ranks-per-node", options.ranks_per_node, Range<int>{1, 4096},
                     "Ranks on each node [from the machine file]");
  app.add_flag("--messages", options.messages,
               "Predict messages between nodes by size and pairs, instead of kernels");
  app.add_flag("--applications", options.applications,
               "Predict `kitt transpose`, `kitt fft` and `kitt pic` by phase, instead of kernels");
  app.add_flag("--uncalibrated", options.uncalibrated,
               "Predict the roofline: kernels reach all of peak and bandwidth (an upper bound)");
}

void add_job(CLI::App& app, ModelOptions& options) {
  Choices<std::string> kernels;
  for (auto const& name : perf::hopping_kernels())
    kernels.emplace_back(name, name);
  detail::add_list(
      app, "--kernels", options.kernels,
      [kernels](std::string const& option, std::string const& text) {
        return detail::parse_choice(option, text, kernels);
      },
      "Kernels to predict [all]")
      ->type_name(detail::names_of(kernels, "|") + ",...");
  detail::add_list(app, "--L", options.l, Range<int>{2, 1024},
                   "Lattice extents L, with L^4 sites per node [8,12,16,24]");
  app.add_flag("--per-rank", options.per_rank,
               "Take L^4 as the volume of a rank instead of a node");
  detail::add_number(app, "--Ls", options.job.ls, Range<int>{1, 256},
                     "Extent of the fifth dimension");
  detail::add_choice(app, "--precision", options.job.precision, "Precision of all fields");
  detail::add_choice(
      app, "--flops-per-site", options.job.flops_per_site,
      Choices<perf::FlopCount>{{"1344", perf::FlopCount::grid}, {"1320", perf::FlopCount::usual}},
      "Flops counted per site of the hopping term");
}

void add_spread(CLI::App& app, ModelOptions& options) {
  auto const take_nodes = [&options](std::vector<std::string> const& texts) {
    options.nodes.clear();
    for (auto const& text : texts)
      for (auto const nodes : parse_nodes("--nodes", text))
        options.nodes.push_back(nodes);
  };
  detail::add_words(app, "--nodes", take_nodes,
                    "Numbers of nodes; A..B doubles from A to B [16 for tables without a number]")
      ->type_name("A,B...|A..B");
  detail::add_choice(
      app, "--scaling", options.strong, Choices<bool>{{"weak", false}, {"strong", true}},
      "weak: constant volume of a node; strong: constant volume of the job (--global)");
  detail::add_four(app, "--global", options.global, Range<int>{2, 1 << 16},
                   "Extents of the lattice of the whole job, for --scaling strong");
  detail::add_four(
      app, "--mpi", options.mpi, Range<int>{1, 1 << 20},
      "Process grid X.Y.Z.T [as `kitt itt` chooses it]\nBy default nodes are spread over all four "
      "directions. With --scaling strong the grid sends the fewest bytes between nodes.");
}

void add_files(CLI::App& app, ModelOptions& options) {
  detail::add_list(
      app, "--against", options.against,
      [](std::string const&, std::string const& text) { return text; },
      "Compare predictions cell by cell with these records or published:NAME")
      ->type_name("RESULTS,...");
  detail::add_path(
      app, "--calibrate", options.calibrate,
      "Calibrate the bandwidth fraction of each kernel with the largest L of these results")
      ->type_name("RESULTS");
  detail::add_path(app, "--write", options.write_path,
                   "Write the machine file with the calibrated fractions");
  detail::add_path(app, "--json", options.json_path, "Write all terms of all predictions as JSON");
  app.add_flag("--force", options.force, "Overwrite existing files");
}

} // namespace

namespace {

/// Declares the options that only some predictions use. All predictions use all other options.
void add_model_rules(CLI::App& app, ModelOptions const& options) {
  auto const predicts_kernels = [&options] { return options.predicts_kernels(); };
  auto const with_kernels = [&options] {
    return options.predicts_kernels() || !options.against.empty();
  };
  add_rules(app,
            {{.options = {"--kernels", "--L", "--per-rank", "--precision", "--flops-per-site",
                          "--scaling", "--global", "--mpi"},
              .where = "with --messages, --applications or --against",
              .why = "these options predict no kernels",
              .remedy = "leave one out",
              .have_effect = predicts_kernels},
             {.options = {"--Ls"},
              .where = "with --messages or --applications",
              .why = "these options predict no kernels",
              .remedy = "leave one out",
              .have_effect = with_kernels},
             {.options = {"--uncalibrated"},
              .where = "with --messages, --applications or --calibrate",
              .why = "the first two predict no kernels, and --calibrate sets all fractions",
              .remedy = "leave one out",
              .have_effect = [=, &options] { return with_kernels() && options.calibrate.empty(); }},
             {.options = {"--nodes"},
              .where = "with --messages",
              .why = "messages always go between two nodes",
              .remedy = "leave one out",
              .have_effect = [=, &options] { return with_kernels() || options.applications; }},
             {.options = {"--force"},
              .where = "without --write or --json",
              .why = "no file is written",
              .remedy = "",
              .have_effect = [&options] {
                return !options.write_path.empty() || !options.json_path.empty();
              }}});
}

} // namespace

RunTool add_model(CLI::App& app) {
  auto const options = std::make_shared<ModelOptions>();
  add_machine(app, *options);
  add_job(app, *options);
  add_spread(app, *options);
  add_files(app, *options);
  add_model_rules(app, *options);
  return [options] { return run_model(*options); };
}

} // namespace kitt::miniapp
