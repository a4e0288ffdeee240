// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/judge/judged_run.hpp"

#include "perf/json/fields_json.hpp"
#include "perf/record/cell_kind.hpp"
#include "perf/record/kokkos_backend.hpp"
#include "perf/results/work.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <map>
#include <set>
#include <sstream>

namespace kitt::perf {

namespace {

/// Facts that no other struct reads from a record.
struct OtherFacts {
  bool complete = false;
  std::vector<BytesOnPages> pages;
  std::vector<BytesInDomain> domains;
  std::optional<double> comparison_point;
};
constexpr auto fields_of(OtherFacts const*) {
  return kitt::fields(
      field("summary/complete", &OtherFacts::complete).or_absent(),
      field("configuration/pages/sizes_obtained", &OtherFacts::pages).or_absent(),
      field("configuration/pages/domains_obtained", &OtherFacts::domains).or_absent(),
      field("summary/comparison_point_mflops_per_node", &OtherFacts::comparison_point).or_absent());
}

std::vector<Figure> measured(std::vector<Figure> figures) {
  std::erase_if(figures, [](Figure const& one) { return one.status != "measured"; });
  return figures;
}

/// Reads the figure that counts, and its cells.
void read_figure(JudgedRun& run, RunRules const& rules, std::optional<double> point) {
  if (rules.figure == comparison_point) {
    auto const& sizes = rules_named(rules.named_rules).point_l;
    run.of_figure = measured(
        cells_of(run.results, {.kernels = {comparison_kernel}, .l = {sizes.begin(), sizes.end()}}));
    if (run.of_figure.size() == sizes.size())
      run.figure = point;
    run.unit = "Mflop/s per node";
    return;
  }
  // Take the shortest name that fits, because "DWF4 L = 1" also begins "DWF4 L = 16".
  for (auto const& figure : measured(cells_of(run.results, {.kernels = {rules.figure}})))
    if (run.of_figure.empty() || cell_name(figure).size() < cell_name(run.of_figure.front()).size())
      run.of_figure = {figure};
  for (auto const& figure : run.of_figure) {
    auto const& benchmark = benchmark_named(figure.benchmark);
    run.figure = value_of(figure);
    run.unit = benchmark.figures;
    run.less_is_better = benchmark.less_is_better;
  }
}

/// Returns the numbers in a list such as "0-7,64-71". Empty if the text is no such list.
std::set<int> numbers_in(std::string const& list) {
  std::set<int> numbers;
  std::istringstream parts(list);
  for (std::string part; std::getline(parts, part, ',');) {
    int first = 0;
    int last = 0;
    auto const* const end = part.data() + part.size();
    auto const [stop, failed] = std::from_chars(part.data(), end, first);
    last = first;
    if (failed != std::errc() ||
        (stop != end && (*stop != '-' || std::from_chars(stop + 1, end, last).ptr != end)))
      return {};
    for (int number = first; number <= last; ++number)
      numbers.insert(number);
  }
  return numbers;
}

/// Returns the bindings of the ranks of the first node. If a record has no list of ranks, returns
/// the binding of rank 0.
std::vector<RankBinding> first_node(Configuration const& run) {
  auto ranks = run.rank_bindings;
  if (ranks.empty())
    ranks.push_back({.rank = 0,
                     .host = {},
                     .thread_cpusets = run.binding.thread_cpusets,
                     .cores = run.binding.cores,
                     .numa_domains = run.binding.numa_domains,
                     .warnings = {}});
  std::erase_if(ranks, [host = ranks.front().host](auto const& one) { return one.host != host; });
  return ranks;
}

/// Returns the relative flops per cycle of an instruction set: its width, times two if it has
/// multiply-add. Returns 0 for an unknown set.
double flops_per_cycle(std::string const& simd) {
  static std::map<std::string, double> const known{
      {"SSE2", 4}, {"AVX", 8}, {"AVX2", 16}, {"AVX-512", 32}};
  auto const found = known.find(simd);
  return found == known.end() ? 0 : found->second;
}

} // namespace

bool JudgedRun::on_device() const {
  return is_on_gpu(header.provenance.kokkos_backend);
}

JudgedRun judged_run(Results results, RunRecord const& record, RunRules const& rules) {
  auto const name = results.name;
  try {
    auto const& head = record.head();
    auto const facts = from_data<OtherFacts>(head);
    JudgedRun run{.name = name,
                  .head = head,
                  .header = {from_data<Provenance>(head.at("provenance"), "provenance"),
                             from_data<Configuration>(head.at("configuration"), "configuration"),
                             from_data<comms::Topology>(head.at("topology"), "topology")},
                  .complete = facts.complete,
                  .named_rules = rules_of(head).name,
                  .ceilings = record.ceilings(),
                  .pages = facts.pages,
                  .domains = facts.domains,
                  .cells = record.cells(),
                  .results = std::move(results),
                  .of_figure = {},
                  .judged = {},
                  .figure = {},
                  .unit = {}};
    read_figure(run, rules, facts.comparison_point);
    run.judged =
        rules.cells == JudgedCells::figure ? run.of_figure : measured(cells_of(run.results, {}));
    return run;
  } catch (Json::exception const& error) {
    throw UserError(fmt::format("cannot judge {} ({}): give a record as `kitt` wrote it", name,
                                detail::words_of(error)));
  } catch (detail::WrongValue const& error) {
    throw UserError(
        fmt::format("cannot judge {} ({}): give a record as `kitt` wrote it", name, error.what()));
  }
}

NodeThreads node_threads(JudgedRun const& run) {
  NodeThreads node;
  std::set<int> cpus;
  for (auto const& rank : first_node(run.header.configuration)) {
    auto const threads = static_cast<int>(rank.thread_cpusets.size());
    node.threads += threads;
    node.cores += std::min(threads, rank.cores);
    for (auto const& cpuset : rank.thread_cpusets)
      cpus.merge(numbers_in(cpuset));
  }
  node.cpus = static_cast<int>(cpus.size());
  if (node.cpus > 0) // ranks may share cores
    node.cores = std::min(node.cores, node.cpus);
  return node;
}

std::optional<double> huge_page_share(JudgedRun const& run) {
  double all = 0;
  double huge = 0;
  for (auto const& pages : run.pages) {
    auto const bytes = static_cast<double>(pages.bytes);
    all += bytes;
    huge += pages.page_bytes > run.header.configuration.page_bytes ? bytes : 0;
  }
  return all > 0 ? std::optional(huge / all) : std::nullopt;
}

std::optional<double> remote_share(JudgedRun const& run) {
  std::map<int, double> threads; // in each domain; a thread of several domains counts in parts
  double all_threads = 0;
  for (auto const& rank : first_node(run.header.configuration))
    for (auto const& cpuset : rank.thread_cpusets) {
      auto const cpus = numbers_in(cpuset);
      for (auto const& domain : run.header.topology.numa_domains) {
        auto const here = numbers_in(domain.cpuset);
        auto const common = static_cast<double>(
            std::ranges::count_if(cpus, [&](int cpu) { return here.contains(cpu); }));
        if (common > 0)
          threads[domain.os_index] += common / static_cast<double>(cpus.size());
      }
      all_threads += 1;
    }
  double all_bytes = 0;
  for (auto const& domain : run.domains)
    all_bytes += static_cast<double>(domain.bytes);
  if (threads.empty() || all_bytes == 0)
    return std::nullopt;
  double remote = 0;
  for (auto const& domain : run.domains)
    remote += std::max(0., static_cast<double>(domain.bytes) / all_bytes -
                               threads[static_cast<int>(domain.domain)] / all_threads);
  return remote;
}

std::optional<double> simd_share(JudgedRun const& run) {
  auto const& topology = run.header.topology;
  double offered = 0;
  for (auto const& simd : topology.simd_offered)
    offered = std::max(offered, flops_per_cycle(simd));
  auto const compiled = flops_per_cycle(topology.simd_compiled);
  return run.on_device() || offered == 0 || compiled == 0
             ? std::nullopt
             : std::optional(std::min(1., compiled / offered));
}

std::optional<int> optimisation_level(Provenance const& provenance) {
  std::optional<int> level;
  std::istringstream flags(provenance.compiler_flags);
  for (std::string flag; flags >> flag;)
    if (flag.starts_with("-O")) {
      auto const kind = flag.substr(2);
      level = kind.empty() || kind == "g"                         ? 1
              : std::isdigit(static_cast<unsigned char>(kind[0])) ? std::min(kind[0] - '0', 3)
              : kind == "fast"                                    ? 3
                                                                  : 2; // -Os, -Oz
    }
  constexpr std::array without_default{"GNU", "Clang", "AppleClang"}; // others optimise by default
  if (!level && std::ranges::any_of(without_default, [&](char const* name) {
        return provenance.compiler.starts_with(name);
      }))
    return 0;
  return level;
}

} // namespace kitt::perf
