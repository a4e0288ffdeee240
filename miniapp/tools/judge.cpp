// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "core/base/input_file.hpp"
#include "core/base/output_file.hpp"
#include "core/base/temporary_folder.hpp"
#include "miniapp/run/option_values.hpp"
#include "miniapp/tools/tools.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/judge/judgement.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

namespace kitt::miniapp {

namespace {

struct JudgeOptions {
  std::vector<std::string> names;
  std::string rules;
  bool print_rules = false;
  std::string json_path;
  std::string page;
  bool force = false;
};

std::string to_text(perf::Judgement const& judgement) {
  return perf::to_data(judgement).dump(2, ' ', false,
                                       nlohmann::ordered_json::error_handler_t::replace) +
         '\n';
}

/// Writes the page: `kitt report` of the judgement and the judged records. Returns the status of
/// write_report().
int write_page(JudgeOptions const& options, perf::Judgement const& judgement) {
  TemporaryFolder const folder("judge");
  auto const document = folder / "judgement.json";
  write_output(document, to_text(judgement), Overwrite::yes);
  ReportOptions report{.files = {document.string()}, .page = options.page, .force = options.force};
  for (auto const& run : judgement.runs)
    report.files.push_back(run.file);
  return write_report(report);
}

void check(JudgeOptions const& options) {
  std::vector<NamedFile> inputs;
  for (auto const& name : options.names)
    inputs.push_back({"RECORDS", perf::results_file(name)});
  if (!options.rules.empty())
    inputs.push_back({"--rules", options.rules});
  check_outputs({{"--json", options.json_path}, {"--html", options.page}}, inputs,
                overwrite_if(options.force));
}

int run_judge(JudgeOptions const& options) {
  auto const rules = options.rules.empty()
                         ? perf::RunRules()
                         : perf::rules_from_text(read_input(options.rules), options.rules);
  if (options.print_rules) {
    KITT_VALIDATE(options.names.empty(), "--print-rules together with RECORDS (no run is judged): "
                                         "leave one out");
    fmt::print("{}", perf::to_text(rules));
    return 0;
  }
  KITT_VALIDATE(!options.names.empty(), "no RECORDS (there is nothing to judge): give the records "
                                        "of all runs");
  check(options);
  std::vector<perf::JudgedRun> runs;
  std::vector<perf::Results> others;
  for (auto const& name : options.names)
    if (auto results = perf::read_results(name); results.facts.empty()) // not a run of KITT
      others.push_back(std::move(results));
    else
      runs.push_back(perf::judged_run(std::move(results),
                                      perf::RunRecord::read(perf::results_file(name)), rules));
  KITT_VALIDATE(!runs.empty(), "no record of KITT is given (results of other programs are not "
                               "judged): give the records of all runs");
  auto const judgement = perf::judge(std::move(runs), others, rules);
  fmt::print("{}", perf::judgement_text(judgement));
  std::fflush(stdout);
  if (!options.json_path.empty())
    write_output(options.json_path, to_text(judgement), overwrite_if(options.force));
  if (!options.page.empty())
    if (auto const status = write_page(options, judgement); status != 0)
      return status;
  return judgement.passed() ? 0 : 1;
}

} // namespace

RunTool add_judge(CLI::App& app) {
  auto const options = std::make_shared<JudgeOptions>();
  app.footer("The page docs/guide/procurement.md explains the run rules. `pass ?` means that a "
             "record does not state\na fact, so people must check it.\n\nExit status: 0 no rule "
             "failed. 1 a rule failed. 2 the command line or a file must be corrected.");
  app.add_option(
      "RECORDS", options->names,
      "Records of all runs, and results of other programs (published:NAME, grid:FILE)\nThe "
      "figures must reach a part of the results of other programs on the same CPU.");
  detail::add_path(app, "--rules", options->rules,
                   "Take limits from this file; `kitt schema rules` describes it\n"
                   "The default is to judge by itt-2017. The file may hold only the limits that "
                   "differ from the defaults.");
  app.add_flag("--print-rules", options->print_rules,
               "Print the rules in the format of --rules, and end");
  detail::add_path(app, "--json", options->json_path, "Also write the judgement as JSON");
  detail::add_path(
      app, "--html", options->page,
      "Also write an HTML page\n`kitt report` makes the page from the records, the judgement "
      "and the SHA-256 checksums of the records.");
  app.add_flag("--force", options->force, "Overwrite existing files");
  return [options] { return run_judge(*options); };
}

} // namespace kitt::miniapp
