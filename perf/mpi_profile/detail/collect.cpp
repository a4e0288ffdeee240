// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/detail/collect.hpp"

#include "perf/json/fields_json.hpp"

#include <array>
#include <numeric>

namespace kitt::mpi_profile::detail {

namespace {

std::string processor_name() {
  std::array<char, MPI_MAX_PROCESSOR_NAME + 1> name{};
  int length = 0;
  PMPI_Get_processor_name(name.data(), &length);
  return name.data();
}

/// Returns the first rank of this rank's node. Collective.
int node_leader(MPI_Comm comm, int rank) {
  MPI_Comm node = MPI_COMM_NULL;
  PMPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
  PMPI_Bcast(&rank, 1, MPI_INT, 0, node);
  PMPI_Comm_free(&node);
  return rank;
}

/// Brings a text from rank `from` to rank 0. Returns the text on rank 0.
std::string brought(MPI_Comm comm, int from, int rank, std::string text) {
  constexpr int tag = 0;
  auto size = static_cast<int>(text.size());
  if (rank == from) {
    PMPI_Send(&size, 1, MPI_INT, 0, tag, comm);
    PMPI_Send(text.data(), size, MPI_CHAR, 0, tag, comm);
  } else if (rank == 0) {
    PMPI_Recv(&size, 1, MPI_INT, from, tag, comm, MPI_STATUS_IGNORE);
    text.resize(static_cast<std::size_t>(size));
    PMPI_Recv(text.data(), size, MPI_CHAR, from, tag, comm, MPI_STATUS_IGNORE);
  }
  return text;
}

} // namespace

std::optional<std::vector<RankRecord>> gather(MPI_Comm comm, RankRecord record) {
  int size = 0;
  PMPI_Comm_size(comm, &size);
  auto const rank = record.rank;
  record.hostname = processor_name();
  record.node_leader = node_leader(comm, rank);
  if (rank != 0) {
    brought(comm, rank, rank, perf::detail::text_of(perf::to_data(record)));
    return std::nullopt;
  }
  std::vector<RankRecord> records{std::move(record)};
  for (int from = 1; from < size; ++from)
    records.push_back(
        perf::from_data<RankRecord>(perf::Json::parse(brought(comm, from, rank, {}))));
  return records;
}

} // namespace kitt::mpi_profile::detail
