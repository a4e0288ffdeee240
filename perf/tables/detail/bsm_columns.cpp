// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/tables/detail/bsm_columns.hpp"

#include "perf/tables/detail/network_columns.hpp"
#include "perf/text/words.hpp"

#include <fmt/format.h>

namespace kitt::perf::detail {

std::vector<ColumnOf<BsmCell>> columns_of(BsmCell const*, bool) {
  return {
      {{"Case", "", 17, Align::left}, [](auto& c) { return c.of; }},
      {{"Test", "", 6, Align::left}, [](auto& c) { return c.kernel; }},
      {{"L", "", 3}, [](auto& c) { return std::to_string(c.l); }},
      {{"Prec.", "", 6, Align::left}, [](auto& c) { return to_string(c.precision); }},
      {{"Fields", "", 6}, [](auto& c) { return std::to_string(c.fields); }},
      {{"Median", "Gflop/s/node", 12}, [](auto& c) { return fixed(c.gflops_per_s_per_node, 3); }},
      {{"+- ", "% ", 5}, [](auto& c) { return error_percent(c.seconds); }},
      {{"Appl.", "ms", 10}, [](auto& c) { return fixed(1e3 * seconds_per_application(c), 4); }},
      {{"Comm.", "%", 5}, [](auto& c) { return percent(communication_share(c)); }},
      {{"Sent", "B/appl.", 9},
       [](auto& c) { return std::to_string(c.bytes_by_messages + c.bytes_by_shared_memory); }},
      {{"Flops", "per site", 8}, [](auto& c) { return fmt::format("{:g}", c.flops_per_site); }},
      {{"Error", "", 8}, [](auto& c) { return fmt::format("{:.1e}", c.verification_error); }},
      {{"Order", "", 19, Align::left}, [](auto& c) { return or_dash(c.order); }},
      {{"Peak", "%", 5}, [](auto& c) { return percent(c.peak_fraction); }},
      {{"Roof ", "% ", 9}, [](auto& c) { return roof_percent(c); }},
      {{"bound by", "", 8, Align::left}, [](auto& c) { return ceiling_name(c); }},
  };
}

} // namespace kitt::perf::detail
