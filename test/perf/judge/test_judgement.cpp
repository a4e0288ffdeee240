// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "core/base/error.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/judge/judgement.hpp"
#include "perf/judge/run_rules.hpp"
#include "test/perf/record/record_samples.hpp"

#include <functional>
#include <string>
#include <vector>

using namespace kitt::perf;
using namespace kitt::perf::test;
using Catch::Matchers::ContainsSubstring;

namespace {

using Edit = std::function<void(Json&)>;

/// Returns the header of an acceptance run with four threads on four cores.
RecordHeader acceptance_header() {
  auto result = header();
  result.provenance.git_commit = "0123456789ab";
  result.provenance.compiler = "GNU 12.2.0";
  result.provenance.compiler_flags = "-O3 -march=native";
  result.provenance.build_type = "Release";
  result.provenance.kokkos_backend = "OpenMP";
  auto& run = result.configuration;
  run.benchmark = "itt";
  run.threads_per_rank = 4;
  run.binding.thread_cpusets = {"0", "1", "2", "3"};
  run.binding.cores = 4;
  run.rank_bindings = {{.rank = 0,
                        .host = "host",
                        .thread_cpusets = run.binding.thread_cpusets,
                        .cores = 4,
                        .numa_domains = 1,
                        .warnings = {}}};
  run.huge_pages = "madvise";
  run.page_bytes = 4096;
  run.gauge = "hot";
  run.boundary = "periodic";
  run.volume_convention = "per node";
  auto& machine = result.topology;
  machine.cpu_model = "Model T 1908";
  machine.cores = 4;
  machine.cpu_governor = "performance";
  machine.clock_mhz = 2600;
  machine.simd_compiled = "AVX-512";
  machine.simd_offered = {"SSE2", "AVX", "AVX2", "FMA", "AVX-512"};
  machine.numa_domains = {{.os_index = 0, .memory_bytes = 1 << 30, .cores = 4, .cpuset = "0-3"}};
  return result;
}

Ceilings steady_ceilings() {
  Ceilings ceilings;
  ceilings.threads = 4;
  ceilings.single_lanes = ceilings.double_lanes = 8;
  ceilings.single_gflops_per_s = 400;
  ceilings.double_gflops_per_s = 200;
  ceilings.clock_ghz = 2.6;
  ceilings.lowest_clock_ghz = 2.6;
  ceilings.levels = {{.level = "memory",
                      .working_set_bytes = 1 << 28,
                      .read_gb_per_s = 50,
                      .copy_gb_per_s = 50,
                      .triad_gb_per_s = 50,
                      .update_gb_per_s = 50}};
  ceilings.readings = {reading_of(ceilings, "before the cells", 1),
                       reading_of(ceilings, "after the cells", 1)};
  return ceilings;
}

HoppingCell dwf4(int l) {
  auto cell = hopping(l);
  cell.precision = Precision::single_precision;
  cell.variant = "lexicographic";
  cell.links = kitt::LinkStorage::full;
  cell.flops_per_site = 1344;
  cell.mflops_per_node = cell.mflops_per_node_mean = 1000;
  cell.seconds.standard_error = 1e-3;
  cell.working_set_bytes = 0; // keeps the fraction of the ceiling as it is
  return cell;
}

/// Returns the document of a good run.
Json good_document() {
  Folder const folder;
  auto const path = folder / "run.json";
  {
    RunRecord record({.json = path, .csv = {}}, acceptance_header());
    record.set_ceilings(steady_ceilings());
    record.note_pages({.huge_page_bytes = 1 << 20,
                       .sizes = {{.page_bytes = 2 << 20, .bytes = 1 << 20}},
                       .domains = {{.domain = 0, .bytes = 1 << 20}}});
    record.add(dwf4(12));
    record.add(dwf4(16));
    record.finish();
  }
  return Json::parse(content(path));
}

/// Returns a run that starts in this minute and has this comparison point.
JudgedRun run_of(int minute, double mflops, Edit const& edit = {}, RunRules const& rules = {}) {
  static Json const good = good_document();
  auto document = good;
  document["provenance"]["time"] = "2026-01-01T00:" + std::to_string(10 + minute) + ":00Z";
  document["summary"]["comparison_point_mflops_per_node"] = mflops;
  if (edit)
    edit(document);
  auto const record = RunRecord::mirror(document.dump());
  return judged_run(results_of_record("run-" + std::to_string(minute) + ".json", record), record,
                    rules);
}

/// Returns runs with these comparison points, one after the other.
std::vector<JudgedRun> runs_of(std::vector<double> const& figures, Edit const& edit = {},
                               RunRules const& rules = {}) {
  std::vector<JudgedRun> runs;
  for (auto const figure : figures)
    runs.push_back(run_of(static_cast<int>(runs.size()), figure, edit, rules));
  return runs;
}

std::vector<double> const five{1000, 1010, 1005, 990, 995};

/// Returns the names of the rules with a verdict.
std::vector<std::string> rules_with(Judgement const& judgement, Verdict verdict) {
  std::vector<std::string> names;
  for (auto const& outcome : judgement.outcomes)
    if (outcome.verdict() == verdict)
      names.push_back(outcome.rule);
  return names;
}

using Names = std::vector<std::string>;

Names failed_by(Edit const& edit) {
  return rules_with(judge(runs_of(five, edit), {}, {}), Verdict::failed);
}

Reason reason_of(Judgement const& judgement, std::string const& rule) {
  for (auto const& outcome : judgement.outcomes)
    if (outcome.rule == rule && !outcome.reasons.empty())
      return outcome.reasons.front();
  throw std::runtime_error("no reason of " + rule);
}

Edit set(char const* pointer, Json const& value) {
  return [=](Json& document) { document[Json::json_pointer(pointer)] = value; };
}

Edit set_in_cells(char const* pointer, Json const& value) {
  return [=](Json& document) {
    for (auto& cell : document["cells"])
      cell[Json::json_pointer(pointer)] = value;
  };
}

/// Puts all threads on one hardware thread, as `taskset -c 0` does.
void on_one_core(Json& document) {
  auto& run = document["configuration"];
  for (auto* const binding : {&run["binding"], &run["rank_bindings"][0]}) {
    (*binding)["thread_cpusets"] = {"0", "0", "0", "0"};
    (*binding)["cores"] = 1;
  }
}

/// Returns a level of memory with this bandwidth.
Json level(char const* name, double gb_per_s) {
  return {{"level", name},
          {"working_set_bytes", 1 << 20},
          {"capacity_bytes", nullptr},
          {"read_gb_per_s", gb_per_s},
          {"copy_gb_per_s", gb_per_s},
          {"triad_gb_per_s", gb_per_s},
          {"update_gb_per_s", gb_per_s}};
}

Edit const below_floor = set_in_cells("/roofline_fraction", 0.01);

/// Returns the most likely cause of a run below the floor.
std::string likely_cause(Edit const& edit) {
  auto const judgement = judge(runs_of(five,
                                       [&](Json& document) {
                                         below_floor(document);
                                         edit(document);
                                       }),
                               {}, {});
  auto const& suspects = judgement.runs.front().suspects;
  CHECK_THAT(reason_of(judgement, "floor").text,
             ContainsSubstring("reaches only 1 % (the limit is 5 %) of its ceiling"));
  CHECK(judgement.runs.back().suspects.size() == suspects.size());
  return suspects.empty() ? "none" : suspects.front().cause;
}

std::string refusal(std::string const& text) {
  try {
    rules_from_text(text, "rules.json");
  } catch (kitt::UserError const& error) {
    return error.what();
  }
  return "accepted";
}

} // namespace

TEST_CASE("five good runs pass all rules, and their median counts") {
  auto const judgement = judge(runs_of(five), {}, {});
  CHECK(rules_with(judgement, Verdict::failed) == Names{});
  CHECK(rules_with(judgement, Verdict::unknown) == Names{});
  CHECK(judgement.passed());
  CHECK(judgement.figure.value == 1000);
  CHECK(judgement.figure.how == "median of 5 runs");
  CHECK(*judgement.figure.spread == Approx(0.02));
  CHECK(judgement.runs.front().suspects.empty());
  CHECK_THAT(judgement_text(judgement), ContainsSubstring("Verdict: pass\n"));
}

TEST_CASE("each planted fault fails its own rule") {
  CHECK(failed_by(set("/summary/complete", false)) == Names{"complete"});
  CHECK(failed_by(set("/summary/comparison_point_mflops_per_node", nullptr)) == Names{"complete"});
  CHECK(failed_by(set_in_cells("/verification_error", 1)) == Names{"verified"});
  Json const other_rules{{"name", "itt-2020"}, {"point_l", {24, 32}}, {"robustness_l", 32}};
  CHECK(failed_by(set("/configuration/rules", other_rules)) == Names{"rules"});
  CHECK(failed_by(set("/configuration/ls", 8)) == Names{"conventions"});
  CHECK(failed_by(set("/configuration/comms/precision", "half")) == Names{"conventions"});
  CHECK(failed_by(set("/provenance/command_line", {"kitt", "itt", "--quick"})) ==
        Names{"conventions"});
  CHECK(failed_by(set("/provenance/git_commit", "unknown")) == Names{"commit"});
  CHECK(failed_by(set("/provenance/git_commit", "0123456789ab-dirty")) == Names{"sources"});
  CHECK(failed_by(set("/provenance/compiler_flags", "-O0 -g")) == Names{"build"});
  CHECK(failed_by(set("/provenance/compiler_flags", "-g")) == Names{"build"});
  CHECK(failed_by(set("/topology/simd_compiled", "SSE2")) == Names{"simd"});
  CHECK(failed_by(set("/topology/simd_compiled", "AVX2")) == Names{});
  CHECK(failed_by(set("/topology/cores", 8)) == Names{"cores"});
  CHECK(failed_by(set("/topology/cpu_quota", 1.5)) == Names{"binding"});
  CHECK(failed_by(on_one_core) == Names{"cores", "binding"});
  CHECK(failed_by(set("/configuration/pages/sizes_obtained/0/page_bytes", 4096)) == Names{"pages"});
  CHECK(failed_by(set("/topology/cpu_governor", "performance, powersave")) == Names{"governor"});
  CHECK(failed_by(set("/ceilings/lowest_clock_ghz", 1.3)) == Names{"clock"});
  CHECK(failed_by(set_in_cells("/seconds/standard_error", 0.02)) == Names{"noise"});
  CHECK(failed_by(set_in_cells("/roofline_fraction", 1.2)) == Names{"ceilings"});
  CHECK(failed_by(set("/ceilings/readings/1/levels/0/gb_per_s", 20)) == Names{"steady"});
  CHECK(failed_by(below_floor) == Names{"floor"});
  CHECK(failed_by(set("/configuration/simulated",
                      {{"platform", "dragonfly"}, {"computing", "none"}})) == Names{"nodes"});
}

TEST_CASE("memory in a domain without threads is remote") {
  auto const domains =
      set("/topology/numa_domains",
          {{{"os_index", 0}, {"memory_bytes", 1}, {"cores", 4}, {"cpuset", "0-3"}},
           {{"os_index", 1}, {"memory_bytes", 1}, {"cores", 4}, {"cpuset", "4-7"}}});
  CHECK(failed_by(domains) == Names{});
  CHECK(failed_by([&](Json& document) {
          domains(document);
          document["configuration"]["pages"]["domains_obtained"][0]["domain"] = 1;
        }) == Names{"memory"});
}

TEST_CASE("runs that do not belong together fail, and the run is named") {
  auto const with_last = [](Edit const& edit) {
    auto runs = runs_of({1000, 1010, 1005, 990});
    runs.push_back(run_of(4, 995, edit));
    return judge(std::move(runs), {}, {});
  };
  for (auto const& [rule, edit] : {std::pair{"nodes", set("/provenance/hostnames", {"other"})},
                                   std::pair{"nodes", set("/topology/cpu_model", "Model A")},
                                   std::pair{"settings", set("/configuration/tune", "full")},
                                   std::pair{"commit", set("/provenance/git_commit", "fedc")}}) {
    auto const judgement = with_last(edit);
    CHECK(rules_with(judgement, Verdict::failed) == Names{rule});
    CHECK(reason_of(judgement, rule).runs == std::vector<std::size_t>{5});
  }
}

TEST_CASE("a run given twice, or too few runs, fail") {
  auto twice = runs_of({1000, 1010, 1005, 990});
  twice.push_back(run_of(3, 990));
  CHECK(rules_with(judge(twice, {}, {}), Verdict::failed) == Names{"runs"});
  CHECK(rules_with(judge(runs_of({1000, 1010, 1005, 990}), {}, {}), Verdict::failed) ==
        Names{"runs"});
}

TEST_CASE("runs are repeated once if their spread is too large") {
  std::vector<double> const wide{1000, 1100, 1005, 990, 995};
  auto const once = judge(runs_of(wide), {}, {});
  CHECK(rules_with(once, Verdict::failed) == Names{"spread"});
  CHECK_THAT(reason_of(once, "spread").text, ContainsSubstring("11 %"));

  auto ten = wide;
  ten.insert(ten.end(), {1001, 1011, 1006, 991, 996});
  auto const repeated = judge(runs_of(ten), {}, {});
  CHECK(repeated.passed());
  CHECK(repeated.figure.value == 1001);
  CHECK(repeated.figure.how == "median of the second 5 runs");

  ten.back() = 800;
  auto const wide_twice = judge(runs_of(ten), {}, {});
  CHECK(wide_twice.passed());
  CHECK(wide_twice.figure.value == 800);
  CHECK_THAT(wide_twice.figure.how, ContainsSubstring("worst of all 10 runs"));
}

TEST_CASE("the most likely cause of a figure below the floor comes from the record") {
  CHECK(likely_cause([](Json&) {}) == "none");
  CHECK(likely_cause(set("/provenance/compiler_flags", "-O0 -g")) == "debug build");
  CHECK(likely_cause(on_one_core) == "threads on one core");
  CHECK(likely_cause(set("/topology/cores", 64)) == "idle cores");
  CHECK(likely_cause(set("/topology/simd_compiled", "SSE2")) == "wrong instruction set");
  CHECK(likely_cause(set("/ceilings/readings/1/levels/0/gb_per_s", 20)) ==
        "another job on the node");
  CHECK(likely_cause(set_in_cells("/seconds/standard_error", 0.05)) == "another job on the node");
  CHECK(likely_cause(set("/ceilings/levels", {level("L1", 20), level("memory", 50)})) ==
        "another job on the node");
  CHECK(likely_cause(set("/topology/clock_mhz", 5200)) == "frequency");
  CHECK(likely_cause(set("/ceilings/lowest_clock_ghz", 2.0)) == "frequency");
  CHECK(likely_cause(set("/configuration/pages/domains_obtained/0/domain", 1)) == "remote memory");
  CHECK(likely_cause(set("/configuration/pages/sizes_obtained/0/page_bytes", 4096)) ==
        "4 KiB pages");
}

TEST_CASE("the result of another program on the same CPU is a floor") {
  auto figure = runs_of({1000}).front().of_figure.back();
  figure.mean = 2000;
  figure.median.reset();
  Results other{.name = "published:model-t",
                .title = "Model T",
                .source = "others",
                .cpu_model = "Model T 1908",
                .cpu_number = "1908",
                .published = true,
                .nodes = 1,
                .ranks_per_node = {},
                .cores_per_node = {},
                .robustness = {},
                .figures = {figure},
                .profile = {}};
  auto const judgement = judge(runs_of(five), {other}, {});
  CHECK(rules_with(judgement, Verdict::failed) == Names{"floor"});
  CHECK_THAT(
      reason_of(judgement, "floor").text,
      ContainsSubstring("DWF4 L = 16 reaches only 50 % (the limit is 70 %) of published:model-t"));
  other.cpu_number = "7601";
  auto const of_other_cpu = judge(runs_of(five), {other}, {});
  CHECK(of_other_cpu.passed());
  CHECK(rules_with(of_other_cpu, Verdict::unknown) == Names{"floor"});
  CHECK_THAT(reason_of(of_other_cpu, "floor").text,
             ContainsSubstring("published:model-t is no floor"));
  other.cpu_number = "1908";
  other.figures.front().ls = 8; // other work
  CHECK(judge(runs_of(five), {other}, {}).passed());
}

TEST_CASE("a fact that a record does not state is unknown, and does not fail") {
  auto const judgement = judge(runs_of(five,
                                       [](Json& document) {
                                         document["topology"]["cpu_governor"] = nullptr;
                                         document["ceilings"].erase("readings");
                                       }),
                               {}, {});
  CHECK(judgement.passed());
  CHECK(rules_with(judgement, Verdict::unknown) == Names{"governor", "steady"});
}

TEST_CASE("another figure, and the cells of all figures, can be judged") {
  RunRules rules;
  rules.figure = "DWF4 L = 12";
  auto const judgement = judge(runs_of(five, {}, rules), {}, rules);
  CHECK(judgement.passed());
  CHECK(judgement.figure.value == Approx(1000));
  auto const slow_16 = [](Json& document) {
    document["cells"].back()["roofline_fraction"] = 0.01; // L = 16
  };
  CHECK(judge(runs_of(five, slow_16, rules), {}, rules).passed());
  rules.cells = JudgedCells::all;
  CHECK(rules_with(judge(runs_of(five, slow_16, rules), {}, rules), Verdict::failed) ==
        Names{"floor"});
}

TEST_CASE("a file of rules changes limits and nothing else") {
  CHECK(to_text(rules_from_text(to_text(RunRules()), "rules.json")) == to_text(RunRules()));
  auto const rules = rules_from_text(
      R"({"rules_schema_version": 2, "runs": 3, "required": {"/configuration/ls": "8"}})",
      "rules.json");
  CHECK(rules.runs == 3);
  CHECK(rules.most_spread == RunRules().most_spread);
  CHECK(rules.required.at("/configuration/ls") == "8");
  CHECK(rules.required.size() == RunRules().required.size());

  CHECK_THAT(refusal("{"), ContainsSubstring("rules.json: cannot be used as rules"));
  CHECK_THAT(refusal("{}"), ContainsSubstring("rules_schema_version"));
  CHECK_THAT(refusal(R"({"rules_schema_version": 3})"), ContainsSubstring("schema version is 3"));
  CHECK_THAT(refusal(R"({"rules_schema_version": 2, "run": 3})"),
             ContainsSubstring("unknown rule \"run\""));
  CHECK_THAT(refusal(R"({"rules_schema_version": 2, "runs": 0})"), ContainsSubstring("runs is 0"));
  CHECK_THAT(refusal(R"({"rules_schema_version": 2, "largest_spread": "5 %"})"),
             ContainsSubstring("largest_spread"));
  CHECK_THAT(refusal(R"({"rules_schema_version": 2, "named_rules": "itt-1999"})"),
             ContainsSubstring("itt-1999"));
  CHECK_THAT(refusal(R"({"rules_schema_version": 2, "required": {"ls": "8"}})"),
             ContainsSubstring("ls"));
}
