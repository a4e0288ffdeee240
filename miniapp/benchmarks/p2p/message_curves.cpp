// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/p2p/message_curves.hpp"

#include "perf/record/rate_curve.hpp"

#include <algorithm>
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

} // namespace kitt::miniapp
