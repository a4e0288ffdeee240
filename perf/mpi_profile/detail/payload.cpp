// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/detail/payload.hpp"

#include <numeric>

namespace kitt::mpi_profile::detail {

namespace {

int size_of(MPI_Comm comm) {
  int inter = 0;
  int size = 0;
  PMPI_Comm_test_inter(comm, &inter);
  inter != 0 ? PMPI_Comm_remote_size(comm, &size) : PMPI_Comm_size(comm, &size);
  return size;
}

/// Returns the number of neighbours to which this rank sends.
int neighbours(MPI_Comm comm) {
  int kind = MPI_UNDEFINED;
  int in = 0, out = 0, weighted = 0, rank = 0;
  PMPI_Topo_test(comm, &kind);
  if (kind == MPI_CART && PMPI_Cartdim_get(comm, &out) == MPI_SUCCESS)
    return 2 * out;
  if (kind == MPI_DIST_GRAPH)
    PMPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
  if (kind == MPI_GRAPH) {
    PMPI_Comm_rank(comm, &rank);
    PMPI_Graph_neighbors_count(comm, rank, &out);
  }
  return out;
}

std::uint64_t bytes_of_all(int blocks, int const* counts, MPI_Datatype const* types) {
  std::uint64_t bytes = 0;
  for (int i = 0; i < blocks; ++i)
    bytes += bytes_of(counts[i], types[i]);
  return bytes;
}

} // namespace

std::uint64_t bytes_of(std::int64_t count, MPI_Datatype type) {
  MPI_Count size = 0;
  if (count > 0 && type != MPI_DATATYPE_NULL)
    PMPI_Type_size_x(type, &size);
  return size > 0 ? static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(size) : 0;
}

Payload sent(int count, MPI_Datatype type, int to, MPI_Comm comm) {
  if (to < 0)
    return {}; // MPI_PROC_NULL means that there is no message
  auto const bytes = bytes_of(count, type);
  record_message(world_rank(comm, to), bytes);
  return {bytes};
}

Payload put(int count, MPI_Datatype type, int target, MPI_Win window) {
  if (target < 0)
    return {};
  auto const bytes = bytes_of(count, type);
  record_message(world_rank_in_window(window, target), bytes);
  return {bytes};
}

Payload fetched(int count, MPI_Datatype type, int target, MPI_Win window) {
  if (target < 0)
    return {};
  auto const bytes = bytes_of(count, type);
  record_fetched(world_rank_in_window(window, target), bytes);
  return {bytes};
}

Payload together(MPI_Comm comm, std::int64_t count, MPI_Datatype type) {
  return {bytes_of(count, type), size_of(comm)};
}

Payload to_each(MPI_Comm comm, int count, MPI_Datatype type) {
  auto const size = size_of(comm);
  return {bytes_of(count, type) * static_cast<std::uint64_t>(size), size};
}

Payload blocks(MPI_Comm comm, int const* counts, MPI_Datatype type) {
  auto const size = size_of(comm);
  return {bytes_of(std::accumulate(counts, counts + size, std::int64_t{0}), type), size};
}

Payload blocks(MPI_Comm comm, int const* counts, MPI_Datatype const* types) {
  auto const size = size_of(comm);
  return {bytes_of_all(size, counts, types), size};
}

Payload own_blocks(MPI_Comm comm, int const* counts, MPI_Datatype type) {
  int size = 0;
  PMPI_Comm_size(comm, &size);
  return {bytes_of(std::accumulate(counts, counts + size, std::int64_t{0}), type), size};
}

Payload own_block(MPI_Comm comm, int const* counts, MPI_Datatype type) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return together(comm, counts[rank], type);
}

Payload to_neighbours(MPI_Comm comm, int count, MPI_Datatype type) {
  return {bytes_of(count, type) * static_cast<std::uint64_t>(neighbours(comm)), size_of(comm)};
}

Payload to_neighbours(MPI_Comm comm, int const* counts, MPI_Datatype type) {
  auto const sum = std::accumulate(counts, counts + neighbours(comm), std::int64_t{0});
  return {bytes_of(sum, type), size_of(comm)};
}

Payload to_neighbours(MPI_Comm comm, int const* counts, MPI_Datatype const* types) {
  return {bytes_of_all(neighbours(comm), counts, types), size_of(comm)};
}

} // namespace kitt::mpi_profile::detail
