// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/tables/detail/transpose_columns.hpp"

#include "perf/tables/detail/network_columns.hpp"
#include "perf/text/words.hpp"

#include <fmt/format.h>

namespace kitt::perf::detail {

std::vector<ColumnOf<TransposeCell>> columns_of(TransposeCell const*, bool) {
  return {
      {{"Phase", "", 7, Align::left}, [](auto& c) { return c.phase; }},
      {{"Method", "", 9, Align::left}, [](auto& c) { return c.method; }},
      {{"Grid", "", 7, Align::left}, [](auto& c) { return c.task_grid; }},
      {{"Bytes", "each", 9}, [](auto& c) { return std::to_string(c.bytes); }},
      {{"Fresh", "", 5, Align::left}, [](auto& c) { return c.fresh_buffers; }},
      {{"Pages", "", 7},
       [](auto& c) {
         return c.page_bytes ? readable_bytes(static_cast<double>(*c.page_bytes)) : "-";
       }},
      {{"Per task", "MB/s", 10}, [](auto& c) { return fixed(mb_per_s_per_task(c), 2); }},
      {{"Per link", "MB/s", 10}, [](auto& c) { return fixed(mb_per_s_per_link(c), 2); }},
      {{"Per node", "MB/s", 10}, [](auto& c) { return fixed(mb_per_s_per_node(c), 2); }},
      {{"in node", "%", 7}, [](auto& c) { return percent(share_inside_node(c)); }},
      {{"+- ", "% ", 5}, [](auto& c) { return error_percent(c.seconds); }},
      {{"Time", "per call", 9}, [](auto& c) { return readable_seconds(c.seconds.median); }},
      {{"Fill", "", 9}, [](auto& c) { return readable_seconds(c.fill_seconds); }},
  };
}

} // namespace kitt::perf::detail
