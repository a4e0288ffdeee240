// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/tables/detail/solve_columns.hpp"

#include "perf/record/doubts.hpp"
#include "perf/tables/detail/network_columns.hpp"
#include "perf/text/words.hpp"

#include <fmt/format.h>

namespace kitt::perf::detail {

namespace {

std::string precision_name(SolveCell const& cell) {
  return cell.variant == SolveCell::mixed_precision ? "mixed" : to_string(cell.precision);
}

std::string solver_name(SolveCell const& cell) {
  return (cell.variant == SolveCell::pipelined ? "p-" : "") + cell.kernel;
}

std::string steps(SolveCell const& cell) {
  if (cell.restarts == 0)
    return std::to_string(cell.iterations);
  return fmt::format("{} / {}", cell.iterations, cell.restarts);
}

std::string reductions(SolveCell const& cell) {
  return percent(cell.shares.reduction_seconds / seconds_per_iteration(cell));
}

} // namespace

std::vector<ColumnOf<SolveCell>> columns_of(SolveCell const*, bool) {
  return {
      {{"Solver", "", 11, Align::left}, solver_name},
      {{"L", "", 3}, [](auto& c) { return std::to_string(c.l); }},
      {{"Ls", "", 3}, [](auto& c) { return std::to_string(c.ls); }},
      {{"Prec.", "", 6, Align::left}, precision_name},
      {{"Steps", "/ restarts", 10}, steps},
      {{"Solution", "time", 9}, [](auto& c) { return readable_seconds(c.seconds.median); }},
      {{"+- ", "% ", 5}, [](auto& c) { return error_percent(c.seconds); }},
      {{"Step", "time", 9}, [](auto& c) { return readable_seconds(seconds_per_iteration(c)); }},
      {{"Median", "Mflop/s/node", 12}, [](auto& c) { return fixed(c.mflops_per_node, 3); }},
      {{"Of S ", "% ", 6},
       [](auto& c) {
         return marked(percent(fraction_of_operator(c)), is_faster_than_operator(c));
       }},
      {{"Sums", "%", 5}, reductions},
      {{"|r|/|b|", "iterated", 8},
       [](auto& c) { return fmt::format("{:.1e}", c.iterated_residual); }},
      {{"|b-Mx|/|b|", "naive", 10}, [](auto& c) { return fmt::format("{:.1e}", c.true_residual); }},
      {{"Order", "", 19, Align::left}, [](auto& c) { return c.order; }},
      {{"Peak", "%", 5}, [](auto& c) { return percent(c.peak_fraction); }},
      {{"Roof ", "% ", 9}, [](auto& c) { return roof_percent(c); }},
      {{"bound by", "", 8, Align::left}, [](auto& c) { return ceiling_name(c); }},
  };
}

} // namespace kitt::perf::detail
