// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause

// Tests the profile of scripted runs: which calls, bytes and partners it records.

#include "comms/ranks/mpi.hpp"
#include "perf/mpi_profile/mpi_profile.hpp"
#include "test/catch.hpp"
#include "test/comms/mpi_test.hpp"

#include <array>
#include <functional>
#include <map>
#include <thread>
#include <vector>

namespace kitt::mpi_profile {
namespace {

using test::test_world;

/// {(routine, bytes): number of calls} of all ranks.
using Calls = std::map<std::pair<std::string, std::uint64_t>, std::uint64_t>;

/// Returns the profile of all ranks while they do `work`. Empty on all ranks except rank 0.
std::optional<Profile> profile_of(std::function<void(MPI_Comm, int, int)> const& work) {
  auto const& world = test_world();
  MpiProfile const profile(world);
  work(world.handle().comm, world.rank(), world.size());
  return profile.collect();
}

Calls calls_in(Profile const& profile) {
  Calls calls;
  for (auto const& row : profile.routines)
    calls[{row.calls.routine, row.calls.bytes_per_call}] += row.calls.calls;
  return calls;
}

using Rows = std::vector<std::vector<std::uint64_t>>;

Rows zero() {
  auto const ranks = static_cast<std::size_t>(test_world().size());
  return Rows(ranks, std::vector<std::uint64_t>(ranks));
}

std::uint64_t all_ranks() {
  return static_cast<std::uint64_t>(test_world().size());
}

} // namespace

TEST_CASE("blocking and non-blocking messages are recorded by routine and size") {
  auto const profile = profile_of([](MPI_Comm comm, int rank, int size) {
    std::array<double, 4> out{}, in{};
    MPI_Request requests[2];
    auto const next = (rank + 1) % size;
    auto const before = (rank + size - 1) % size;
    MPI_Irecv(in.data(), 4, MPI_DOUBLE, before, 0, comm, &requests[0]);
    MPI_Isend(out.data(), 3, MPI_DOUBLE, next, 0, comm, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Sendrecv(out.data(), 2, MPI_DOUBLE, next, 1, in.data(), 2, MPI_DOUBLE, before, 1, comm,
                 MPI_STATUS_IGNORE);
    MPI_Send(out.data(), 1, MPI_DOUBLE, MPI_PROC_NULL, 0, comm);
  });
  if (!profile)
    return;
  auto const n = all_ranks();
  CHECK(calls_in(*profile) == Calls{{{"MPI_Irecv", 32}, n},
                                    {{"MPI_Isend", 24}, n},
                                    {{"MPI_Waitall", 0}, n},
                                    {{"MPI_Sendrecv", 16}, n},
                                    {{"MPI_Send", 0}, n}}); // a message to MPI_PROC_NULL
  auto bytes = zero();
  auto messages = zero();
  for (std::size_t from = 0; from < n; ++from) {
    bytes[from][(from + 1) % n] += 40;
    messages[from][(from + 1) % n] += 2;
  }
  CHECK(profile->matrix->bytes == bytes);
  CHECK(profile->matrix->messages == messages);
}

TEST_CASE("a persistent request counts each time it is started") {
  auto const profile = profile_of([](MPI_Comm comm, int rank, int) {
    std::array<char, 48> out{}, in{};
    MPI_Request requests[2];
    MPI_Recv_init(in.data(), 48, MPI_CHAR, rank, 0, comm, &requests[0]);
    MPI_Send_init(out.data(), 48, MPI_CHAR, rank, 0, comm, &requests[1]);
    for (int i = 0; i < 3; ++i) {
      MPI_Startall(2, requests);
      MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Start(&requests[0]);
    MPI_Start(&requests[1]);
    for (auto& request : requests)
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (auto& request : requests)
      MPI_Request_free(&request);
  });
  if (!profile)
    return;
  auto const n = all_ranks();
  CHECK(calls_in(*profile) == Calls{{{"MPI_Recv_init", 0}, n},
                                    {{"MPI_Send_init", 0}, n},
                                    {{"MPI_Startall", 96}, 3 * n},
                                    {{"MPI_Waitall", 0}, 3 * n},
                                    {{"MPI_Start", 48}, 2 * n},
                                    {{"MPI_Wait", 0}, 2 * n},
                                    {{"MPI_Request_free", 0}, 2 * n}});
  for (std::size_t rank = 0; rank < n; ++rank) {
    CHECK(profile->matrix->bytes[rank][rank] == 4 * 48);
    CHECK(profile->matrix->messages[rank][rank] == 4);
  }
}

TEST_CASE("in the matrix, ranks of other communicators have their number in the world") {
  auto const profile = profile_of([](MPI_Comm comm, int rank, int size) {
    MPI_Comm reversed = MPI_COMM_NULL;
    MPI_Comm_split(comm, 0, size - rank, &reversed);
    int const number = 7;
    int got = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    if (rank == size - 1)
      MPI_Irecv(&got, 1, MPI_INT, size - 1, 0, reversed, &request);
    if (rank == 0) // the last of the reversed ranks sends to the first
      MPI_Send(&number, 1, MPI_INT, 0, 0, reversed);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&reversed);
  });
  if (!profile)
    return;
  auto bytes = zero();
  bytes.front().back() = sizeof(int);
  CHECK(profile->matrix->bytes == bytes);
  auto const calls = calls_in(*profile);
  CHECK(calls.at({"MPI_Comm_split", 0}) == all_ranks());
  CHECK(calls.at({"MPI_Comm_free", 0}) == all_ranks());
}

TEST_CASE("collectives are recorded with the bytes that a rank gives and the number of ranks") {
  auto const profile = profile_of([](MPI_Comm comm, int rank, int size) {
    auto const n = static_cast<std::size_t>(size);
    std::vector<int> out(2 * n, rank), in(2 * n);
    std::vector<int> const counts(n, 2);
    std::vector<int> starts(n);
    for (std::size_t i = 0; i < n; ++i)
      starts[i] = static_cast<int>(2 * i);
    MPI_Bcast(out.data(), 2, MPI_INT, 0, comm);
    MPI_Allreduce(MPI_IN_PLACE, out.data(), 1, MPI_INT, MPI_SUM, comm);
    MPI_Allgather(out.data(), 2, MPI_INT, in.data(), 2, MPI_INT, comm);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in.data(), 2, MPI_INT, comm);
    MPI_Alltoall(out.data(), 2, MPI_INT, in.data(), 2, MPI_INT, comm);
    MPI_Alltoallv(out.data(), counts.data(), starts.data(), MPI_INT, in.data(), counts.data(),
                  starts.data(), MPI_INT, comm);
    MPI_Gatherv(out.data(), 2, MPI_INT, in.data(), counts.data(), starts.data(), MPI_INT, 0, comm);
    MPI_Reduce_scatter_block(out.data(), in.data(), 2, MPI_INT, MPI_SUM, comm);
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ibarrier(comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  });
  if (!profile)
    return;
  auto const n = all_ranks();
  auto const block = 2 * sizeof(int);
  CHECK(calls_in(*profile) == Calls{{{"MPI_Bcast", block}, n},
                                    {{"MPI_Allreduce", sizeof(int)}, n},
                                    {{"MPI_Allgather", block}, 2 * n},
                                    {{"MPI_Alltoall", n * block}, n},
                                    {{"MPI_Alltoallv", n * block}, n},
                                    {{"MPI_Gatherv", block}, n},
                                    {{"MPI_Reduce_scatter_block", n * block}, n},
                                    {{"MPI_Ibarrier", 0}, n},
                                    {{"MPI_Wait", 0}, n}});
  CHECK(profile->matrix->bytes == zero()); // only messages are counted
  for (auto const& row : profile->routines)
    CHECK(row.calls.comm_size == (row.calls.routine == "MPI_Wait" ? 0 : test_world().size()));
}

TEST_CASE("in one-sided communication the origin sends puts, and the target sends gets") {
  auto const profile = profile_of([](MPI_Comm comm, int rank, int size) {
    std::array<char, 64> data{};
    char* memory = nullptr;
    MPI_Win window = MPI_WIN_NULL;
    MPI_Win_allocate(64, 1, MPI_INFO_NULL, comm, &memory, &window);
    MPI_Win_fence(0, window);
    if (rank == 0) {
      MPI_Put(data.data(), 5, MPI_CHAR, size - 1, 0, 5, MPI_CHAR, window);
      MPI_Get(data.data() + 8, 3, MPI_CHAR, size - 1, 8, 3, MPI_CHAR, window);
    }
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
  });
  if (!profile)
    return;
  auto const n = all_ranks();
  auto const calls = calls_in(*profile);
  CHECK(calls.at({"MPI_Put", 5}) == 1);
  CHECK(calls.at({"MPI_Get", 3}) == 1);
  CHECK(calls.at({"MPI_Win_fence", 0}) == 2 * n);
  auto bytes = zero();
  bytes.front().back() += 5;
  bytes.back().front() += 3;
  CHECK(profile->matrix->bytes == bytes);
}

} // namespace kitt::mpi_profile
