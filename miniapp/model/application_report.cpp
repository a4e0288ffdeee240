// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/model/model_report.hpp"
#include "perf/text/table.hpp"
#include "perf/text/words.hpp"

#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

/// One phase of a call, as a row of the table. The row of the last phase also has the figure of the
/// whole call.
struct PhaseRow {
  ApplicationCall const* call;
  ApplicationTerm const* term;
  bool last;
};

std::vector<PhaseRow> rows_of(std::vector<ApplicationCall> const& calls) {
  std::vector<PhaseRow> rows;
  for (auto const& call : calls)
    for (auto const& term : call.terms)
      rows.push_back({&call, &term, &term == &call.terms.back()});
  return rows;
}

std::string or_dash(double value, int digits) {
  return value > 0 ? perf::fixed(value, digits) : "-";
}

int work_width(auto const& things) {
  std::size_t width = 4;
  for (auto const& thing : things)
    width = std::max(width, thing.work.size());
  return static_cast<int>(width);
}

std::vector<perf::ColumnOf<PhaseRow>> phase_columns(std::vector<ApplicationCall> const& calls) {
  auto const messages = [](SentMessages SentByWay::*way) {
    return [way](PhaseRow const& r) { return or_dash((r.term->sent.*way).messages, 1); };
  };
  auto const megabytes = [](SentMessages SentByWay::*way) {
    return [way](PhaseRow const& r) { return or_dash((r.term->sent.*way).bytes * 1e-6, 3); };
  };
  return {
      {{"kitt", "", 9, perf::Align::left}, [](auto& r) { return r.call->benchmark; }},
      {{"Work", "", work_width(calls), perf::Align::left}, [](auto& r) { return r.call->work; }},
      {{"Nodes", "", 5}, [](auto& r) { return std::to_string(r.call->nodes); }},
      {{"Ranks", "", 6}, [](auto& r) { return std::to_string(r.call->ranks); }},
      {{"Phase", "", 8, perf::Align::left}, [](auto& r) { return r.term->phase; }},
      {{"Messages", "inside", 8}, messages(&SentByWay::inside)},
      {{"of a rank", "between", 9}, messages(&SentByWay::between)},
      {{"MB of a", "inside", 10}, megabytes(&SentByWay::inside)},
      {{"node", "between", 10}, megabytes(&SentByWay::between)},
      {{"Time", "", 9}, [](auto& r) { return perf::readable_seconds(r.term->seconds); }},
      {{"Call", "", 9},
       [](auto& r) { return r.last ? perf::readable_seconds(seconds_of(r.call->terms)) : ""; }},
      {{"Figure", "", 23}, [](auto& r) {
         return r.last && r.call->figure ? fmt::format("{:.2f} {}", *r.call->figure, r.call->unit)
                                         : "";
       }}};
}

std::vector<perf::ColumnOf<ApplicationError>>
error_columns(std::vector<ApplicationError> const& errors) {
  return {
      {{"kitt", "", 9, perf::Align::left}, [](auto& e) { return e.benchmark; }},
      {{"Work", "", work_width(errors), perf::Align::left}, [](auto& e) { return e.work; }},
      {{"Nodes", "", 5}, [](auto& e) { return std::to_string(e.nodes); }},
      {{"Ranks", "", 6}, [](auto& e) { return std::to_string(e.ranks); }},
      {{"Phase", "", 8, perf::Align::left}, [](auto& e) { return e.phase; }},
      {{"in the record", "", 13},
       [](auto& e) { return perf::readable_seconds(e.measured_seconds); }},
      {{"predicted", "", 9}, [](auto& e) { return perf::readable_seconds(e.predicted_seconds); }},
      {{"error", "%", 8}, [](auto& e) { return fmt::format("{:+.1f}", 100 * e.relative()); }}};
}

} // namespace

std::string predicted_calls_text(ModelResults const& results) {
  auto const columns = phase_columns(results.applications);
  auto text = perf::banner("Applications predicted for " + results.machine.name) +
              results.machine.description + '\n' +
              perf::rows_text(columns, rows_of(results.applications));
  bool unknown = false;
  for (auto const& call : results.applications) {
    unknown = unknown || !seconds_of(call.terms);
    if (!call.reason.empty())
      text += fmt::format("kitt {} {} on {} not predicted: {}\n", call.benchmark, call.work,
                          perf::counted(static_cast<int>(call.nodes), "node"), call.reason);
  }
  return text + perf::table_of(columns).rule() +
         (unknown ? "-: the machine file has no figures for such messages (add them with `kitt "
                    "machine --write FILE --halo RECORD`)\n"
                  : "");
}

std::string application_error_text(ModelResults const& results) {
  auto const columns = error_columns(results.application_errors);
  std::string text;
  std::string last;
  for (auto const& error : results.application_errors) {
    if (error.table != last)
      text += perf::banner(fmt::format("Applications predicted and in the record: {} ({})",
                                       error.table, error.measured_on)) +
              perf::table_of(columns).header();
    last = error.table;
    text += perf::row_of(columns, error);
  }
  return text + perf::table_of(columns).rule() +
         "error: of the rate, (predicted - record) / record; all: sum of the phases\n";
}

} // namespace kitt::miniapp
