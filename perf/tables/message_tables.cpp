// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/tables/message_tables.hpp"

#include "perf/text/table.hpp"
#include "perf/text/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kitt::perf {

std::string message_summary_text(MessageSummary const& summary) {
  auto text = banner(" What the sizes say (MB/s of all pairs)");
  std::vector<ColumnOf<MessageCurve>> const curves{
      {{"Pattern", "", 9, Align::left}, [](auto& c) { return c.kernel; }},
      {{"Pairs", "", 5}, [](auto& c) { return std::to_string(c.pairs); }},
      {{"Latency", "us", 8},
       [](auto& c) { return c.latency_seconds ? fixed(*c.latency_seconds * 1e6, 2) : "-"; }},
      {{"Best", "MB/s", 11}, [](auto& c) { return fixed(c.best_mb_per_s, 2); }},
      {{"of", "bytes", 8}, [](auto& c) { return std::to_string(c.best_bytes); }},
      {{"Half", "bytes", 8}, [](auto& c) { return std::to_string(c.half_rate_bytes); }},
      {{"Rate drops at", "bytes", 13, Align::left},
       [](auto& c) {
         return c.drop_bytes.empty() ? "none" : fmt::format("{}", fmt::join(c.drop_bytes, ", "));
       }},
  };
  text += rows_text(curves, summary.curves);
  if (summary.saturation.empty())
    return text + table_of(curves).rule();
  text += banner(" Pairs that reach 0.9 of the best rate of any number of pairs");
  std::vector<ColumnOf<MessageSaturation>> const saturation{
      {{"Pattern", "", 9, Align::left}, [](auto& s) { return s.kernel; }},
      {{"Bytes", "", 8}, [](auto& s) { return std::to_string(s.bytes); }},
      {{"Pairs", "", 5}, [](auto& s) { return std::to_string(s.pairs); }},
      {{"Best", "MB/s", 11}, [](auto& s) { return fixed(s.best_mb_per_s, 2); }},
  };
  return text + rows_text(saturation, summary.saturation) + table_of(saturation).rule();
}

} // namespace kitt::perf
