// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/tables/detail/network_columns.hpp"

#include "perf/record/doubts.hpp"
#include "perf/text/words.hpp"

#include <fmt/format.h>

namespace kitt::perf::detail {

namespace {

std::string microseconds(std::optional<double> const& seconds) {
  return seconds ? fixed(*seconds * 1e6, 2) : "-";
}

std::string pages(std::optional<std::size_t> const& bytes) {
  return bytes ? readable_bytes(static_cast<double>(*bytes)) : "-";
}

std::string claims(HashCell const& cell) {
  if (!cell.claims_lost)
    return "-";
  return fixed(100 * static_cast<double>(*cell.claims_lost) / static_cast<double>(operations(cell)),
               2);
}

std::string median(std::optional<OperationTimes> const& microseconds) {
  return microseconds ? fixed(microseconds->median, 3) : "-";
}
std::string p99(std::optional<OperationTimes> const& microseconds) {
  return microseconds ? fixed(microseconds->p99, 3) : "-";
}

} // namespace

std::vector<ColumnOf<MessageCell>> columns_of(MessageCell const*, bool) {
  return {
      {{"Pattern", "", 9, Align::left}, [](auto& c) { return c.pattern; }},
      {{"Bytes", "", 8}, [](auto& c) { return std::to_string(c.bytes); }},
      {{"Window", "", 6}, [](auto& c) { return std::to_string(c.window); }},
      {{"Pairs", "", 5}, [](auto& c) { return std::to_string(c.pairs); }},
      {{"Pages", "", 7}, [](auto& c) { return pages(c.page_bytes); }},
      {{"One way", "us", 9}, [](auto& c) { return microseconds(one_way_seconds(c)); }},
      {{"p99", "us", 8},
       [](auto& c) {
         auto const& singles = c.single_one_way_seconds;
         return singles ? fixed(singles->p99 * 1e6, 2) : "-";
       }},
      {{"All pairs", "MB/s", 11}, [](auto& c) { return fixed(mb_per_s(c), 2); }},
      {{"All pairs", "messages/s", 11}, [](auto& c) { return fixed(messages_per_s(c), 0); }},
      {{"+- ", "% ", 5}, [](auto& c) { return error_percent(c.seconds); }},
      {{"Time", "per call", 9}, [](auto& c) { return readable_seconds(c.seconds.median); }},
      {{"Run", "", 13, Align::left},
       [](auto& c) { return c.placement + (unusual(c).empty() ? "" : ", " + unusual(c)); }},
  };
}

std::vector<ColumnOf<CollectiveCell>> columns_of(CollectiveCell const*, bool) {
  return {
      {{"Operation", "", 17, Align::left}, [](auto& c) { return c.operation; }},
      {{"Bytes", "of a block", 10}, [](auto& c) { return std::to_string(c.bytes); }},
      {{"Ranks", "", 6}, [](auto& c) { return std::to_string(c.ranks); }},
      {{"Pages", "", 7}, [](auto& c) { return pages(c.page_bytes); }},
      {{"Time", "us", 11}, [](auto& c) { return microseconds(c.seconds.median); }},
      {{"+- ", "% ", 5}, [](auto& c) { return error_percent(c.seconds); }},
      {{"min", "us", 11}, [](auto& c) { return microseconds(c.seconds.minimum); }},
      {{"max", "us", 11}, [](auto& c) { return microseconds(c.seconds.maximum); }},
  };
}

std::vector<ColumnOf<HashCell>> columns_of(HashCell const*, bool) {
  return {
      {{"Phase", "", 9, Align::left}, [](auto& c) { return c.phase; }},
      {{"Entry", "bytes", 6}, [](auto& c) { return std::to_string(c.entry_bytes); }},
      {{"Entries", "", 10}, [](auto& c) { return std::to_string(c.entries); }},
      {{"Batch", "", 5}, [](auto& c) { return std::to_string(c.batch); }},
      {{"All ranks", "operations/s", 12}, [](auto& c) { return fixed(operations_per_s(c), 0); }},
      {{"All ranks", "MB/s", 10}, [](auto& c) { return fixed(mb_per_s(c), 2); }},
      {{"of a rank", "us", 9}, [](auto& c) { return fixed(microseconds_per_operation(c), 3); }},
      {{"Median", "us", 8}, [](auto& c) { return median(c.operation_microseconds); }},
      {{"p99", "us", 8}, [](auto& c) { return p99(c.operation_microseconds); }},
      {{"+- ", "% ", 5}, [](auto& c) { return error_percent(c.seconds); }},
      {{"Time", "of phase", 9}, [](auto& c) { return readable_seconds(c.seconds.median); }},
      {{"Claims", "lost %", 6}, [](auto& c) { return claims(c); }},
      {{"Busiest", "counter", 7}, [](auto& c) { return fixed(c.busiest_counter_share, 3); }},
      {{"its wait", "p99 us", 8}, [](auto& c) { return p99(c.busiest_counter_microseconds); }},
  };
}

std::vector<ColumnOf<StencilCell>> columns_of(StencilCell const*, bool) {
  return {
      {{"Pattern", "", 12, Align::left},
       [](auto& c) { return fmt::format("{} {}-D", c.pattern, c.dims); }},
      {{"Pairs", "per node", 8}, [](auto& c) { return fmt::format("{:g}", pairs_per_node(c)); }},
      {{"of them", "off-node", 8},
       [](auto& c) { return fmt::format("{:g}", pairs_between_nodes_per_node(c)); }},
      {{"Bytes", "", 8}, [](auto& c) { return std::to_string(c.bytes); }},
      {{"Messages", "", 8}, [](auto& c) { return std::to_string(c.messages); }},
      {{"Pages", "", 7}, [](auto& c) { return pages(c.page_bytes); }},
      {{"Per node", "MB/s", 11}, [](auto& c) { return fixed(mb_per_s_per_node(c), 2); }},
      {{"to small", "pages", 8}, [](auto& c) { return fixed(c.ratio_to_small_pages, 3); }},
      {{"Per node", "messages/s", 11},
       [](auto& c) { return fixed(messages_per_s_per_node(c), 0); }},
      {{"+- ", "% ", 5}, [](auto& c) { return error_percent(c.seconds); }},
      {{"Time", "per call", 9}, [](auto& c) { return readable_seconds(c.seconds.median); }},
      {{"Run", "", 10, Align::left}, [](auto& c) { return c.requests; }},
  };
}

std::string marked(std::string const& figure, bool in_doubt) {
  return figure + (in_doubt ? '!' : ' ');
}

std::string error_percent(Statistics const& seconds) {
  return marked(percent(seconds.standard_error / seconds.mean), is_uncertain(seconds));
}

std::string roof_text(std::optional<double> const& fraction,
                      std::optional<RoofRange> const& range) {
  if (range)
    return marked(fmt::format("{:.0f}-{:.0f}", 100 * range->lowest, 100 * range->highest),
                  is_above_ceiling(range->lowest));
  return marked(percent(fraction), is_above_ceiling(fraction));
}

std::string or_dash(std::string const& text) {
  return text.empty() ? "-" : text;
}

} // namespace kitt::perf::detail
