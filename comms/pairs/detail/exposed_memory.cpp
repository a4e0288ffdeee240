// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/pairs/detail/exposed_memory.hpp"

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

} // namespace kitt::comms::detail
