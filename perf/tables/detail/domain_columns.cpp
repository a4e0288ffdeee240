// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/tables/detail/domain_columns.hpp"

#include "perf/text/words.hpp"

#include <fmt/format.h>

namespace kitt::perf::detail {

namespace {

int off_node_ranks(DomainCell const& cell) {
  int ranks = 0;
  for (auto const& domain : cell.times)
    ranks += domain.off_node ? domain.ranks : 0;
  return ranks;
}

std::string block(DomainLine const& line) {
  return line.cell->kernel == DomainCell::control ? line.cell->kernel : line.cell->pair;
}

double mean_seconds(DomainLine const& line) {
  return line.domain != nullptr ? line.domain->mean_seconds : *off_node_mean_seconds(*line.cell);
}

/// Of one domain; "-" in the line of all that are off-node.
template <class Text>
auto of_domain(Text const& text) {
  return [=](DomainLine const& line) {
    return line.domain != nullptr ? text(*line.domain) : std::string("-");
  };
}

std::string deviation(DomainTimes const& domain) {
  if (!domain.standard_deviation_seconds)
    return "-";
  return percent(*domain.standard_deviation_seconds / domain.mean_seconds);
}

double mb_per_s(DomainLine const& line) {
  return static_cast<double>(line.cell->bytes * line.cell->repeats) / mean_seconds(line) * 1e-6;
}

} // namespace

std::vector<DomainLine> lines_of(DomainCell const& cell) {
  std::vector<DomainLine> lines;
  for (auto const& domain : cell.times)
    lines.push_back({&cell, &domain});
  if (off_node_mean_seconds(cell))
    lines.push_back({&cell, nullptr});
  return lines;
}

std::vector<ColumnOf<DomainLine>> columns_of(DomainCell const*, bool) {
  return {
      {{"Pair", "", 8, Align::left}, block},
      {{"Domain", "", 6}, of_domain([](auto& d) { return std::to_string(d.number); })},
      {{"Node", "", 4}, of_domain([](auto& d) { return std::to_string(d.node); })},
      {{"NUMA", "number", 6}, of_domain([](auto& d) { return std::to_string(d.numa_domain); })},
      {{"Ranks", "", 5},
       [](auto& line) {
         return std::to_string(line.domain != nullptr ? line.domain->ranks
                                                      : off_node_ranks(*line.cell));
       }},
      {{"Sends to", "", 8, Align::left},
       [](auto& line) {
         return line.domain != nullptr && !line.domain->off_node ? "itself" : "off-node";
       }},
      {{"Receives", "mean", 9}, [](auto& line) { return readable_seconds(mean_seconds(line)); }},
      {{"SD", "%", 5}, of_domain(deviation)},
      {{"Control", "times", 7}, of_domain([](auto& d) { return fixed(d.ratio_to_control, 3); })},
      {{"Excess", "SD", 6}, of_domain([](auto& d) { return fixed(d.excess_over_control, 1); })},
      {{"Per rank", "MB/s", 10}, [](auto& line) { return fixed(mb_per_s(line), 1); }},
      {{"Network", "", 7, Align::left},
       of_domain([](auto& d) { return std::string(d.has_network_device ? "device" : ""); })},
  };
}

} // namespace kitt::perf::detail
