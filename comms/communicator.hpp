// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace kitt::comms {

/// MPI for as long as this object lives: MPI_Init_thread (funneled) on construction,
/// MPI_Finalize on destruction. One per process, built first in main and destroyed last.
/// Throws std::runtime_error when MPI cannot be started or was started already.
class MpiEnvironment {
public:
  MpiEnvironment(int& argc, char**& argv);
  ~MpiEnvironment();
  MpiEnvironment(MpiEnvironment const&) = delete;
  MpiEnvironment& operator=(MpiEnvironment const&) = delete;

  /// Stops every rank with this exit status, for a failure that only one rank knows of.
  [[noreturn]] static void abort(int exit_status);
};

/// A duplicate of MPI_COMM_WORLD that belongs to this object: nobody else's messages can be
/// mistaken for ours. Every MPI call is checked; a failing one throws std::runtime_error with the
/// text of MPI_Error_string. Needs a living MpiEnvironment.
class Communicator {
public:
  struct Handle; ///< holds the MPI_Comm; comms/detail/mpi.hpp

  /// Collective over MPI_COMM_WORLD.
  Communicator();
  ~Communicator();
  Communicator(Communicator&&) noexcept;
  Communicator& operator=(Communicator&&) noexcept;

  int rank() const { return rank_; }
  int size() const { return size_; }
  /// Nodes as found: groups of ranks that can share memory (MPI_Comm_split_type).
  int nodes() const { return nodes_; }
  /// The largest number of ranks on any node; equal on all nodes if uniform() is true.
  int ranks_per_node() const { return ranks_per_node_; }
  bool uniform() const { return nodes_ * ranks_per_node_ == size_; }
  /// This rank's number among those of its node.
  int node_rank() const { return node_rank_; }
  /// One name per node (MPI_Get_processor_name of its first rank), in order of first rank; the
  /// same on all ranks.
  std::vector<std::string> const& hostnames() const { return hostnames_; }

  /// First line of MPI_Get_library_version.
  static std::string library_version();

  /// Collective.
  void barrier() const;
  /// Collective: the largest value of all ranks, on all ranks.
  double max(double value) const;
  /// Collective: the text of rank 0, on all ranks. At most 2^31 - 1 bytes.
  std::string broadcast(std::string text) const;

  Handle const& handle() const { return *handle_; }

private:
  void count_nodes();

  std::unique_ptr<Handle> handle_;
  int rank_ = 0;
  int size_ = 1;
  int nodes_ = 1;
  int ranks_per_node_ = 1;
  int node_rank_ = 0;
  std::vector<std::string> hostnames_;
};

} // namespace kitt::comms
