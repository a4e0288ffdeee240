// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/pairs/detail/access_epochs.hpp"

#include <exception>

namespace kitt::comms::detail {

namespace {

MPI_Group group_of(MPI_Comm comm, int rank) {
  MPI_Group all = MPI_GROUP_NULL;
  MPI_Group one = MPI_GROUP_NULL;
  check(MPI_Comm_group(comm, &all), "MPI_Comm_group");
  check(MPI_Group_incl(all, 1, &rank, &one), "MPI_Group_incl");
  MPI_Group_free(&all);
  return one;
}

} // namespace

AccessEpochs::AccessEpochs(MPI_Win window, MPI_Comm comm, RmaSync sync, int partner, bool is_first)
    : window_(window), sync_(sync), partner_(partner), is_first_(is_first) {
  check(MPI_Comm_rank(comm, &rank_), "MPI_Comm_rank");
  if (sync == RmaSync::flush)
    check(MPI_Win_lock_all(MPI_MODE_NOCHECK, window), "MPI_Win_lock_all");
  if (sync == RmaSync::pscw)
    group_ = group_of(comm, partner);
}

AccessEpochs::~AccessEpochs() {
  if (group_ != MPI_GROUP_NULL)
    MPI_Group_free(&group_);
  if (sync_ == RmaSync::flush && std::uncaught_exceptions() == 0)
    MPI_Win_unlock_all(window_);
}

void AccessEpochs::begin() const {
  switch (sync_) {
  case RmaSync::flush:
    break;
  case RmaSync::fence:
    check(MPI_Win_fence(MPI_MODE_NOPRECEDE, window_), "MPI_Win_fence");
    break;
  case RmaSync::lock:
    if (is_first_)
      check(MPI_Win_lock(MPI_LOCK_SHARED, partner_, 0, window_), "MPI_Win_lock");
    break;
  case RmaSync::pscw:
    if (is_first_)
      check(MPI_Win_start(group_, 0, window_), "MPI_Win_start");
    else
      check(MPI_Win_post(group_, 0, window_), "MPI_Win_post");
    break;
  }
}

void AccessEpochs::end() const {
  switch (sync_) {
  case RmaSync::flush:
    if (is_first_)
      check(MPI_Win_flush(partner_, window_), "MPI_Win_flush");
    break;
  case RmaSync::fence:
    check(MPI_Win_fence(MPI_MODE_NOSUCCEED, window_), "MPI_Win_fence");
    break;
  case RmaSync::lock:
    if (is_first_)
      check(MPI_Win_unlock(partner_, window_), "MPI_Win_unlock");
    break;
  case RmaSync::pscw:
    if (is_first_)
      check(MPI_Win_complete(window_), "MPI_Win_complete");
    else
      check(MPI_Win_wait(window_), "MPI_Win_wait");
    break;
  }
}

void AccessEpochs::sync() const {
  if (!is_passive(sync_))
    return;                   // active synchronisation (post, fence) needs no sync
  if (sync_ == RmaSync::lock) // MPI_Win_sync must be called within an epoch
    check(MPI_Win_lock(MPI_LOCK_SHARED, rank_, 0, window_), "MPI_Win_lock");
  check(MPI_Win_sync(window_), "MPI_Win_sync");
  if (sync_ == RmaSync::lock)
    check(MPI_Win_unlock(rank_, window_), "MPI_Win_unlock");
}

} // namespace kitt::comms::detail
