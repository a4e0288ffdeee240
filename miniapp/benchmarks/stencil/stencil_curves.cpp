// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/stencil/stencil_curves.hpp"

#include "perf/record/rate_curve.hpp"
#include "perf/text/table.hpp"
#include "perf/text/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <tuple>

namespace kitt::miniapp {

namespace {

/// Cells by size of their messages in bytes.
using StencilsBySize = std::map<std::int64_t, StencilCell const*>;

StencilCurve curve_of(StencilsBySize const& cells) {
  std::map<std::int64_t, double> rates;
  for (auto const& [bytes, cell] : cells)
    rates[bytes] = mb_per_s_per_node(*cell);
  auto const curve = perf::rate_curve(rates);
  auto const& best = *cells.at(curve.best_bytes);
  return {.kernel = best.pattern,
          .variant = best.requests,
          .dims = best.dims,
          .messages = best.messages,
          .cold_cache_bytes = best.cold_cache_bytes,
          .hugepages = best.hugepages,
          .page_bytes = best.page_bytes,
          .best_mb_per_s_per_node = curve.best_mb_per_s,
          .best_bytes = curve.best_bytes,
          .half_rate_bytes = curve.half_rate_bytes,
          .drop_bytes = curve.drop_bytes};
}

} // namespace

std::vector<StencilCurve> curves_of(std::vector<StencilCell> const& cells) {
  using Kind =
      std::tuple<std::string, std::string, std::int64_t, std::int64_t, std::int64_t, std::string>;
  std::map<Kind, StencilsBySize> by_size;
  for (auto const& cell : cells)
    by_size[{cell.pattern, cell.requests, cell.dims, cell.messages, cell.cold_cache_bytes,
             cell.hugepages}][cell.bytes] = &cell;
  std::vector<StencilCurve> curves;
  for (auto const& [kind, of_size] : by_size)
    curves.push_back(curve_of(of_size));
  return curves;
}

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
