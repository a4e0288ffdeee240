// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/output_file.hpp"
#include "miniapp/run/option_values.hpp"
#include "miniapp/tools/tools.hpp"
#include "perf/compare/comparison.hpp"
#include "perf/compare/label_comparison.hpp"
#include "perf/compare/portability.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/results/other_programs.hpp"

#include <memory>

namespace kitt::miniapp {

namespace {

struct CompareOptions {
  std::vector<std::string> names;
  perf::ComparisonOptions comparison;
  bool portability = false;
  bool by_label = false;
  std::string json_path;
  std::string csv_path;
  std::string divergence_path;
  bool force = false;
};

/// Parses a tolerance: "0.9" for all rows, or "halo=0.8" for rows with this name.
std::pair<std::string, double> parse_tolerance(std::string const& option, std::string const& text) {
  auto const equals = text.rfind('=');
  auto const kernel = equals == std::string::npos ? std::string() : text.substr(0, equals);
  KITT_VALIDATE(
      equals != 0,
      fmt::format("bad value \"{}\" for {} (there is no kernel before =): give 0.9 or DWF4=0.9",
                  text, option));
  auto const number = equals == std::string::npos ? text : text.substr(equals + 1);
  auto const lowest = detail::Range<double>{1e-6, 1e6}(option, number);
  KITT_VALIDATE(
      lowest <= 2,
      fmt::format(
          "bad value \"{}\" for {} (it must be a ratio; write 95 % as 0.95): give a number up to 2",
          text, option));
  return {kernel, lowest};
}

/// Joins parts of a list that belong to one name with a comma: "matmul 600, all local: local=0.9".
std::vector<std::string> whole_names(std::vector<std::string> const& parts) {
  std::vector<std::string> whole;
  std::string begun;
  for (auto const& part : parts) {
    auto const text = begun.empty() ? part : begun + ", " + CLI::detail::trim_copy(part);
    bool const is_name = text.find('=') == std::string::npos && !text.empty() &&
                         std::isalpha(static_cast<unsigned char>(text.front())) != 0;
    begun = is_name ? text : "";
    if (!is_name)
      whole.push_back(text);
  }
  if (!begun.empty())
    whole.push_back(begun);
  return whole;
}

void add_tolerances(CLI::App& app, perf::Tolerances& tolerances) {
  auto const take = [&tolerances](std::vector<std::string> const& texts) {
    for (auto const& text : whole_names(texts)) {
      auto const [kernel, lowest] = parse_tolerance("--fail-below", text);
      KITT_VALIDATE(
          kernel.empty() ? !tolerances.any : tolerances.of_kernel.count(kernel) == 0,
          fmt::format(
              "--fail-below for {} comes twice (one of the values would be lost): give it once",
              kernel.empty() ? "all rows" : kernel));
      if (kernel.empty())
        tolerances.any = lowest;
      else
        tolerances.of_kernel[kernel] = lowest;
    }
  };
  detail::add_words(app, "--fail-below", take,
                    "Lowest ratio per node that passes, for all rows or for rows with a name")
      ->type_name("0.9,Memory=0.8,DWF4=0.95...");
}

void check(CompareOptions const& options) {
  std::vector<NamedFile> inputs;
  for (auto const& name : options.names)
    inputs.push_back({"RESULTS", perf::results_file(name)});
  if (!options.divergence_path.empty())
    inputs.push_back({"--divergence", options.divergence_path});
  check_outputs({{"--json", options.json_path}, {"--csv", options.csv_path}}, inputs,
                overwrite_if(options.force));
  auto const& comparison = options.comparison;
  KITT_VALIDATE(!options.portability || (!comparison.fail_below.given() && !comparison.convert &&
                                         !comparison.filter.all_variants),
                "--portability cannot be used with --fail-below, --convert or --all-variants (it "
                "prints efficiencies of all variants, not ratios): leave one out");
  KITT_VALIDATE(options.portability ||
                    (options.csv_path.empty() && options.divergence_path.empty()),
                "--csv and --divergence need --portability (they are about platforms): add it, or "
                "drop both");
  KITT_VALIDATE(!options.by_label || (!options.portability && !comparison.fail_below.given()),
                "--by-label cannot be used with --portability or --fail-below (it prints means of "
                "many runs): leave one out");
}

int report(CompareOptions const& options, std::string const& text,
           nlohmann::ordered_json const& document, int status) {
  fmt::print("{}", text);
  std::fflush(stdout);
  if (!options.json_path.empty())
    write_output(options.json_path,
                 document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
                     '\n',
                 overwrite_if(options.force));
  return status;
}

int run_compare(CompareOptions const& options) {
  check(options);
  std::vector<perf::Results> operands;
  for (auto const& name : options.names)
    operands.push_back(perf::read_results(name));
  auto const warnings = perf::warnings_of(operands);
  if (options.portability) {
    auto const portability =
        perf::portability(operands, options.comparison.filter,
                          options.divergence_path.empty()
                              ? std::nullopt
                              : std::optional(perf::read_divergence(options.divergence_path)));
    if (!options.csv_path.empty())
      write_output(options.csv_path, perf::portability_csv(portability),
                   overwrite_if(options.force));
    return report(options, perf::portability_text(portability) + warnings,
                  perf::to_data(portability), 0);
  }
  if (options.by_label) {
    auto const labels = perf::compare_labels(operands, options.comparison);
    return report(options, perf::label_comparison_text(labels), perf::to_data(labels), 0);
  }
  auto const comparison = perf::compare(operands, options.comparison);
  return report(options, perf::comparison_text(comparison) + warnings, perf::to_data(comparison),
                comparison.status());
}

} // namespace

RunTool add_compare(CLI::App& app) {
  auto const options = std::make_shared<CompareOptions>();
  auto& comparison = options->comparison;
  app.footer(
      "Names (--fail-below, --kernels) are a heading of the tables (Hopping, Memory), a kernel "
      "(DWF4, halo, CG Wilson),\nor a row as in the tables (halo xyzt, DWF4 L = 16). If several "
      "names fit a row, the closest name counts. A ratio above 1 is better than the "
      "first\noperand, also for times.\n\nExit "
      "status: 0 the table shows all that can be compared (cells with other work are listed below "
      "it).\n1 a cell is below --fail-below, missing or wrong.\n2 nothing can be compared, a cell "
      "with a tolerance is not the same work, or the command line or a file must be corrected.");
  app.add_option(
         "RESULTS", options->names,
         "Records, published:NAME (see `kitt list`) or grid:FILE; ratios are to the first one\n"
         "Output of other programs is " +
             perf::other_program_names() +
             " (for grid: Benchmark_ITT, Benchmark_usqcd or grid-benchmark; for osu: osu_latency, "
             "osu_bw or osu_bibw). Facts that a file lacks can follow it: "
             "grid:FILE@nodes=2,cpu=8170.")
      ->required();
  add_tolerances(app, comparison.fail_below);
  detail::add_list(
      app, "--kernels", comparison.filter.kernels,
      [](std::string const&, std::string const& text) { return text; },
      "Names of the rows to compare [all]");
  detail::add_list(app, "--L", comparison.filter.l, detail::Range<int>{1, 4096},
                   "Sizes to compare [all]");
  app.add_flag("--all-variants", comparison.filter.all_variants,
               "Compare each variant with the same variant, instead of best with best");
  app.add_flag(
      "--convert", comparison.convert,
      "Also compare figures of other conventions, converted where possible\nFlops per site are "
      "scaled. L per rank is taken as L per node if the numbers of sites of a node are equal.");
  app.add_flag(
      "--portability", options->portability,
      "Print performance portability over the platforms of the records, instead of "
      "ratios\nThis is the metric of Pennycook, Sewall and Lee, for each kernel. Published "
      "tables and grid:FILE@cpu=NAME may give the best known figures of a CPU.");
  detail::add_path(app, "--csv", options->csv_path,
                   "Also write the portability as CSV, with the columns of P3HPC's analysis "
                   "library");
  detail::add_path(app, "--divergence", options->divergence_path,
                   "Code divergence of the builds, a file of perf/tools/code_divergence");
  app.add_flag("--by-label", options->by_label,
               "Compare runs with different --label, for each number of nodes and kernel\nThe "
               "label of the first run is the reference.");
  detail::add_path(app, "--json", options->json_path, "Also write the comparison as JSON");
  app.add_flag("--force", options->force, "Overwrite an existing file");
  return [options] { return run_compare(*options); };
}

} // namespace kitt::miniapp
