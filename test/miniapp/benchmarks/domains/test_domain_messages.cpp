// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/domains/domain_cell.hpp"
#include "miniapp/benchmarks/domains/domain_messages.hpp"
#include "test/catch.hpp"
#include "test/comms/mpi_test.hpp"

#include <cmath>

using namespace kitt;
using namespace kitt::miniapp;
using namespace kitt::perf;

namespace {

/// Returns the pairs of all ranks of this test, as if they were on two nodes with `domains` domains
/// each.
std::vector<comms::DomainPair> pairs_of(int domains) {
  auto const ranks = test::test_world().size();
  std::vector<comms::NodePlace> places;
  for (int rank = 0; rank < ranks; ++rank)
    places.push_back({rank / (ranks / 2), rank % (ranks / 2)});
  return comms::domain_pairs(places, comms::equal_parts(places, domains));
}

DomainBlock block_of(std::vector<comms::DomainPair> const& all,
                     comms::DomainPair const* exchanging) {
  DomainBlock block;
  for (auto const& pair : all)
    block.domains.push_back(pair.first);
  for (auto const& pair : all)
    block.domains.push_back(pair.second);
  if (exchanging != nullptr)
    block.pairs = exchanging->pairs();
  return block;
}

DomainMessages messages_of(DomainBlock const& block, std::size_t bytes,
                           std::optional<DomainCell> const& control = {}, std::uint64_t seed = 3) {
  return {test::test_world(), block, bytes, 4, control, kokkos_memory, seed};
}

std::size_t wrong_of_all(std::size_t own) {
  return static_cast<std::size_t>(test::test_world().sum(static_cast<double>(own)));
}

int domains_here() {
  return test::test_world().size() / 2;
}

} // namespace

TEST_CASE("messages of the other node and of the rank itself arrive unchanged") {
  auto const all = pairs_of(domains_here());
  for (std::size_t const bytes : {1, 1001, 200000})
    for (auto const* pair :
         {static_cast<comms::DomainPair const*>(nullptr), &all.front(), &all.back()}) {
      auto messages = messages_of(block_of(all, pair), bytes);
      CHECK(messages.wrong_bytes() == 0);
      messages.run();
      messages.run();
      CHECK(messages.seconds() > 0);
      CHECK(messages.wrong_left() == 0);
      CHECK(messages.wrong_bytes() == 0);
    }
}

TEST_CASE("one wrong byte of a timed message is found by the receiving rank") {
  auto const all = pairs_of(domains_here());
  for (auto const* pair : {static_cast<comms::DomainPair const*>(nullptr), &all.front()}) {
    auto messages = messages_of(block_of(all, pair), 1001);
    CHECK(messages.wrong_bytes() == 0);
    if (test::test_world().rank() == 0)
      messages.outgoing()[500] ^= std::byte{1};
    messages.run();
    auto const wrong = messages.wrong_left();
    CHECK(wrong_of_all(wrong) == 8); // one wrong bit makes all 8 bytes of its word wrong
    auto const receiver = pair == nullptr ? 0 : test::test_world().size() / 2;
    CHECK((wrong > 0) == (test::test_world().rank() == receiver));
  }
}

TEST_CASE("messages that do not come from the partner are found") {
  auto const all = pairs_of(domains_here());
  // Each rank expects contents that follow from its own seed. Because the seeds differ, the
  // partner's data is wrong.
  auto const seed = static_cast<std::uint64_t>(test::test_world().rank());
  auto messages = messages_of(block_of(all, &all.front()), 1000, {}, seed);
  auto const wrong = messages.wrong_bytes();
  auto const exchanging = all.front().pairs().size() * 2;
  CHECK(wrong_of_all(wrong) == exchanging * 1000);
}

TEST_CASE("times of all domains are gathered and compared with the control") {
  auto const all = pairs_of(domains_here());
  DomainCell control;
  auto alone = messages_of(block_of(all, nullptr), 1000);
  for (int call = 0; call < 3; ++call)
    alone.run();
  alone.describe(control);
  REQUIRE(control.times.size() == 2 * all.size());
  CHECK_FALSE(off_node_mean_seconds(control).has_value());
  for (auto const& domain : control.times) {
    CHECK_FALSE(domain.off_node);
    CHECK_FALSE(domain.ratio_to_control.has_value());
    CHECK(domain.mean_seconds > 0);
    CHECK(domain.ranks == 1);
    CHECK_FALSE(domain.standard_deviation_seconds.has_value());
  }
  DomainCell cell;
  auto messages = messages_of(block_of(all, &all.back()), 1000, control);
  messages.run();
  messages.describe(cell);
  for (auto const& domain : cell.times) {
    auto const& before = control.times[static_cast<std::size_t>(domain.number)];
    CHECK(*domain.ratio_to_control == domain.mean_seconds / before.mean_seconds);
    CHECK(domain.off_node ==
          (domain.number == all.back().first.number || domain.number == all.back().second.number));
  }
  auto const& last = cell.times.back();
  auto const& partner = cell.times[all.size() - 1];
  CHECK(std::abs(*off_node_mean_seconds(cell) / ((last.mean_seconds + partner.mean_seconds) / 2) -
                 1) < 1e-12);
}

TEST_CASE("the times of a domain's ranks are averaged, with the standard deviation of a sample") {
  DomainTimes domain;
  set_times(domain, {1, 2, 3, 6});
  CHECK(domain.ranks == 4);
  CHECK(domain.mean_seconds == 3);
  CHECK(std::abs(*domain.standard_deviation_seconds - std::sqrt(14.0 / 3)) < 1e-12);
}
