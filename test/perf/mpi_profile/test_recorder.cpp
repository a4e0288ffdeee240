// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/detail/time_axis.hpp"
#include "perf/mpi_profile/recorder.hpp"
#include "test/catch.hpp"
#include "test/comms/node/fake_files.hpp"

#include <thread>
#include <vector>

namespace kitt::mpi_profile {
namespace {

using comms::Entry;
using comms::Region;

constexpr Nanoseconds second = std::chrono::seconds(1);

CallRow const* find(RankRecord const& record, std::string const& routine, std::uint64_t bytes = 0) {
  for (auto const& row : record.calls)
    if (row.routine == routine && row.bytes_per_call == bytes)
      return &row;
  return nullptr;
}

RegionTime region(RankRecord const& record, Region which) {
  return record.regions.at(static_cast<std::size_t>(which));
}

} // namespace

TEST_CASE("calls are recorded by routine, size and region, with their times") {
  start_recording(0, 1);
  record_call("MPI_Send", {8}, second);
  record_call("MPI_Send", {8}, 3 * second);
  record_call("MPI_Send", {16}, second);
  enter_region(Region::halo, Entry::starts);
  record_call("MPI_Send", {8}, second);
  leave_region();
  auto const record = recorded();
  CHECK(record.calls.size() == 3);
  auto const halo = region(record, Region::halo);
  CHECK(halo.calls == 1);
  CHECK(halo.mpi_seconds == 1);
  auto const other = region(record, Region::other);
  CHECK(other.calls == 3);
  CHECK(other.seconds == 5);
  for (auto const& row : record.calls)
    if (row.bytes_per_call == 8 && row.region == "other") {
      CHECK(row.calls == 2);
      CHECK(row.seconds_total == 4);
      CHECK(row.seconds_minimum == 1);
      CHECK(row.seconds_maximum == 3);
    }
}

TEST_CASE("time is recorded along the run in steps that get longer as the run lasts") {
  using detail::TimeAxis;
  TimeAxis axis;
  axis.add(-second, TimeAxis::shortest_step / 2); // time before the start is not counted
  axis.add(TimeAxis::shortest_step * 3 / 2, TimeAxis::shortest_step * 5 / 2);
  auto const half = TimeAxis::shortest_step / 2;
  CHECK(axis.spent() == std::vector<Nanoseconds>{half, half, half});
  axis.add(second * 59, second * 60);
  CHECK(axis.step() == 2 * TimeAxis::shortest_step);
  CHECK(axis.spent().size() == 240);
  CHECK(axis.spent()[0] == 2 * half);
  CHECK(axis.spent()[1] == half);
  CHECK(axis.spent()[239] == axis.step());
}

TEST_CASE("calls outside of regions, and regions, count as communication of their time steps") {
  start_recording(0, 1);
  enter_region(Region::halo, Entry::starts);
  record_call("MPI_Send", {8}, second); // the time of the region contains this call
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  leave_region();
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  record_call("MPI_Send", {8}, std::chrono::milliseconds(1));
  auto const record = recorded();
  double sum = 0;
  for (auto const seconds : record.communication_by_step)
    sum += seconds;
  CHECK(sum == Approx(record.communication_seconds));
  CHECK(sum >= 0.003);
}

TEST_CASE("a start forgets earlier records, and a pause does not") {
  start_recording(0, 1);
  record_call("MPI_Send", {8}, second);
  pause_recording();
  CHECK_FALSE(recording());
  resume_recording();
  CHECK(recording());
  CHECK(recorded().calls.size() == 1);
  start_recording(0, 1);
  CHECK(recorded().calls.empty());
  pause_recording();
}

TEST_CASE("no records of threads are lost, even if the threads have ended") {
  constexpr int threads = 8;
  constexpr int calls = 1000;
  start_recording(0, threads);
  for (int again = 0; again < 2; ++again) {
    std::vector<std::thread> all;
    for (int thread = 0; thread < threads; ++thread)
      all.emplace_back([thread] {
        for (int i = 0; i < calls; ++i) {
          record_call("MPI_Send", {8}, Nanoseconds(1));
          record_message(thread, 8);
          record_message(0, 1);
        }
      });
    for (auto& thread : all)
      thread.join();
  }
  auto const record = recorded();
  std::uint64_t sum = 0;
  for (auto const& row : record.calls)
    sum += row.calls;
  CHECK(sum == 2 * threads * calls);
  REQUIRE(record.traffic.size() == threads);
  CHECK(record.traffic[0].messages == 2 * calls * (threads + 1));
  CHECK(record.traffic[1].bytes == 2 * calls * 8);
  CHECK(region(record, Region::other).bytes == 2 * threads * calls * 9);
  pause_recording();
}

TEST_CASE("time counts for the innermost region, and recursive regions are counted once") {
  using namespace std::chrono_literals;
  start_recording(0, 1);
  enter_region(Region::halo, Entry::starts);
  enter_region(Region::wait, Entry::starts);
  std::this_thread::sleep_for(20ms);
  leave_region();
  leave_region();
  enter_region(Region::halo, Entry::goes_on);
  leave_region();
  leave_region(); // one leave too many does no harm
  auto const record = recorded();
  CHECK(region(record, Region::halo).calls == 1);
  CHECK(region(record, Region::wait).calls == 1);
  CHECK(region(record, Region::wait).seconds >= 0.02);
  CHECK(region(record, Region::wait).seconds + region(record, Region::halo).seconds <=
        record.wall_seconds);
  CHECK(record.communication_seconds ==
        Approx(region(record, Region::wait).seconds + region(record, Region::halo).seconds));
  pause_recording();
}

TEST_CASE(
    "with too many sizes, sizes are rounded up to powers of two; calls and bytes stay right") {
  start_recording(0, 1);
  constexpr std::uint64_t sizes = 10000;
  for (std::uint64_t size = 1; size <= sizes; ++size)
    record_call("MPI_Send", {size}, Nanoseconds(1));
  auto const record = recorded();
  CHECK(record.calls.size() < 4200);
  std::uint64_t calls = 0;
  for (auto const& row : record.calls)
    calls += row.calls;
  CHECK(calls == sizes);
  REQUIRE(find(record, "MPI_Send", 8192) != nullptr);
  CHECK(find(record, "MPI_Send", 8192)->calls == 8192 - 4096);
  pause_recording();
}

TEST_CASE("of a call inside another call, only the outer one counts") {
  Outermost const outer;
  CHECK(static_cast<bool>(outer));
  {
    Outermost const inner;
    CHECK_FALSE(static_cast<bool>(inner));
  }
  CHECK_FALSE(static_cast<bool>(Outermost()));
}

TEST_CASE("messages to no rank or to ranks of another world are not in the matrix") {
  start_recording(0, 2);
  record_message(-1, 8);
  record_message(2, 8);
  record_fetched(1, 8);
  auto const record = recorded();
  REQUIRE(record.traffic.size() == 1);
  CHECK(record.traffic[0].from == 1);
  CHECK(record.traffic[0].to == 0);
  pause_recording();
}

TEST_CASE("the peak memory in the Linux kernel's status text is read") {
  test::FakeFiles const files;
  CHECK(memory_footprint(files.view()).peak_resident_bytes == 0);
  files.write("proc/self/status", "Name:\tx\nVmPeak:\t  900 kB\nVmHWM:\t  12 kB\n");
  files.write("proc/self/smaps_rollup", "AnonHugePages:      2048 kB\nShmemPmdMapped:     4096 kB\n"
                                        "Private_Hugetlb: 0 kB\n");
  auto const footprint = memory_footprint(files.view());
  CHECK(footprint.peak_resident_bytes == 12 * 1024);
  CHECK(footprint.huge_page_bytes == 6144 * 1024);
  CHECK(memory_footprint().peak_resident_bytes > 0);
}

} // namespace kitt::mpi_profile
