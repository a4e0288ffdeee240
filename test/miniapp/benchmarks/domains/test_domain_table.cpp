// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/domains/domain_cell.hpp"
#include "perf/record/csv.hpp"
#include "perf/record/detail/cell_json.hpp"
#include "perf/tables/cell_tables.hpp"
#include "test/catch.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

using namespace kitt::miniapp;
using namespace kitt::perf;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Returns a cell of two nodes with two domains of two ranks. In each domain one rank takes the
/// given seconds and the other rank 2 % more.
DomainCell cell_of(std::string const& pair, std::vector<double> const& seconds) {
  DomainCell cell;
  cell.kernel = pair == "none" ? DomainCell::control : DomainCell::exchange;
  cell.partition = "numa-domains";
  cell.pair = pair;
  cell.bytes = 1000000;
  cell.repeats = 10;
  cell.domains = 2;
  cell.ranks = 8;
  for (int number = 0; number < 4; ++number) {
    auto const time = seconds[static_cast<std::size_t>(number)];
    cell.times.push_back(
        {.node = number / 2,
         .number = number,
         .numa_domain = number % 2,
         .has_network_device = number % 2 == 0,
         .off_node = pair == std::to_string(number % 2) + "-" + std::to_string(number % 2 + 2)});
    set_times(cell.times.back(), {time, 1.02 * time});
  }
  cell.seconds = {.count = 3, .median = 1, .mean = 1, .standard_error = 0.01};
  return cell;
}

DomainCell const control = cell_of("none", {1, 1, 1, 1});

/// Returns an exchange that is compared with the control above.
DomainCell exchange_of(std::string const& pair, std::vector<double> const& seconds) {
  auto cell = cell_of(pair, seconds);
  set_against(control, cell);
  return cell;
}

} // namespace

TEST_CASE("only domains that slow down while they talk to themselves are named") {
  // As in seed 002, the domain with the network device is slow in either block on both nodes.
  auto const near = exchange_of("0-2", {2, 1, 2, 1});
  auto const far = exchange_of("1-3", {1.1, 2.1, 1.02, 2.1});
  auto const said = domain_verdicts({control, near, far});
  // 1.414 % of 1.01 is the larger deviation x 1.1
  CHECK(said == "Domain 0 sends to itself and is 10.0 % slower than in the control while pair 1-3 "
                "exchanges (6.5 standard deviations).\n");
  CHECK_THAT(domain_verdicts({control, near}), ContainsSubstring("No domain"));
  CHECK(domain_verdicts({control}).empty());
}

TEST_CASE("without a spread of ranks, no domain is called slower") {
  auto before = control;
  auto cell = cell_of("0-2", {2, 5, 2, 1});
  for (auto* const each : {&before, &cell})
    for (auto& domain : each->times)
      set_times(domain, {domain.mean_seconds});
  set_against(before, cell);
  CHECK(*cell.times[1].ratio_to_control == 5);
  CHECK_FALSE(cell.times[1].excess_over_control.has_value());
  CHECK_THAT(domain_verdicts({before, cell}), ContainsSubstring("cannot be compared"));
}

TEST_CASE("a row has a line for each domain, with the mean of the domains that are off-node") {
  auto const text = cell_row(exchange_of("1-3", {1.1, 2.1, 1.02, 2.3}));
  CHECK(std::count(text.begin(), text.end(), '\n') == 4);
  CHECK_THAT(text, ContainsSubstring("2.222 s")); // 1.01 x the mean of 2.1 and 2.3
  CHECK_THAT(text, ContainsSubstring("1.100     6.5"));
  CHECK(std::abs(*off_node_mean_seconds(exchange_of("0-2", {2, 1, 4, 1})) - 3.03) < 1e-12);
  CHECK(std::abs(mb_per_s_per_rank(control) - 10 / 1.01) < 1e-12);
}

TEST_CASE("a cell is read back unchanged, and CSV lists its domains in one column") {
  auto const cell = exchange_of("1-3", {1.1, 2.1, 1.02, 2.1});
  auto const json = *Cell(cell).data;
  auto const again = detail::cell_from_json(json).figures<DomainCell>();
  CHECK(*Cell(again).data == json);
  CHECK(again.times[0].excess_over_control == cell.times[0].excess_over_control);
  CHECK_THAT(csv_row(json), ContainsSubstring("node=0 number=0 numa_domain=0"));
  CHECK_THAT(csv_row(json), ContainsSubstring("; node=1 number=3"));
}
