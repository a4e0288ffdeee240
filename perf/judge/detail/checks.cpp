// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/judge/detail/checks.hpp"

#include "perf/ceilings/ceilings.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/record/cell_kind.hpp"
#include "perf/results/work.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <optional>
#include <set>

namespace kitt::perf::detail {

namespace {

/// Collects the reasons why a rule is not passed. A reason that several runs share is kept once.
class Notes {
public:
  std::size_t run = 0; ///< number of the run that is checked, from 1; 0 means all runs together

  void fail(std::string const& text) { add(Verdict::failed, text); }
  void unknown(std::string const& fact) {
    leave_open(fmt::format("the record does not state {}: check this by hand", fact));
  }
  void leave_open(std::string const& text) { add(Verdict::unknown, text); }
  std::vector<Reason> const& reasons() const { return reasons_; }

private:
  void add(Verdict verdict, std::string const& text) {
    auto known = std::ranges::find(reasons_, text, &Reason::text);
    if (known == reasons_.end())
      known = reasons_.insert(known, {verdict, text, {}});
    if (run > 0)
      known->runs.push_back(run);
  }

  std::vector<Reason> reasons_;
};

std::string in_percent(double fraction) {
  return fraction < 10 ? fmt::format("{:.3g} %", 100 * fraction)
                       : fmt::format("{:.0f} %", 100 * fraction);
}

/// Returns a found value with its limit: "7.3 % (the limit is 5 %)".
std::string beyond(double found, double limit) {
  return fmt::format("{} (the limit is {})", in_percent(found), in_percent(limit));
}

using Check = void (*)(Evidence const&, Notes&);

/// Makes a check of all runs from a check of one run.
template <void (*check)(JudgedRun const&, RunRules const&, Notes&)>
void each_run(Evidence const& evidence, Notes& notes) {
  for (auto const& run : evidence.runs) {
    ++notes.run;
    check(run, evidence.rules, notes);
  }
}

/// Notes the first three wrong cells, and the number of further ones.
void fail_cells(std::vector<std::string> const& wrong, Notes& notes) {
  constexpr std::size_t most = 3;
  for (std::size_t i = 0; i < std::min(most, wrong.size()); ++i)
    notes.fail(wrong[i]);
  if (wrong.size() > most)
    notes.fail(fmt::format("and {}", counted(static_cast<int>(wrong.size() - most), "more cell")));
}

void check_complete(JudgedRun const& run, RunRules const& rules, Notes& notes) {
  if (!run.complete)
    notes.fail("the run did not finish: start it again with --resume, or repeat it");
  if (!run.figure)
    notes.fail(
        rules.figure == comparison_point
            ? fmt::format("the record has no comparison point (it needs DWF4 at L = {}): give "
                          "records of `kitt itt`",
                          fmt::join(rules_named(rules.named_rules).point_l, " and "))
            : fmt::format("the record has no figure {}: give a record with this figure",
                          rules.figure));
}

void check_verified(JudgedRun const& run, RunRules const& /*rules*/, Notes& notes) {
  constexpr std::array limits{std::pair{"verification_error", "verification_tolerance"},
                              std::pair{"verification_site_error", "verification_site_tolerance"},
                              std::pair{"trajectory_error", "trajectory_tolerance"},
                              std::pair{"true_residual", "true_residual_limit"}};
  std::vector<std::string> wrong;
  std::size_t measured = 0;
  for (auto const& cell : run.cells) {
    if (cell.status == CellStatus::failed)
      wrong.push_back(fmt::format("{}: {}", name_of(cell.key), cell.reason()));
    measured += cell.status == CellStatus::measured ? 1 : 0;
    if (cell.status == CellStatus::measured)
      for (auto const& [error, limit] : limits)
        if (cell.data->contains(error) && cell.data->contains(limit) &&
            !(from_data<double>(cell.data->at(error)) <= from_data<double>(cell.data->at(limit))))
          wrong.push_back(fmt::format("{}: {} is above {}", name_of(cell.key), error, limit));
  }
  fail_cells(wrong, notes);
  if (measured == 0)
    notes.fail("the run measured no cell: repeat it");
}

void check_named_rules(JudgedRun const& run, RunRules const& rules, Notes& notes) {
  if (run.named_rules != rules.named_rules)
    notes.fail(fmt::format("the run followed the rules {} instead of {}: repeat it, or set "
                           "named_rules in the file of --rules",
                           run.named_rules, rules.named_rules));
}

void check_required(JudgedRun const& run, RunRules const& rules, Notes& notes) {
  if (is_quick(run.header.provenance.command_line))
    notes.fail("the run was quick (it has too few samples): repeat it without --quick");
  for (auto const& [pointer, wanted] : rules.required) {
    Json::json_pointer const place(pointer);
    if (!run.head.contains(place))
      notes.unknown(pointer);
    else if (auto const& found = run.head.at(place);
             wanted != (found.is_string() ? found.get<std::string>() : text_of(found)))
      notes.fail(fmt::format("{} is {} instead of {}", pointer, text_of(found), wanted));
  }
}

void check_runs(Evidence const& evidence, Notes& notes) {
  auto const& [runs, others, rules, figure] = evidence;
  auto const count = static_cast<int>(runs.size());
  if (count != rules.runs && count != 2 * rules.runs)
    notes.fail(fmt::format("{}: give all {} records, or {} if the runs were repeated",
                           counted(count, "record"), rules.runs, 2 * rules.runs));
  std::set<std::pair<std::string, std::vector<std::string>>> known;
  for (auto const& run : runs) {
    ++notes.run;
    auto const& from = run.header.provenance;
    if (!known.insert({from.time, from.hostnames}).second)
      notes.fail("this run was given before (same start, same nodes): give each run once");
  }
}

void check_nodes(Evidence const& evidence, Notes& notes) {
  auto const sorted = [](std::vector<std::string> names) {
    std::ranges::sort(names);
    return names;
  };
  auto const& first = evidence.runs.front().header;
  for (auto const& run : evidence.runs) {
    ++notes.run;
    auto const& header = run.header;
    if (header.configuration.simulated)
      notes.fail("the machine was simulated (so the figure is a prediction): give runs on the real "
                 "machine");
    if (header.topology.cpu_model != first.topology.cpu_model)
      notes.fail(fmt::format("the CPU differs from run 1 ({}): give runs on the same nodes",
                             header.topology.cpu_model));
    else if (header.configuration.nodes != first.configuration.nodes)
      notes.fail(fmt::format("{} instead of {} as in run 1: judge each number of nodes separately",
                             counted(header.configuration.nodes, "node"),
                             first.configuration.nodes));
    else if (sorted(header.provenance.hostnames) != sorted(first.provenance.hostnames))
      notes.fail("the nodes differ from run 1: repeat the runs on the same nodes");
  }
}

void check_settings(Evidence const& evidence, Notes& notes) {
  constexpr std::array of_other_rules{
      "label", "commit", "CPU", "nodes", "simulated machine", "simulated computing"};
  auto const& first = evidence.runs.front().results.facts;
  for (auto const& run : evidence.runs) {
    ++notes.run;
    std::vector<std::string> differ;
    for (auto const& fact : run.results.facts) {
      auto const same = std::ranges::find(first, fact.what, &RunFact::what);
      if (std::ranges::find(of_other_rules, fact.what) == of_other_rules.end() &&
          (same == first.end() || same->value != fact.value))
        differ.push_back(fmt::format("{} is {}", fact.what, fact.value));
    }
    if (!differ.empty())
      notes.fail(fmt::format("settings differ from run 1 ({}): repeat the runs with equal settings",
                             fmt::join(differ, ", ")));
  }
}

/// Returns a commit without its ending "-dirty", which marks changed files.
std::string bare_commit(std::string const& commit) {
  return commit.substr(0, commit.find('-'));
}

void check_commit(Evidence const& evidence, Notes& notes) {
  auto const first = bare_commit(evidence.runs.front().header.provenance.git_commit);
  auto const& wanted = evidence.rules.commit;
  for (auto const& run : evidence.runs) {
    ++notes.run;
    auto const commit = bare_commit(run.header.provenance.git_commit);
    if (commit.empty() || commit == "unknown")
      notes.fail("the commit is unknown: build KITT in its git repository");
    else if (commit != first)
      notes.fail(fmt::format("commit {} instead of {} as in run 1: use one build", commit, first));
    else if (!commit.starts_with(wanted) && !wanted.starts_with(commit))
      notes.fail(fmt::format("commit {} instead of {}: build this commit", commit, wanted));
  }
}

void check_sources(JudgedRun const& run, RunRules const& /*rules*/, Notes& notes) {
  if (run.header.provenance.git_commit.ends_with("-dirty"))
    notes.fail(fmt::format("source files of KITT were changed ({}): build the unchanged commit",
                           run.header.provenance.git_commit));
}

void check_build(JudgedRun const& run, RunRules const& /*rules*/, Notes& notes) {
  auto const& built = run.header.provenance;
  auto const level = optimisation_level(built);
  if (!level)
    notes.unknown("the optimisation level of the build");
  else if (*level < 2)
    notes.fail(fmt::format("debug build (build type {}, compiler flags {}): build with the preset "
                           "release",
                           built.build_type, built.compiler_flags));
}

void check_simd(JudgedRun const& run, RunRules const& rules, Notes& notes) {
  auto const share = simd_share(run);
  auto const& cpu = run.header.topology;
  if (run.on_device())
    return;
  if (!share)
    notes.unknown("the flops per cycle of its SIMD");
  else if (*share < rules.least_simd)
    notes.fail(
        fmt::format("wrong instruction set (on a CPU with {1}, {0} allows {2} of the flops per "
                    "cycle): build with the preset release",
                    cpu.simd_compiled, cpu.simd_offered.back(), beyond(*share, rules.least_simd)));
}

void check_cores(JudgedRun const& run, RunRules const& rules, Notes& notes) {
  auto const used = node_threads(run).cores;
  auto const cores = run.header.topology.cores;
  if (run.on_device())
    return;
  if (used == 0 || cores == 0)
    notes.unknown("the cores in use");
  else if (used < rules.least_cores * cores)
    notes.fail(fmt::format("only {} of {} cores of a node are in use: start more ranks or threads",
                           used, cores));
}

void check_binding(JudgedRun const& run, RunRules const& /*rules*/, Notes& notes) {
  auto const node = node_threads(run);
  if (node.cpus == 0)
    notes.unknown("the hardware threads in use");
  else if (node.cpus < node.threads)
    notes.fail(fmt::format("{} of a node share {}: start fewer threads, or give the ranks "
                           "more cores",
                           counted(node.threads, "thread"), counted(node.cpus, "hardware thread")));
  if (auto const quota = run.header.topology.cpu_quota; quota > 0 && quota < node.threads)
    notes.fail(fmt::format("the system grants {} the time of {:.3g} CPUs: lift this limit",
                           counted(node.threads, "thread"), quota));
}

void check_pages(JudgedRun const& run, RunRules const& rules, Notes& notes) {
  auto const share = huge_page_share(run);
  auto const& asked = run.header.configuration.huge_pages;
  if (run.on_device() || asked == "none")
    return;
  if (!share)
    notes.unknown("the pages that the run obtained");
  else if (*share < rules.least_huge_pages)
    notes.fail(
        fmt::format("--hugepages {} obtained huge pages for only {} of the memory: set up huge "
                    "pages, or use --hugepages none",
                    asked, in_percent(*share)));
}

void check_memory(JudgedRun const& run, RunRules const& rules, Notes& notes) {
  if (run.on_device() || run.header.topology.numa_domains.size() < 2)
    return;
  auto const share = remote_share(run);
  if (!share)
    notes.unknown("the NUMA domains of its memory");
  else if (*share > rules.most_remote)
    notes.fail(fmt::format("the share of memory in NUMA domains with too few threads is {}: bind "
                           "ranks to domains, and leave --first-touch at own",
                           beyond(*share, rules.most_remote)));
}

void check_governor(JudgedRun const& run, RunRules const& rules, Notes& notes) {
  auto const& governor = run.header.topology.cpu_governor;
  if (governor == "unknown")
    notes.unknown("the frequency governor");
  else if (governor.find(',') != std::string::npos)
    notes.fail(fmt::format(
        "CPUs have different frequency governors ({}): set the same one on all CPUs", governor));
  else if (!rules.governors.empty() &&
           std::ranges::find(rules.governors, governor) == rules.governors.end())
    notes.fail(fmt::format("the frequency governor is {}: set {}", governor,
                           fmt::join(rules.governors, " or ")));
}

void check_clock(Evidence const& evidence, Notes& notes) {
  double lowest = std::numeric_limits<double>::infinity();
  double highest = 0;
  for (auto const& run : evidence.runs) {
    ++notes.run;
    auto const clock = run.ceilings ? run.ceilings->clock_ghz : 0;
    if (clock <= 0) {
      if (!run.on_device())
        notes.unknown("the measured clock");
      continue;
    }
    auto const slow = run.ceilings->lowest_clock_ghz > 0 ? run.ceilings->lowest_clock_ghz : clock;
    lowest = std::min(lowest, slow);
    highest = std::max(highest, clock);
  }
  notes.run = 0;
  if (highest > (1 + evidence.rules.most_clock_spread) * lowest)
    notes.fail(fmt::format("the measured clock varies from {:.2f} to {:.2f} GHz, by {}: fix the "
                           "clock, or repeat the runs on idle nodes",
                           lowest, highest,
                           beyond(highest / lowest - 1, evidence.rules.most_clock_spread)));
}

void check_noise(JudgedRun const& run, RunRules const& rules, Notes& notes) {
  std::vector<std::string> wide;
  if (run.judged.empty())
    notes.unknown("a measured cell of the figure");
  for (auto const& figure : run.judged)
    if (!figure.error)
      notes.unknown("the standard errors of its figures");
    else if (*figure.error > rules.most_error)
      wide.push_back(
          fmt::format("{}: +- is {}", cell_name(figure), beyond(*figure.error, rules.most_error)));
  fail_cells(wide, notes);
}

void check_ceilings(JudgedRun const& run, RunRules const& rules, Notes& notes) {
  std::vector<std::string> high;
  if (run.judged.empty())
    notes.unknown("a measured cell of the figure");
  for (auto const& figure : run.judged)
    if (figure.lowest_fraction.value_or(0) > rules.most_roof)
      high.push_back(fmt::format("{}: the fraction of its ceiling is {}", cell_name(figure),
                                 beyond(*figure.lowest_fraction, rules.most_roof)));
  fail_cells(high, notes);
  if (!run.ceilings)
    notes.unknown("the ceilings of its machine");
  else if (!ceiling_doubts_text(*run.ceilings).empty())
    notes.fail("a level of memory was measured as slower than the next larger level: repeat the "
               "run on idle nodes");
}

void check_steady(JudgedRun const& run, RunRules const& rules, Notes& notes) {
  auto const spread = run.ceilings ? widest_spread(run.ceilings->readings) : std::nullopt;
  if (!spread)
    notes.unknown("a second measurement of the ceilings");
  else if (spread->ratio() > 1 + rules.most_ceiling_spread)
    notes.fail(
        fmt::format("measurements of {} differ by {} (perhaps another job disturbed the run): "
                    "repeat the run on idle nodes",
                    spread->figure, beyond(spread->ratio() - 1, rules.most_ceiling_spread)));
}

void check_spread(Evidence const& evidence, Notes& notes) {
  auto const& [runs, others, rules, figure] = evidence;
  auto const count = static_cast<int>(runs.size());
  if (figure.spread && *figure.spread > rules.most_spread && count < 2 * rules.runs)
    notes.fail(fmt::format("runs differ by {}: repeat them once, and give all {} records",
                           beyond(*figure.spread, rules.most_spread), 2 * rules.runs));
}

/// Returns the ratio of KITT's figure to the figure of another program. KITT is faster if the ratio
/// is above 1. Empty if the two figures are of different work.
std::optional<double> ratio_to(Figure const& other, Figure const& own) {
  if (other.status != "measured" || !measure_alike(own, other) || own.l != other.l)
    return std::nullopt;
  auto const factor = conversion(differences(own, other));
  if (!factor)
    return std::nullopt;
  auto const statistic = common_statistic(own, other);
  auto const ratio = value_of(own, statistic) / (*factor * value_of(other, statistic));
  return benchmark_named(own.benchmark).less_is_better ? 1 / ratio : ratio;
}

/// Returns the name of each judged cell, and its ratio to the figure of another program. Empty if
/// the other program ran on another CPU or on another number of nodes.
std::vector<std::pair<std::string, double>> ratios_to(Results const& other, JudgedRun const& run) {
  std::vector<std::pair<std::string, double>> ratios;
  auto const& cpu = run.header.topology.cpu_model;
  bool const same_cpu = other.cpu_number.empty() ? other.cpu_model == cpu
                                                 : cpu.find(other.cpu_number) != std::string::npos;
  if (same_cpu && other.nodes == run.header.configuration.nodes)
    for (auto const& own : run.judged)
      for (auto const& theirs : cells_of(other, {}))
        if (auto const ratio = ratio_to(theirs, own))
          ratios.emplace_back(cell_name(own), *ratio);
  return ratios;
}

/// Returns a sentence about the cell with the lowest fraction of its ceiling, if this fraction is
/// below the floor. Notes that people must check the run if no fraction is known.
std::vector<std::string> below_ceilings(JudgedRun const& run, RunRules const& rules, Notes& notes) {
  Figure const* lowest = nullptr;
  for (auto const& one : run.judged)
    if (one.roofline_fraction &&
        (lowest == nullptr || *one.roofline_fraction < *lowest->roofline_fraction))
      lowest = &one;
  if (lowest == nullptr)
    notes.unknown("any fraction of a ceiling");
  else if (*lowest->roofline_fraction < rules.least_roof)
    return {fmt::format("{} reaches only {} of its ceiling", cell_name(*lowest),
                        beyond(*lowest->roofline_fraction, rules.least_roof))};
  return {};
}

void check_floor(Evidence const& evidence, Notes& notes) {
  auto const& [runs, others, rules, figure] = evidence;
  std::set<std::string> compared; // names of other results
  for (auto const& run : runs) {
    ++notes.run;
    auto low = below_ceilings(run, rules, notes);
    for (auto const& other : others)
      for (auto const& [cell, ratio] : ratios_to(other, run)) {
        compared.insert(other.name);
        if (ratio < rules.least_of_others)
          low.push_back(fmt::format("{} reaches only {} of {} on the same CPU", cell,
                                    beyond(ratio, rules.least_of_others), other.name));
      }
    if (!low.empty())
      notes.fail(fmt::format("{}; {}", fmt::join(low, ", "), causes_text(suspects_of(run))));
  }
  notes.run = 0;
  for (auto const& other : others)
    if (!compared.contains(other.name))
      notes.leave_open(
          fmt::format("{} is no floor (another CPU, number of nodes or work): leave it "
                      "out, or give a result of the same work on this CPU",
                      other.name));
}

/// One rule: its name, its sentence with the limit, and its check.
struct Rule {
  char const* name;
  std::string text;
  Check check;
};

std::vector<Rule> rules_of(RunRules const& rules) {
  auto const cells = rules.cells == JudgedCells::all ? "all cells" : "the cells of the figure";
  return {
      {"complete", "each run ended and has the figure", each_run<check_complete>},
      {"verified", "all results are correct", each_run<check_verified>},
      {"rules", fmt::format("the runs follow {}", rules.named_rules), each_run<check_named_rules>},
      {"conventions", "volume, precision, links and flops follow the rules",
       each_run<check_required>},
      {"runs",
       fmt::format("{}, or {} after a large spread", counted(rules.runs, "different run"),
                   2 * rules.runs),
       check_runs},
      {"nodes", "all runs used the same nodes of a real machine", check_nodes},
      {"settings", "all runs have the same build and settings", check_settings},
      {"commit",
       rules.commit.empty() ? std::string("all runs have the same known commit")
                            : fmt::format("all runs have commit {}", rules.commit),
       check_commit},
      {"sources", "no source file of KITT was changed", each_run<check_sources>},
      {"build", "the program is optimised", each_run<check_build>},
      {"simd",
       fmt::format("the program's SIMD allows at least {} of the CPU's flops per cycle",
                   in_percent(rules.least_simd)),
       each_run<check_simd>},
      {"cores",
       fmt::format("at least {} of the cores of a node are in use", in_percent(rules.least_cores)),
       each_run<check_cores>},
      {"binding", "each thread has its own hardware thread", each_run<check_binding>},
      {"pages",
       fmt::format("if a run asked for huge pages, it got them for {} of the memory or more",
                   in_percent(rules.least_huge_pages)),
       each_run<check_pages>},
      {"memory", fmt::format("at most {} of the memory is remote", in_percent(rules.most_remote)),
       each_run<check_memory>},
      {"governor",
       rules.governors.empty()
           ? std::string("all CPUs have one frequency governor")
           : fmt::format("the frequency governor is {}", fmt::join(rules.governors, " or ")),
       each_run<check_governor>},
      {"clock", fmt::format("the clock varies by at most {}", in_percent(rules.most_clock_spread)),
       check_clock},
      {"noise", fmt::format("+- of {} is at most {}", cells, in_percent(rules.most_error)),
       each_run<check_noise>},
      {"ceilings",
       fmt::format("{} reach at most {} of their ceilings", cells, in_percent(rules.most_roof)),
       each_run<check_ceilings>},
      {"steady",
       fmt::format("ceilings vary by at most {} within a run",
                   in_percent(rules.most_ceiling_spread)),
       each_run<check_steady>},
      {"spread", fmt::format("runs differ by at most {}", in_percent(rules.most_spread)),
       check_spread},
      {floor_rule,
       fmt::format("{} reach at least {} of their ceilings, and {} of the figures of others", cells,
                   in_percent(rules.least_roof), in_percent(rules.least_of_others)),
       check_floor}};
}

} // namespace

std::vector<JudgedRule> check_rules(Evidence const& evidence) {
  std::vector<JudgedRule> outcomes;
  for (auto const& rule : rules_of(evidence.rules)) {
    Notes notes;
    rule.check(evidence, notes);
    outcomes.push_back({rule.name, rule.text, notes.reasons()});
  }
  return outcomes;
}

} // namespace kitt::perf::detail
