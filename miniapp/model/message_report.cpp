// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/p2p/message_cell.hpp"
#include "miniapp/benchmarks/p2p/message_curves.hpp"
#include "miniapp/model/model_report.hpp"
#include "perf/text/table.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace kitt::miniapp {

namespace {

/// All messages of one size.
struct SizeRow {
  std::int64_t bytes = 0;
  std::optional<double> one_way_seconds;
  std::map<std::int64_t, double> mb_per_s; ///< rate for each number of pairs
};

std::vector<SizeRow> rows_of(std::vector<MessageCell> const& messages) {
  std::map<std::int64_t, SizeRow> rows;
  for (auto const& cell : messages) {
    auto& row = rows[cell.bytes];
    row.bytes = cell.bytes;
    if (auto const seconds = one_way_seconds(cell))
      row.one_way_seconds = seconds;
    else
      row.mb_per_s[cell.pairs] = mb_per_s(cell);
  }
  std::vector<SizeRow> result;
  for (auto const& [bytes, row] : rows)
    result.push_back(row);
  return result;
}

std::string rate_text(double bytes, double seconds) {
  return bytes > 0 ? perf::fixed(bytes / seconds * 1e-6, 2) : "-";
}

bool is_simulated(TransferError const& error) {
  return error.measured_on.starts_with("simulated ");
}

/// Returns the columns of a table of errors. `found` is "measured" or "simulated".
std::vector<perf::ColumnOf<TransferError>> error_columns(std::string const& found) {
  return {
      {{"Pattern", "", 9, perf::Align::left}, [](auto& e) { return e.pattern; }},
      {{"Bytes", "", 8},
       [](auto& e) { return e.bytes > 0 ? std::to_string(e.bytes) : std::string("-"); }},
      {{"Window", "", 6}, [](auto& e) { return std::to_string(e.window); }},
      {{"Pairs", "", 5}, [](auto& e) { return std::to_string(e.pairs); }},
      {{found, "time", 9}, [](auto& e) { return perf::readable_seconds(e.measured_seconds); }},
      {{"predicted", "time", 9},
       [](auto& e) { return perf::readable_seconds(e.predicted_seconds); }},
      {{found, "MB/s", 11}, [](auto& e) { return rate_text(e.moved_bytes, e.measured_seconds); }},
      {{"predicted", "MB/s", 11},
       [](auto& e) { return rate_text(e.moved_bytes, e.predicted_seconds); }},
      {{"error", "%", 8}, [](auto& e) { return fmt::format("{:+.1f}", 100 * e.relative()); }},
      {{"", "", 1}, [](auto& e) { return std::string(e.calibrated ? "*" : ""); }},
      {{"where", "", 13, perf::Align::left}, [](auto& e) { return e.placement; }}};
}

} // namespace

std::string predicted_messages_text(ModelResults const& results) {
  std::vector<perf::ColumnOf<SizeRow>> columns{
      {{"Bytes", "", 8}, [](auto& row) { return std::to_string(row.bytes); }},
      {{"One way", "us", 9}, [](auto& row) {
         return row.one_way_seconds ? perf::fixed(1e6 * *row.one_way_seconds, 2) : std::string("-");
       }}};
  std::set<std::int64_t> numbers;
  for (auto const& cell : results.messages)
    if (!one_way_seconds(cell))
      numbers.insert(cell.pairs);
  for (auto const pairs : numbers)
    columns.push_back({{perf::counted(static_cast<int>(pairs), "pair"), "MB/s", 9},
                       [pairs](auto& row) { return perf::fixed(row.mb_per_s.at(pairs), 1); }});
  return perf::banner("Messages predicted for " + results.machine.name) +
         fmt::format("{}; between nodes, windows of 64 one way\n", results.machine.description) +
         perf::rows_text(columns, rows_of(results.messages)) + perf::table_of(columns).rule() +
         message_summary_text(*message_summary(results.messages));
}

std::string transfer_error_text(ModelResults const& results) {
  std::string text;
  std::string last;
  for (auto const& error : results.transfer_errors) {
    std::string const found = is_simulated(error) ? "simulated" : "measured";
    auto const columns = error_columns(found);
    if (error.table != last)
      text += perf::banner(fmt::format("Messages predicted and {}: {} ({})", found, error.table,
                                       error.measured_on)) +
              perf::table_of(columns).header();
    last = error.table;
    text += perf::row_of(columns, error);
  }
  return text + perf::table_of(error_columns("measured")).rule() +
         "error: of the rate, (predicted - measured) / measured; *: the machine file was made from "
         "this cell\n";
}

} // namespace kitt::miniapp
