// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/detail/payload.hpp"

#include <memory>
#include <mutex>
#include <numeric>
#include <vector>

namespace kitt::mpi_profile::detail {

namespace {

/// Table of world ranks, indexed by the ranks of a communicator or window. The table is an
/// attribute of the handle, so that MPI deletes both together.
using Table = std::vector<int>;

/// Returns the table for a group, and frees the group.
std::unique_ptr<Table> table_of(MPI_Group group) {
  int size = 0;
  PMPI_Group_size(group, &size);
  Table ranks(static_cast<std::size_t>(size));
  std::iota(ranks.begin(), ranks.end(), 0);
  auto table = std::make_unique<Table>(ranks.size());
  MPI_Group world = MPI_GROUP_NULL;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  PMPI_Group_translate_ranks(group, size, ranks.data(), world, table->data());
  PMPI_Group_free(&world);
  PMPI_Group_free(&group);
  return table;
}

MPI_Group peers_of(MPI_Comm comm) {
  int inter = 0;
  MPI_Group group = MPI_GROUP_NULL;
  PMPI_Comm_test_inter(comm, &inter);
  inter != 0 ? PMPI_Comm_remote_group(comm, &group) : PMPI_Comm_group(comm, &group);
  return group;
}

MPI_Group peers_in(MPI_Win window) {
  MPI_Group group = MPI_GROUP_NULL;
  PMPI_Win_get_group(window, &group);
  return group;
}

/// Returns the world rank of a rank of a communicator or window. `create_key`, `get` and `set` are
/// the MPI functions for attributes of communicators or windows.
template <auto create_key, auto get, auto set, auto peers, class Handle, class NoCopy>
int translated(Handle handle, NoCopy const& no_copy, int rank) {
  if (rank < 0)
    return MPI_UNDEFINED;
  static int const key = [&] {
    int created = 0;
    auto const delete_table = [](Handle, int, void* table, void*) {
      delete static_cast<Table*>(table);
      return MPI_SUCCESS;
    };
    create_key(no_copy, delete_table, &created, nullptr);
    return created;
  }();
  Table* table = nullptr;
  int found = 0;
  get(handle, key, &table, &found);
  if (found == 0) {
    static std::mutex mutex;
    std::lock_guard const lock(mutex);
    get(handle, key, &table, &found); // another thread may have created the table first
    if (found == 0) {
      table = table_of(peers(handle)).release();
      set(handle, key, table);
    }
  }
  auto const index = static_cast<std::size_t>(rank);
  return index < table->size() ? (*table)[index] : MPI_UNDEFINED;
}

} // namespace

int world_rank(MPI_Comm comm, int rank) {
  return translated<PMPI_Comm_create_keyval, PMPI_Comm_get_attr, PMPI_Comm_set_attr, peers_of>(
      comm, MPI_COMM_NULL_COPY_FN, rank);
}

int world_rank_in_window(MPI_Win window, int rank) {
  return translated<PMPI_Win_create_keyval, PMPI_Win_get_attr, PMPI_Win_set_attr, peers_in>(
      window, MPI_WIN_NULL_COPY_FN, rank);
}

} // namespace kitt::mpi_profile::detail
