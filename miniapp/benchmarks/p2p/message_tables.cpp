// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/p2p/message_tables.hpp"

#include "perf/text/table.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kitt::miniapp {

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
