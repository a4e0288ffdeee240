// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/detail/payload.hpp"

#include <memory>
#include <mutex>
#include <numeric>
#include <vector>

namespace kitt::mpi_profile::detail {

namespace {

/// World ranks by the ranks of a communicator or window, which has the table as an attribute, so
/// that MPI says when it goes.
using Table = std::vector<int>;

/// Frees `group`.
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

int delete_table(void* table) {
  delete static_cast<Table*>(table);
  return MPI_SUCCESS;
}

/// How communicators and windows keep attributes.
struct OfComm {
  static int create(int* key) {
    return PMPI_Comm_create_keyval(
        MPI_COMM_NULL_COPY_FN,
        [](MPI_Comm, int, void* table, void*) { return delete_table(table); }, key, nullptr);
  }
  static void get(MPI_Comm comm, int key, void* table, int* found) {
    PMPI_Comm_get_attr(comm, key, table, found);
  }
  static void set(MPI_Comm comm, int key, void* table) { PMPI_Comm_set_attr(comm, key, table); }
  static MPI_Group peers(MPI_Comm comm) {
    int inter = 0;
    MPI_Group group = MPI_GROUP_NULL;
    PMPI_Comm_test_inter(comm, &inter);
    inter != 0 ? PMPI_Comm_remote_group(comm, &group) : PMPI_Comm_group(comm, &group);
    return group;
  }
};

struct OfWindow {
  static int create(int* key) {
    return PMPI_Win_create_keyval(
        MPI_WIN_NULL_COPY_FN, [](MPI_Win, int, void* table, void*) { return delete_table(table); },
        key, nullptr);
  }
  static void get(MPI_Win window, int key, void* table, int* found) {
    PMPI_Win_get_attr(window, key, table, found);
  }
  static void set(MPI_Win window, int key, void* table) { PMPI_Win_set_attr(window, key, table); }
  static MPI_Group peers(MPI_Win window) {
    MPI_Group group = MPI_GROUP_NULL;
    PMPI_Win_get_group(window, &group);
    return group;
  }
};

template <class Of, class Handle>
int translated(Handle handle, int rank) {
  static int const key = [] {
    int created = 0;
    Of::create(&created);
    return created;
  }();
  Table* table = nullptr;
  int found = 0;
  Of::get(handle, key, &table, &found);
  if (found == 0) {
    static std::mutex mutex;
    std::lock_guard const lock(mutex);
    Of::get(handle, key, &table, &found); // another thread may have been first
    if (found == 0) {
      table = table_of(Of::peers(handle)).release();
      Of::set(handle, key, table);
    }
  }
  auto const index = static_cast<std::size_t>(rank);
  return rank >= 0 && index < table->size() ? (*table)[index] : MPI_UNDEFINED;
}

} // namespace

int world_rank(MPI_Comm comm, int rank) {
  return rank < 0 ? MPI_UNDEFINED : translated<OfComm>(comm, rank);
}

int world_rank_in_window(MPI_Win window, int rank) {
  return rank < 0 ? MPI_UNDEFINED : translated<OfWindow>(window, rank);
}

} // namespace kitt::mpi_profile::detail
