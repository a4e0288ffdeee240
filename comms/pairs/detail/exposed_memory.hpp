// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/pairs/remote_access.hpp"
#include "comms/ranks/mpi.hpp"
#include "core/backend/memory.hpp"

#include <cstddef>
#include <memory>

namespace kitt::comms::detail {

/// Memory of each rank that all ranks of a communicator can access by one-sided calls, within
/// epochs. Construction and destruction are collective.
class ExposedMemory {
public:
  /// Allocates `bytes` bytes on this rank, uninitialised and aligned to 8 bytes. The bytes come
  /// from MPI or, for windows that MPI does not allocate, from `memory`. Throws UserError if MPI
  /// refuses a window of this kind. Collective.
  ExposedMemory(MPI_Comm comm, RmaWindow kind, std::size_t bytes, MemorySource const& memory);
  ~ExposedMemory();
  ExposedMemory(ExposedMemory const&) = delete;
  ExposedMemory& operator=(ExposedMemory const&) = delete;

  MPI_Win handle() const { return window_; }
  std::byte* bytes() const { return static_cast<std::byte*>(bytes_); }
  /// Returns the displacement by which other ranks address the first byte of this rank's memory.
  MPI_Aint displacement() const { return displacement_; }

private:
  void create(MPI_Comm comm, std::size_t bytes, MemorySource const& memory);
  void attach(MPI_Comm comm, std::size_t bytes, MemorySource const& memory);

  std::shared_ptr<void> memory_; ///< null if MPI allocates the memory
  void* bytes_ = nullptr;
  MPI_Win window_ = MPI_WIN_NULL;
  MPI_Aint displacement_ = 0;
};

} // namespace kitt::comms::detail
