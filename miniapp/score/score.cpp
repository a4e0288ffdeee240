// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/score/score.hpp"

#include "core/base/error.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/record/kokkos_backend.hpp"
#include "perf/text/table.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string_view>

namespace kitt::miniapp {

namespace {

std::string mflops(std::optional<ScoreEntry> const& entry) {
  return entry ? perf::fixed(entry->mflops_per_node, 3) : "-";
}

std::string point_line(std::string_view label, std::optional<double> const& figure,
                       std::string_view missing) {
  return figure ? fmt::format(" {:<32}: {:.0f} Mflop/s per node\n", label, *figure)
                : fmt::format(" {:<32}: none ({})\n", label, missing);
}

std::string memory_line(std::optional<MemoryReading> const& reading) {
  constexpr auto label = "Memory bandwidth";
  if (!reading)
    return fmt::format(" {:<32}: none (needs the memory benchmark)\n", label);
  return fmt::format(" {:<32}: {:.1f} GB/s per node ({} at L = {}{})\n", label,
                     reading->gb_per_s_per_node, reading->kernel, reading->l,
                     reading->ceiling.empty() ? "" : ", bound by " + reading->ceiling);
}

std::string exchange_line(std::optional<ExchangeReading> const& reading) {
  constexpr auto label = "Bandwidth of large messages";
  if (!reading)
    return fmt::format(" {:<32}: none (needs the halo benchmark)\n", label);
  return fmt::format(
      " {:<32}: {:.0f} MB/s per node one way, {:.0f} both ways (between {}: faces of "
      "{}, {} by {})\n",
      label, reading->one_way_mb_per_s_per_node, reading->both_ways_mb_per_s_per_node,
      reading->between, perf::readable_bytes(static_cast<double>(reading->face_bytes)),
      reading->directions, reading->transport);
}

std::string robustness_line(Robustness const& robustness, int l) {
  auto const label = fmt::format("Robustness ({})", robustness.set);
  if (robustness.worst_over_best)
    return fmt::format(" {:<32}: {:.3f} (worst / best DWF4 variant at L = {})", label,
                       *robustness.worst_over_best, l);
  bool const none = robustness.lacks == robustness.variants;
  return fmt::format(" {:<32}: not available ({})", label,
                     none ? fmt::format("needs DWF4 at L = {}", l)
                          : fmt::format("lacks {}", fmt::join(robustness.lacks, ", ")));
}

/// Returns the comparison point, then the points of other kernels and precisions.
std::string points_text(Score const& score) {
  auto const& rules = score.rules;
  auto const [small, large] = rules.point_l;
  auto text = point_line(fmt::format("Comparison point (L = {} and {})", small, large),
                         score.comparison_mflops_per_node,
                         fmt::format("needs DWF4 at L = {} and L = {}", small, large));
  for (auto const& point : score.points)
    if (point.kernel != perf::comparison_kernel || point.precision != score.precision)
      text +=
          point_line(fmt::format("Point of {}, {}", point.kernel, kitt::to_string(point.precision)),
                     point.mflops_per_node, "");
  if (small == 16 || large == 16)
    text +=
        point_line("DWF4 at L = 16 alone", score.dwf4_l16_mflops_per_node, "needs DWF4 at L = 16");
  return text + fmt::format(" {:<32}: {} ({})\n", "Rules", rules.name, rules.what);
}

std::string best_variants(ScoreRow const& row) {
  std::string text;
  for (auto const& [kernel, entry] : score_columns)
    if (row.*entry)
      text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", kernel, (row.*entry)->variant);
  return text;
}

} // namespace

std::string score_text(Score const& summary) {
  auto const ls = summary.ls > 0 ? fmt::format(" Ls={}", summary.ls) : std::string();
  auto text = perf::banner(fmt::format(" Per Node Summary table{}, {} precision, Mflop/s per node",
                                       ls, to_string(summary.precision)));
  text += perf::rows_text<ScoreRow>(
      {{{"L", "", 3, perf::Align::left}, [](auto& r) { return std::to_string(r.l); }},
       {{"Wilson", "", 13}, [](auto& r) { return mflops(r.wilson); }},
       {{"DWF4", "", 13}, [](auto& r) { return mflops(r.dwf4); }},
       {{"DWF5", "", 13}, [](auto& r) { return mflops(r.dwf5); }},
       {{"best variants", "", 13, perf::Align::left}, [](auto& r) { return best_variants(r); }}},
      summary.rows);
  text += perf::banner(memory_line(summary.memory) + exchange_line(summary.exchange) +
                       points_text(summary) +
                       robustness_line(summary.robustness, summary.rules.robustness_l));
  return text;
}

Score score_of(perf::RunRecord const& record) {
  auto score = perf::from_data<Score>(record.summary(), "the summary");
  score.rules = perf::rules_of(record.head());
  return score;
}

VariantSet const& variant_set_of(std::string const& name, std::string const& kokkos_backend) {
  // Published sets are frozen. To change variants, add a set with a new name.
  static std::array const sets{
      VariantSet{"itt-1",
                 {"lexicographic", "lexicographic-prefetch", "lexicographic-stream", "columns-4.4",
                  "columns-4.4-stream", "two-rows-stream"}},
      VariantSet{"itt-1-gpu", {"lexicographic", "slices", "columns-4.4", "two-rows"}}};
  auto const set = std::ranges::find(sets, name + (perf::is_on_gpu(kokkos_backend) ? "-gpu" : ""),
                                     &VariantSet::name);
  KITT_EXPECT(set != sets.end());
  return *set;
}

Robustness robustness_of(std::map<std::string, double> const& figures, VariantSet const& set) {
  bool const split = std::any_of(figures.begin(), figures.end(), [](auto const& figure) {
    return figure.first.find('/') != std::string::npos;
  });
  Robustness result{.set = set.name, .variants = {}, .lacks = {}, .worst_over_best = {}};
  for (auto const& variant : set.variants)
    if (split)
      for (char const* const strategy : {"/sequential", "/overlap"})
        result.variants.push_back(variant + strategy);
    else
      result.variants.push_back(variant);
  std::vector<double> counted;
  for (auto const& variant : result.variants)
    if (auto const found = figures.find(variant); found != figures.end())
      counted.push_back(found->second);
    else
      result.lacks.push_back(variant);
  if (!result.lacks.empty())
    return result;
  auto const [worst, best] = std::minmax_element(counted.begin(), counted.end());
  result.worst_over_best = *worst / *best;
  return result;
}

} // namespace kitt::miniapp
