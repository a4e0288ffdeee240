// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/p2p/message_curves.hpp"

#include "perf/record/rate_curve.hpp"
#include "perf/text/table.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <tuple>

namespace kitt::miniapp {

namespace {

/// Cells by size of their messages in bytes.
using MessagesBySize = std::map<std::int64_t, MessageCell const*>;

MessageCurve curve_of(MessagesBySize const& cells) {
  std::map<std::int64_t, double> rates;
  for (auto const& [bytes, cell] : cells)
    rates[bytes] = mb_per_s(*cell);
  auto const curve = perf::rate_curve(rates);
  auto const& smallest = *cells.begin()->second;
  return {.kernel = smallest.pattern,
          .placement = smallest.placement,
          .unusual = unusual(smallest),
          .pairs = smallest.pairs,
          .latency_seconds = one_way_seconds(smallest),
          .best_mb_per_s = curve.best_mb_per_s,
          .best_bytes = curve.best_bytes,
          .half_rate_bytes = curve.half_rate_bytes,
          .drop_bytes = curve.drop_bytes};
}

/// Cells by number of pairs.
using MessagesByPairs = std::map<std::int64_t, MessageCell const*>;

MessageSaturation saturation_of(MessagesByPairs const& cells) {
  auto const slower = [](auto const& a, auto const& b) {
    return mb_per_s(*a.second) < mb_per_s(*b.second);
  };
  auto const best = mb_per_s(*std::max_element(cells.begin(), cells.end(), slower)->second);
  auto const enough = std::find_if(cells.begin(), cells.end(), [&](auto const& entry) {
    return mb_per_s(*entry.second) >= 0.9 * best;
  });
  auto const& cell = *enough->second;
  return {cell.pattern, unusual(cell), cell.bytes, cell.pairs, best};
}

/// Returns the ratio of get to put. Returns nothing if no size was measured with both.
std::optional<GetOverPut> get_over_put(MessagesBySize const& puts, MessagesBySize const& gets) {
  constexpr std::int64_t usual_bytes = 1 << 20;
  MessageCell const* put = nullptr;
  for (auto const& [bytes, cell] : puts)
    if (gets.contains(bytes) && (put == nullptr || bytes <= usual_bytes))
      put = cell;
  if (put == nullptr)
    return std::nullopt;
  return GetOverPut{.placement = put->placement,
                    .unusual = unusual(*put),
                    .pairs = put->pairs,
                    .bytes = put->bytes,
                    .ratio = mb_per_s(*gets.at(put->bytes)) / mb_per_s(*put)};
}

} // namespace

std::optional<MessageSummary> message_summary(std::vector<MessageCell> const& cells) {
  if (cells.empty())
    return std::nullopt;
  using Kind = std::tuple<std::string, std::string, std::string, std::int64_t, std::int64_t>;
  std::map<Kind, MessagesBySize> by_size;
  std::map<Kind, MessagesByPairs> by_pairs;
  for (auto const& cell : cells) {
    auto const ways = unusual(cell);
    by_size[{cell.pattern, cell.placement, ways, cell.window, cell.pairs}][cell.bytes] = &cell;
    by_pairs[{cell.pattern, cell.placement, ways, cell.window, cell.bytes}][cell.pairs] = &cell;
  }
  MessageSummary summary;
  for (auto const& [kind, of_size] : by_size)
    summary.curves.push_back(curve_of(of_size));
  for (auto const& [kind, of_pairs] : by_pairs)
    if (of_pairs.size() > 1)
      summary.saturation.push_back(saturation_of(of_pairs));
  for (auto const& [kind, gets] : by_size) {
    if (std::get<0>(kind) != "get")
      continue;
    auto put_kind = kind;
    std::get<0>(put_kind) = "put";
    auto const puts = by_size.find(put_kind);
    if (puts != by_size.end())
      if (auto const found = get_over_put(puts->second, gets))
        summary.get_over_put.push_back(*found);
  }
  return summary;
}

namespace {

std::string with_unusual(std::string const& kernel, std::string const& unusual) {
  return unusual.empty() ? kernel : fmt::format("{} ({})", kernel, unusual);
}

/// Returns the column with the pattern. The column is wide enough for the names of all `things`.
template <class Thing>
perf::ColumnOf<Thing> pattern_column(std::vector<Thing> const& things) {
  auto const name = [](auto& thing) { return with_unusual(thing.kernel, thing.unusual); };
  std::size_t width = 9;
  for (auto const& thing : things)
    width = std::max(width, name(thing).size());
  return {{"Pattern", "", static_cast<int>(width), perf::Align::left}, name};
}

/// Returns a line like "get/put at 1 MiB, 2 pairs: 0.91".
std::string ratio_line(GetOverPut const& found) {
  return fmt::format("{} at {}, {}: {:.2f}\n", with_unusual("get/put", found.unusual),
                     perf::readable_bytes(static_cast<double>(found.bytes)),
                     perf::counted(static_cast<int>(found.pairs), "pair"), found.ratio);
}

} // namespace

std::string message_summary_text(MessageSummary const& summary) {
  auto text = perf::banner(" Figures from all message sizes (MB/s of all pairs)");
  std::vector<perf::ColumnOf<MessageCurve>> const curves{
      pattern_column(summary.curves),
      {{"Pairs", "", 5}, [](auto& c) { return std::to_string(c.pairs); }},
      {{"Latency", "us", 8},
       [](auto& c) { return c.latency_seconds ? perf::fixed(*c.latency_seconds * 1e6, 2) : "-"; }},
      {{"Best", "MB/s", 11}, [](auto& c) { return perf::fixed(c.best_mb_per_s, 2); }},
      {{"of", "bytes", 8}, [](auto& c) { return std::to_string(c.best_bytes); }},
      {{"Half", "bytes", 8}, [](auto& c) { return std::to_string(c.half_rate_bytes); }},
      {{"Rate drops at", "bytes", 13, perf::Align::left},
       [](auto& c) {
         return c.drop_bytes.empty() ? "none" : fmt::format("{}", fmt::join(c.drop_bytes, ", "));
       }},
  };
  text += perf::rows_text(curves, summary.curves);
  text += perf::table_of(curves).rule();
  for (auto const& found : summary.get_over_put)
    text += ratio_line(found);
  if (summary.saturation.empty())
    return text;
  text += perf::banner(" Pairs that reach 0.9 of the best rate of any number of pairs");
  std::vector<perf::ColumnOf<MessageSaturation>> const saturation{
      pattern_column(summary.saturation),
      {{"Bytes", "", 8}, [](auto& s) { return std::to_string(s.bytes); }},
      {{"Pairs", "", 5}, [](auto& s) { return std::to_string(s.pairs); }},
      {{"Best", "MB/s", 11}, [](auto& s) { return perf::fixed(s.best_mb_per_s, 2); }},
  };
  return text + perf::rows_text(saturation, summary.saturation) + perf::table_of(saturation).rule();
}

} // namespace kitt::miniapp
