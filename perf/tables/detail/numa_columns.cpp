// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/tables/detail/numa_columns.hpp"

#include "perf/tables/detail/network_columns.hpp"
#include "perf/text/words.hpp"

#include <fmt/format.h>

namespace kitt::perf::detail {

namespace {

std::string number_or_all(std::optional<std::int64_t> const& domain) {
  return domain ? std::to_string(*domain) : "all";
}

std::string relation(NumaCell const& cell) {
  return cell.relation.empty() ? cell.variant : cell.relation;
}

} // namespace

std::vector<ColumnOf<NumaCell>> columns_of(NumaCell const*, bool) {
  return {
      {{"Kernel", "", 7, Align::left}, [](auto& c) { return c.kernel; }},
      {{"Threads", "domain", 7}, [](auto& c) { return number_or_all(c.thread_domain); }},
      {{"Memory", "domain", 6}, [](auto& c) { return number_or_all(c.memory_domain); }},
      {{"Relation", "", 22, Align::left}, relation},
      {{"Threads", "timed", 7}, [](auto& c) { return std::to_string(c.threads); }},
      {{"Bytes", "per thread", 10},
       [](auto& c) { return readable_bytes(static_cast<double>(c.bytes)); }},
      {{"Median", "GB/s", 8}, [](auto& c) { return fixed(gb_per_s(c), 2); }},
      {{"Latency", "ns", 8}, [](auto& c) { return fixed(nanoseconds(c), 1); }},
      {{"Per thread", "Gflop/s", 10}, [](auto& c) { return fixed(gflops_per_s_per_thread(c), 2); }},
      {{"+- ", "% ", 5}, [](auto& c) { return error_percent(c.seconds); }},
      {{"Time", "per call", 9}, [](auto& c) { return readable_seconds(c.seconds.median); }},
      {{"Of local", "times", 8}, [](auto& c) { return fixed(c.ratio_to_local, 3); }},
      {{"Pages", "", 7},
       [](auto& c) {
         return c.page_bytes ? readable_bytes(static_cast<double>(*c.page_bytes)) : "-";
       }},
      {{"of them", "checked", 9}, [](auto& c) { return std::to_string(c.pages_checked); }},
  };
}

} // namespace kitt::perf::detail
