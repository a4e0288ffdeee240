// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/pairs/message_pair.hpp"
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

/// Synchronisation of one-sided calls in a pair. The synchronisation decides when the first rank
/// may access the memory of the second rank, and when these accesses are complete.
class AccessEpochs {
public:
  /// Prepares the synchronisation. `partner`: number in `comm` of the other rank of the pair.
  /// `comm` is the communicator of `window`. Requires that `comm` and `window` outlive this object.
  AccessEpochs(MPI_Win window, MPI_Comm comm, RmaSync sync, int partner, bool is_first);
  ~AccessEpochs();
  AccessEpochs(AccessEpochs const&) = delete;
  AccessEpochs& operator=(AccessEpochs const&) = delete;

  /// Begin and end an epoch. Both ranks call these functions before and after one-sided calls of
  /// the first rank. With fences, the ranks of all pairs call them at the same time. After end()
  /// all calls are complete. On the second rank the calls are complete unless the synchronisation
  /// is passive.
  void begin() const;
  void end() const;
  /// Makes each rank's writes to its own memory visible to the other rank. Called before and after
  /// the two ranks meet, outside begin() and end().
  void sync() const;

private:
  MPI_Win window_;
  RmaSync sync_;
  int rank_ = 0; ///< number of this rank
  int partner_;
  bool is_first_;
  MPI_Group group_ = MPI_GROUP_NULL; ///< group that contains only the partner
};

} // namespace kitt::comms::detail
