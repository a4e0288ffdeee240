// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/json/fields_json.hpp"
#include "perf/mpi_profile/profile.hpp"
#include "perf/mpi_profile/profile_text.hpp"
#include "test/catch.hpp"

namespace kitt::mpi_profile {
namespace {

/// Returns the records of three ranks. Rank 0 sends twice to rank 1 and waits. Rank 1 sends twice
/// to rank 0 and fetches 7 bytes from rank 2.
std::vector<RankRecord> three_ranks() {
  RankRecord first{.rank = 0, .hostname = "a", .node_leader = 0, .wall_seconds = 10};
  first.communication_seconds = 4;
  first.calls = {{"MPI_Send", "halo", 0, 100, 2, 1.0, 0.4, 0.6},
                 {"MPI_Wait", "halo", 0, 0, 1, 2.0, 2.0, 2.0}};
  first.regions = {{"halo", 1, 4.0, 3.0, 200}};
  first.traffic = {{0, 1, 200, 2}};
  RankRecord second{.rank = 1, .hostname = "b", .node_leader = 1, .wall_seconds = 10};
  second.communication_seconds = 8;
  second.calls = {{"MPI_Send", "halo", 0, 100, 1, 0.5, 0.5, 0.5},
                  {"MPI_Send", "halo", 0, 128, 1, 5.5, 5.5, 5.5}};
  second.regions = {{"halo", 1, 8.0, 6.0, 228}};
  second.traffic = {{1, 0, 228, 2}, {2, 1, 7, 1}}; // the second entry was fetched
  RankRecord third{.rank = 2, .hostname = "b", .node_leader = 1, .wall_seconds = 10};
  third.memory = {1000, 10, 20, 30};
  return {first, second, third};
}

} // namespace

TEST_CASE("the records of the ranks give sums, shares and extremes") {
  auto const profile = merge(three_ranks(), false);
  CHECK(profile.wall_seconds == 10);
  CHECK(profile.mpi_seconds == Approx(9.0 / 3));
  REQUIRE(profile.routines.size() == 3); // routines are sorted by time, longest first
  auto const& longest = profile.routines[0];
  CHECK(longest.calls.bytes_per_call == 128);
  CHECK(longest.share_of_mpi == Approx(5.5 / 9));
  CHECK(longest.share_of_wall == Approx(5.5 / 30));
  auto const& sends = profile.routines[2];
  CHECK(sends.calls.routine == "MPI_Send");
  CHECK(sends.calls.calls == 3);
  CHECK(sends.calls.bytes() == 300);
  CHECK(sends.calls.seconds_total == Approx(1.5));
  CHECK(sends.calls.seconds_mean() == Approx(0.5));
  CHECK(sends.calls.seconds_minimum == 0.4);
  CHECK(sends.calls.seconds_maximum == 0.6);
}

TEST_CASE("regions have the mean, least and most of all ranks, including ranks without calls") {
  auto const profile = merge(three_ranks(), false);
  REQUIRE(profile.regions.size() == 1);
  auto const& halo = profile.regions[0];
  CHECK(halo.calls == 2);
  CHECK(halo.seconds_mean == Approx(4));
  CHECK(halo.seconds_minimum == 0);
  CHECK(halo.seconds_maximum == 8);
  CHECK(halo.mpi_seconds_mean == Approx(3));
  CHECK(halo.bytes == 428);
}

TEST_CASE("message sizes are sorted into powers of two") {
  auto const profile = merge(three_ranks(), false);
  REQUIRE(profile.histogram.size() == 2); // 100 and 128 bytes are both counted as up to 128 bytes
  CHECK(profile.histogram[0].routine == "MPI_Send");
  CHECK(profile.histogram[0].up_to_bytes == 128);
  CHECK(profile.histogram[0].calls == 4);
  CHECK(profile.histogram[0].bytes == 428);
  CHECK(profile.histogram[1].routine == "MPI_Wait");
  CHECK(profile.histogram[1].up_to_bytes == 0);
}

TEST_CASE("rows of the matrix are senders, also for data that the receiver fetched") {
  auto const profile = merge(three_ranks(), false);
  REQUIRE(profile.matrix);
  using Rows = std::vector<std::vector<std::uint64_t>>;
  CHECK(profile.matrix->bytes == Rows{{0, 200, 0}, {228, 0, 0}, {0, 7, 0}});
  CHECK(profile.matrix->messages == Rows{{0, 2, 0}, {2, 0, 0}, {0, 1, 0}});
  CHECK(profile.ranks[2].bytes_sent == 7);
}

TEST_CASE("the profile has imbalance, nodes and memory, and waiting times only on request") {
  auto const profile = merge(three_ranks(), false);
  CHECK(profile.of_ranks.mpi_maximum_over_mean == Approx(6.0 / 3));
  CHECK(profile.of_ranks.compute_maximum_over_mean ==
        Approx(10.0 / 6));                                    // the ranks compute for 6, 2 and 10 s
  CHECK(profile.of_nodes.mpi_maximum_over_mean == Approx(1)); // ranks with 3 s, and with 6 and 0 s
  CHECK(profile.of_nodes.compute_maximum_over_mean == Approx(1));
  CHECK(profile.ranks[0].node == 0);
  CHECK(profile.ranks[1].node == 1);
  CHECK(profile.ranks[2].node == 1);
  CHECK(profile.ranks[2].memory.buffer_bytes == 20);
  CHECK_FALSE(profile.ranks[0].memory.field_bytes);
  CHECK_FALSE(profile.ranks[0].wait_seconds);
  CHECK(merge(three_ranks(), true).ranks[0].wait_seconds == 0.0);
}

TEST_CASE("sockets have equal numbers on other nodes") {
  auto ranks = three_ranks();
  ranks[2].socket = 1;
  auto const sockets = merge(ranks, false).of_sockets; // one socket of node a and two of node b
  CHECK(sockets.mpi_maximum_over_mean == Approx(6.0 / 3));
  ranks[2].socket = 0;
  CHECK(merge(ranks, false).of_sockets.mpi_maximum_over_mean == Approx(1));
}

TEST_CASE("the time axis has each rank's share of each step, with the longest steps of any rank") {
  auto ranks = three_ranks();
  ranks[0].step_seconds = 2;
  ranks[0].communication_by_step = {1, 0, 2};
  ranks[1].step_seconds = 4;
  ranks[1].communication_by_step = {4};
  ranks[2].step_seconds = 4;
  auto const timeline = merge(ranks, false).timeline;
  CHECK(timeline.step_seconds == 4);
  CHECK(*timeline.shares == std::vector<std::vector<double>>{{0.25, 0.5, 0}, {1, 0, 0}, {0, 0, 0}});
  REQUIRE(timeline.steps.size() == 3); // the last step lasts 2 s
  CHECK(timeline.steps[1].begin_seconds == 4);
  CHECK(timeline.steps[0].share_mean == Approx(1.25 / 3));
  CHECK(timeline.steps[0].share_minimum == 0);
  CHECK(timeline.steps[0].share_maximum == 1);
}

TEST_CASE("there is no matrix with more ranks than largest_matrix") {
  std::vector<RankRecord> ranks(largest_matrix + 1);
  for (std::size_t i = 0; i < ranks.size(); ++i)
    ranks[i].rank = static_cast<int>(i);
  CHECK_FALSE(merge(ranks, false).matrix);
  CHECK_FALSE(merge(ranks, false).timeline.shares);
  CHECK_FALSE(perf::to_data(merge(ranks, false)).contains("matrix"));
  ranks.pop_back();
  CHECK(merge(ranks, false).matrix);
  CHECK(merge(ranks, false).timeline.shares);
}

TEST_CASE("a rank's record reaches rank 0 unchanged") {
  for (auto const& record : three_ranks()) {
    auto const data = perf::to_data(record);
    auto const again = perf::from_data<RankRecord>(perf::Json::parse(data.dump()));
    CHECK(perf::to_data(again) == data);
    CHECK(again.calls.size() == record.calls.size());
    CHECK(again.memory.field_bytes == record.memory.field_bytes);
  }
}

TEST_CASE("the printed tables contain the values of the profile") {
  auto const text = profile_text(merge(three_ranks(), true));
  for (auto const* const part :
       {"MPI_Send", "TOTAL", "61.11", "18.33", "halo", "Mbytes from",
        "total 10.000 s, compute 6.000 s, communication 4.000 s, share 40.0 %",
        "of sockets        "})
    CHECK_THAT(text, Catch::Matchers::ContainsSubstring(part));
}

} // namespace kitt::mpi_profile
