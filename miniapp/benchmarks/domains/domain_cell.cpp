// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/domains/domain_cell.hpp"

#include "core/base/error.hpp"
#include "perf/record/cell_columns.hpp"
#include "perf/record/define_cells.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

/// The mean over ranks of those domains that `counts` takes; none if it takes none.
template <class Counts>
std::optional<double> mean_of(DomainCell const& cell, Counts const& counts) {
  double sum = 0;
  int ranks = 0;
  for (auto const& domain : cell.times)
    if (counts(domain)) {
      sum += domain.mean_seconds * domain.ranks;
      ranks += domain.ranks;
    }
  return ranks > 0 ? std::optional(sum / ranks) : std::nullopt;
}

} // namespace

std::optional<double> off_node_mean_seconds(DomainCell const& cell) {
  return mean_of(cell, [](DomainTimes const& domain) { return domain.off_node; });
}

double mb_per_s_per_rank(DomainCell const& cell) {
  auto seconds = off_node_mean_seconds(cell);
  if (!seconds)
    seconds = mean_of(cell, [](DomainTimes const&) { return true; });
  if (!seconds) // a default-constructed cell
    return 0;
  return static_cast<double>(cell.bytes * cell.repeats) / *seconds * 1e-6;
}

void set_times(DomainTimes& domain, std::vector<double> const& seconds_of_ranks) {
  auto const ranks = perf::summarize(seconds_of_ranks);
  domain.ranks = static_cast<int>(ranks.count);
  domain.mean_seconds = ranks.mean;
  domain.standard_deviation_seconds.reset();
  if (ranks.count > 1)
    domain.standard_deviation_seconds =
        ranks.standard_error * std::sqrt(static_cast<double>(ranks.count));
}

void set_against(DomainCell const& control, DomainCell& cell) {
  KITT_EXPECT(control.times.size() == cell.times.size());
  for (std::size_t i = 0; i < cell.times.size(); ++i) {
    auto& domain = cell.times[i];
    auto const& before = control.times[i];
    domain.ratio_to_control = domain.mean_seconds / before.mean_seconds;
    auto const deviation = std::max(domain.standard_deviation_seconds.value_or(0),
                                    before.standard_deviation_seconds.value_or(0));
    if (deviation > 0)
      domain.excess_over_control = (domain.mean_seconds - before.mean_seconds) / deviation;
  }
}

bool is_slowed(DomainTimes const& domain) {
  return !domain.off_node && domain.excess_over_control.value_or(0) > 3;
}

perf::CellKey key_of(DomainCell const& cell) {
  return {.benchmark = DomainCell::benchmark,
          .kernel = cell.kernel,
          .variant = cell.partition,
          .parameters = {{"pair", cell.pair},
                         {"bytes", cell.bytes},
                         {"repeats", cell.repeats},
                         {"domains", cell.domains},
                         {"ranks", cell.ranks}}};
}

static void set_figure(perf::Figure& figure, DomainCell const& cell, perf::FigureContext const&) {
  perf::set_rate(figure, mb_per_s_per_rank(cell), cell.seconds);
  figure.communication_seconds = cell.seconds.median;
  figure.between_nodes = cell.kernel == DomainCell::exchange;
  figure.kernel +=
      fmt::format(" {} of {}, {} B x {}", cell.pair, cell.domains, cell.bytes, cell.repeats);
}

namespace {

struct DomainLine {
  DomainCell const* cell = nullptr;
  DomainTimes const* domain = nullptr; ///< null: all that are off-node
};
/// The lines of a cell, which outlives them.

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
  return perf::percent(*domain.standard_deviation_seconds / domain.mean_seconds);
}

double mb_per_s(DomainLine const& line) {
  return static_cast<double>(line.cell->bytes * line.cell->repeats) / mean_seconds(line) * 1e-6;
}

} // namespace

static std::vector<DomainLine> lines_of(DomainCell const& cell) {
  std::vector<DomainLine> lines;
  for (auto const& domain : cell.times)
    lines.push_back({&cell, &domain});
  if (off_node_mean_seconds(cell))
    lines.push_back({&cell, nullptr});
  return lines;
}

static std::vector<perf::ColumnOf<DomainLine>> columns_of(DomainCell const*, bool) {
  return {
      {{"Pair", "", 8, perf::Align::left}, block},
      {{"Domain", "", 6}, of_domain([](auto& d) { return std::to_string(d.number); })},
      {{"Node", "", 4}, of_domain([](auto& d) { return std::to_string(d.node); })},
      {{"NUMA", "number", 6}, of_domain([](auto& d) { return std::to_string(d.numa_domain); })},
      {{"Ranks", "", 5},
       [](auto& line) {
         return std::to_string(line.domain != nullptr ? line.domain->ranks
                                                      : off_node_ranks(*line.cell));
       }},
      {{"Sends to", "", 8, perf::Align::left},
       [](auto& line) {
         return line.domain != nullptr && !line.domain->off_node ? "itself" : "off-node";
       }},
      {{"Receives", "mean", 9},
       [](auto& line) { return perf::readable_seconds(mean_seconds(line)); }},
      {{"SD", "%", 5}, of_domain(deviation)},
      {{"Control", "times", 7},
       of_domain([](auto& d) { return perf::fixed(d.ratio_to_control, 3); })},
      {{"Excess", "SD", 6},
       of_domain([](auto& d) { return perf::fixed(d.excess_over_control, 1); })},
      {{"Per rank", "MB/s", 10}, [](auto& line) { return perf::fixed(mb_per_s(line), 1); }},
      {{"Network", "", 7, perf::Align::left},
       of_domain([](auto& d) { return std::string(d.has_network_device ? "device" : ""); })},
  };
}

extern perf::CellKind const domain_cells = perf::cell_kind<DomainCell>(
    {.benchmarks = {{"domains", "Pairs of NUMA domains", "Domains", "MB/s that a rank receives",
                     "MB/s", false, false}},
     .kernels = {{"control"}, {"exchange"}}});

} // namespace kitt::miniapp

template kitt::perf::Cell::Cell(kitt::miniapp::DomainCell const&);
template kitt::miniapp::DomainCell kitt::perf::Cell::figures() const;
