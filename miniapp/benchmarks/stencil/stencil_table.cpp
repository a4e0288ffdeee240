// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/stencil/stencil_table.hpp"

#include "perf/text/table.hpp"
#include "perf/text/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kitt::miniapp {

std::string stencil_summary_text(std::vector<StencilCurve> const& curves) {
  if (curves.empty())
    return "";
  std::vector<perf::ColumnOf<StencilCurve>> const columns{
      {{"Pattern", "", 8, perf::Align::left}, [](auto& c) { return c.kernel; }},
      {{"Dims", "", 4}, [](auto& c) { return std::to_string(c.dims); }},
      {{"Messages", "", 8}, [](auto& c) { return std::to_string(c.messages); }},
      {{"Pages", "asked", 8, perf::Align::left},
       [](auto& c) { return c.hugepages.empty() ? "-" : c.hugepages; }},
      {{"Best", "MB/s", 11}, [](auto& c) { return perf::fixed(c.best_mb_per_s_per_node, 2); }},
      {{"of", "bytes", 8}, [](auto& c) { return std::to_string(c.best_bytes); }},
      {{"Half", "bytes", 8}, [](auto& c) { return std::to_string(c.half_rate_bytes); }},
      {{"Rate drops at", "bytes", 13, perf::Align::left},
       [](auto& c) {
         return c.drop_bytes.empty() ? "none" : fmt::format("{}", fmt::join(c.drop_bytes, ", "));
       }},
  };
  return perf::banner(" Figures from all message sizes (MB/s per node, one way)") +
         perf::rows_text(columns, curves) + perf::table_of(columns).rule();
}

} // namespace kitt::miniapp
