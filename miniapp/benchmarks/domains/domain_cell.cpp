// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/domains/domain_cell.hpp"

#include "core/base/error.hpp"
#include "perf/record/define_cells.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

/// Returns the mean time over the ranks of all domains for which `counts` is true. Returns nothing
/// if there are no such domains.
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

std::optional<double> relative_deviation(DomainTimes const& domain) {
  if (!domain.standard_deviation_seconds)
    return std::nullopt;
  return *domain.standard_deviation_seconds / domain.mean_seconds;
}

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
  figure.communication_seconds = cell.seconds.median;
  figure.between_nodes = cell.kernel == DomainCell::exchange;
  figure.kernel +=
      fmt::format(" {} of {}, {} B x {}", cell.pair, cell.domains, cell.bytes, cell.repeats);
}

extern perf::CellKind const domains_cells = perf::cell_kind<DomainCell>(
    {.benchmarks = {{"domains", "Pairs of NUMA domains", "Domains", "MB/s that a rank receives",
                     "MB/s", false, false}},
     .kernels = {{"control"}, {"exchange"}},
     .merits = {{"mb_per_s_per_rank", "MB/s that a rank receives", false, {"exchange"}}}});

std::string domain_verdicts(std::vector<DomainCell> const& cells) {
  std::string text;
  int idle = 0;
  int judged = 0;
  for (auto const& cell : cells)
    for (auto const& domain : cell.times) {
      if (domain.off_node || !domain.ratio_to_control)
        continue;
      ++idle;
      judged += domain.excess_over_control ? 1 : 0;
      if (is_slowed(domain))
        text += fmt::format("Domain {} sends to itself and is {} % slower than in the control "
                            "while pair {} exchanges ({:.1f} standard deviations).\n",
                            domain.number, perf::percent(*domain.ratio_to_control - 1), cell.pair,
                            *domain.excess_over_control);
    }
  if (!text.empty() || idle == 0)
    return text;
  return judged > 0
             ? "No domain that sends to itself is more than 3 standard deviations slower than in "
               "the control.\n"
             : "Domains that send to themselves cannot be compared with the control (the ranks of "
               "a domain all took equally long, or\nthere is one rank in each): start more ranks "
               "on each node.\n";
}

} // namespace kitt::miniapp

template kitt::perf::Cell::Cell(kitt::miniapp::DomainCell const&);
template kitt::miniapp::DomainCell kitt::perf::Cell::figures() const;
