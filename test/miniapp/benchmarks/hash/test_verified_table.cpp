// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hash/hash_cell.hpp"
#include "miniapp/benchmarks/hash/random_permutation.hpp"
#include "miniapp/benchmarks/hash/verified_table.hpp"
#include "test/catch.hpp"
#include "test/comms/mpi_test.hpp"

#include <set>

using namespace kitt;
using namespace kitt::miniapp;
using namespace kitt::perf;
using comms::DistributedTable;

namespace {

constexpr std::uint64_t keys_of_rank = 300;

std::uint64_t all_ranks() {
  return static_cast<std::uint64_t>(test::test_world().size());
}
std::uint64_t all_keys() {
  return all_ranks() * keys_of_rank;
}

TableShape construction(std::size_t entry_bytes, std::size_t batch) {
  return {TablePhase::construct, entry_bytes, keys_of_rank, batch, 0};
}
TableShape traversal(std::uint64_t visits) {
  return {TablePhase::traverse, 72, keys_of_rank, 1, visits};
}

VerifiedTable table_of(TableShape const& shape) {
  return {test::test_world(), shape, kokkos_memory, 5};
}

std::size_t wrong_of_all(std::size_t own) {
  return static_cast<std::size_t>(test::test_world().sum(static_cast<double>(own)));
}

/// Returns the number of wrong bytes after a call, if `spoil` changes rank 0's part before the
/// check.
template <class Spoil>
std::size_t wrong_if(TableShape const& shape, Spoil const& spoil) {
  auto table = table_of(shape);
  table.run();
  CHECK(wrong_of_all(table.check()) == 0);
  if (test::test_world().rank() == 0)
    spoil(table.table());
  return wrong_of_all(table.check());
}

} // namespace

TEST_CASE("a random order contains each number once and depends on the seed") {
  for (std::uint64_t const count : {1, 2, 3, 64, 1000, 4097}) {
    RandomPermutation const order(7, count);
    std::set<std::uint64_t> found;
    for (std::uint64_t i = 0; i < count; ++i)
      found.insert(order(i));
    CHECK(found.size() == count);
    CHECK(*found.rbegin() == count - 1);
  }
  RandomPermutation const order(7, 1000);
  RandomPermutation const other(8, 1000);
  int same = 0;
  int kept = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    same += order(i) == other(i) ? 1 : 0;
    kept += order(i) == i ? 1 : 0;
  }
  CHECK(same < 10); // about one equal number is expected by chance
  CHECK(kept < 10);
}

TEST_CASE("a table of entries of any size is built correctly in repeated calls") {
  for (std::size_t const bytes : {8, 64, 72, 1032})
    for (std::size_t const batch : {1, 7, 1000}) {
      auto table = table_of(construction(bytes, batch));
      CHECK(wrong_of_all(table.wrong_bytes()) == 0);
      table.run();
      CHECK(table.seconds() > 0);
      CHECK(wrong_of_all(table.wrong_bytes()) == 0);
      HashCell cell;
      table.describe(cell);
      REQUIRE(cell.operation_microseconds.has_value());
      CHECK(cell.operation_microseconds->median <= cell.operation_microseconds->p99);
      CHECK(cell.busiest_counter_microseconds.has_value());
    }
}

TEST_CASE("of very many operations some are timed, and none while the timer is off") {
  OperationTimer timer;
  auto const operate = [&](std::uint64_t times) {
    for (std::uint64_t i = 0; i < times; ++i)
      OperationTimer::Reading const reading(timer);
    return timer.seconds().size();
  };
  CHECK(operate(10) == 0);
  timer.start(10);
  CHECK(operate(10) == 10);
  timer.start(3 * OperationTimer::most);
  CHECK(operate(3 * OperationTimer::most) == OperationTimer::most);
  timer.stop();
  CHECK(operate(10) == OperationTimer::most);
}

TEST_CASE("if all ranks visit all entries, all claims of an entry except one are lost") {
  auto table = table_of(traversal(all_keys()));
  table.run();
  CHECK(wrong_of_all(table.wrong_bytes()) == 0);
  HashCell cell;
  table.describe(cell);
  CHECK(cell.claims_lost == (all_ranks() - 1) * all_keys());
  CHECK(cell.operation_microseconds.has_value());
  CHECK_FALSE(cell.busiest_counter_microseconds.has_value());
  CHECK(cell.busiest_counter_share > 1);
  CHECK(cell.busiest_counter_share < 1.5);
}

TEST_CASE("if ranks visit some entries, the number of lost claims is near the expected one") {
  HashCell cell;
  cell.ranks = test::test_world().size();
  cell.entries = all_keys();
  cell.visits = keys_of_rank;
  auto table = table_of(traversal(keys_of_rank));
  CHECK(wrong_of_all(table.wrong_bytes()) == 0);
  table.describe(cell);
  auto const expected = *expected_claims_lost(cell);
  CHECK(std::abs(static_cast<double>(*cell.claims_lost) - expected) < 6 * std::sqrt(expected));
  cell.visits = static_cast<std::int64_t>(all_keys());
  CHECK(*expected_claims_lost(cell) == static_cast<double>((all_ranks() - 1) * all_keys()));
}

TEST_CASE("a wrong byte, an entry written twice and a wrong counter are found") {
  auto const shape = construction(1032, 1);
  for (std::size_t const byte : {0, 9, 511, 512, 1031})
    CHECK(wrong_if(shape, [&](DistributedTable& table) { table.entry(3)[byte] ^= std::byte{1}; }) >
          0);
  CHECK(wrong_if(shape, [](DistributedTable& table) {
          std::memcpy(table.entry(3), table.entry(4), 1032);
        }) == 1); // the copied entry is right by itself
  CHECK(wrong_if(shape, [](DistributedTable& table) { ++table.counter(); }) > 0);
  CHECK(wrong_if(shape, [](DistributedTable& table) { table.claimant(3) = 1; }) > 0);
}

TEST_CASE("a lost claim and a claim of another rank are found") {
  for (auto const visits : {keys_of_rank, all_keys()}) {
    auto const first_claim = [](DistributedTable& table) -> DistributedTable::Claim& {
      std::uint64_t slot = 0;
      while (table.claimant(slot) == DistributedTable::unclaimed)
        ++slot;
      return table.claimant(slot);
    };
    CHECK(wrong_if(traversal(visits), [&](DistributedTable& table) {
            first_claim(table) = DistributedTable::unclaimed;
          }) > 0);
    CHECK(wrong_if(traversal(visits), [&](DistributedTable& table) {
            auto& claim = first_claim(table);
            claim = (claim + 1) % static_cast<DistributedTable::Claim>(all_ranks());
          }) == 1);
  }
}

TEST_CASE("a wrong byte that is read during timing is found") {
  auto table = table_of(traversal(all_keys()));
  CHECK(wrong_of_all(table.wrong_bytes()) == 0);
  if (test::test_world().rank() == 0)
    table.table().entry(0)[8] ^= std::byte{1};
  table.run();
  if (test::test_world().rank() == 0)
    table.table().entry(0)[8] ^= std::byte{1};
  CHECK(wrong_of_all(table.check()) == 8 * all_ranks());
}
