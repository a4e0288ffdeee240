// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/pairs/detail/remote_window.hpp"

#include "core/base/error.hpp"

#include <exception>
#include <fmt/format.h>

namespace kitt::comms::detail {

namespace {

constexpr auto label = "kitt::comms::exposed_memory";

void expect_window(int code, char const* call, RmaWindow kind) {
  KITT_VALIDATE(
      code == MPI_SUCCESS,
      fmt::format(
          "MPI gives no memory for one-sided calls ({} failed): choose another --rma-window than "
          "{}, give --patterns ping-pong,one-way,both-ways, or choose another transport of MPI",
          call, to_string(kind)));
}

} // namespace

ExposedMemory::ExposedMemory(MPI_Comm comm, RmaWindow kind, std::size_t bytes,
                             MemorySource const& memory) {
  auto const size = static_cast<MPI_Aint>(bytes);
  switch (kind) {
  case RmaWindow::allocate:
    expect_window(MPI_Win_allocate(size, 1, MPI_INFO_NULL, comm, &bytes_, &window_),
                  "MPI_Win_allocate", kind);
    break;
  case RmaWindow::shared:
    expect_window(MPI_Win_allocate_shared(size, 1, MPI_INFO_NULL, comm, &bytes_, &window_),
                  "MPI_Win_allocate_shared", kind);
    break;
  case RmaWindow::create:
    create(comm, bytes, memory);
    break;
  case RmaWindow::dynamic:
    attach(comm, bytes, memory);
    break;
  }
  check(MPI_Win_set_errhandler(window_, MPI_ERRORS_RETURN), "MPI_Win_set_errhandler");
}

void ExposedMemory::create(MPI_Comm comm, std::size_t bytes, MemorySource const& memory) {
  if (bytes > 0)
    memory_ = memory(label, bytes);
  bytes_ = memory_.get();
  expect_window(
      MPI_Win_create(bytes_, static_cast<MPI_Aint>(bytes), 1, MPI_INFO_NULL, comm, &window_),
      "MPI_Win_create", RmaWindow::create);
}

void ExposedMemory::attach(MPI_Comm comm, std::size_t bytes, MemorySource const& memory) {
  expect_window(MPI_Win_create_dynamic(MPI_INFO_NULL, comm, &window_), "MPI_Win_create_dynamic",
                RmaWindow::dynamic);
  if (bytes == 0)
    return;
  memory_ = memory(label, bytes);
  bytes_ = memory_.get();
  expect_window(MPI_Win_attach(window_, bytes_, static_cast<MPI_Aint>(bytes)), "MPI_Win_attach",
                RmaWindow::dynamic);
  check(MPI_Get_address(bytes_, &displacement_), "MPI_Get_address");
}

ExposedMemory::~ExposedMemory() {
  // Freeing is collective and also detaches the memory. A rank that fails must not free the memory,
  // because other ranks may not fail, and it would wait for them.
  if (std::uncaught_exceptions() > 0)
    return;
  MPI_Win_free(&window_);
}

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
