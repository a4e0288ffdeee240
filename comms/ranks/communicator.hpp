// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/node_place.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace kitt::comms {

/// Threads of a process that uses MPI. `single`: one thread. `funneled`: several threads, but only
/// one calls MPI. `multiple`: several threads call MPI concurrently.
enum class MpiThreads { single, funneled, multiple };

/// MPI during the lifetime of this object. The constructor calls MPI_Init_thread, the destructor
/// MPI_Finalize. Create one per process, first in main, and destroy it last. Throws
/// std::runtime_error if MPI cannot be started or was started already. An MPI without
/// MPI_THREAD_MULTIPLE is no error: see multiple().
class MpiEnvironment {
public:
  MpiEnvironment(int& argc, char**& argv, MpiThreads wanted = MpiThreads::funneled);
  ~MpiEnvironment();
  MpiEnvironment(MpiEnvironment const&) = delete;
  MpiEnvironment& operator=(MpiEnvironment const&) = delete;

  /// Returns whether this MPI allows all threads to call it concurrently.
  bool multiple() const { return multiple_; }

  /// Stops all ranks with this exit status. Used after a failure that only one rank knows.
  [[noreturn]] static void abort(int exit_status);

private:
  bool multiple_ = false;
};

/// How a rank waits for others. `awake`: the rank asks MPI all the time. `asleep`: the rank sleeps
/// between its questions to MPI.
enum class Waiting { awake, asleep };

/// A duplicate of MPI_COMM_WORLD that belongs to this object, so that messages of other libraries
/// cannot be mistaken for KITT's. Every MPI call is checked. If a call fails, std::runtime_error
/// with the text of MPI_Error_string is thrown. Requires a living MpiEnvironment.
class Communicator {
public:
  struct Handle; ///< holds the MPI_Comm; defined in comms/ranks/mpi.hpp

  /// Duplicates MPI_COMM_WORLD. Collective over MPI_COMM_WORLD.
  Communicator();
  ~Communicator();
  Communicator(Communicator&&) noexcept;
  Communicator& operator=(Communicator&&) noexcept;

  int rank() const { return rank_; }
  int size() const { return size_; }
  /// Returns the number of nodes. A node is a group of ranks that can share memory
  /// (MPI_Comm_split_type).
  int nodes() const { return static_cast<int>(hostnames_.size()); }
  /// Returns the largest number of ranks on any node. If uniform() is true, all nodes have equally
  /// many ranks.
  int ranks_per_node() const { return ranks_per_node_; }
  bool uniform() const { return nodes() * ranks_per_node_ == size_; }
  /// Returns the place of each rank: its node, and its number on that node. Nodes are numbered in
  /// the order of their lowest ranks. The result is the same on all ranks.
  std::vector<NodePlace> const& places() const { return places_; }
  /// Returns this rank's number among the ranks of its node, from 0.
  int node_rank() const { return places_[static_cast<std::size_t>(rank_)].number; }
  /// Returns one name per node (MPI_Get_processor_name of its lowest rank), in node order. The
  /// result is the same on all ranks.
  std::vector<std::string> const& hostnames() const { return hostnames_; }
  /// Returns the name of the node on which a rank runs.
  std::string const& hostname(int rank) const {
    auto const node = places_[static_cast<std::size_t>(rank)].node;
    return hostnames_[static_cast<std::size_t>(node)];
  }

  /// Returns the first line of MPI_Get_library_version.
  static std::string library_version();

  /// Waits until all ranks have called this function. Collective.
  void barrier() const;
  /// Waits like barrier(), but at most for the given time. Returns false if the time has passed;
  /// this communicator must then not be used any more. Used by ranks that do not know whether the
  /// others will come. Collective.
  bool barrier_within(double seconds) const;
  /// Waits until all ranks have called this function. Ranks that wait for a long time pass
  /// Waiting::asleep: they sleep, so that cores and network are free for the working ranks. The
  /// barrier may then end about 0.1 ms late. On a simulated machine, where waiting costs nothing,
  /// the function is a plain barrier. Collective.
  void barrier(Waiting waiting) const;
  /// Returns the largest value of all ranks, on all ranks. Collective.
  double max(double value) const;
  /// Returns the smallest value of all ranks, on all ranks. Collective.
  double min(double value) const;
  /// Returns the sum of all ranks' values, on all ranks. Collective.
  double sum(double value) const;
  /// Begins to add the values of all ranks element by element. Returns a function that waits and
  /// returns the sums. Each rank must call that function once. Collective.
  std::function<std::vector<double>()> begin_sums(std::vector<double> const& values) const;
  /// Returns the sums of all ranks' values modulo 2^64, element by element, on all ranks.
  /// Collective.
  std::vector<std::uint64_t> sums(std::vector<std::uint64_t> values) const;
  /// Returns the text of rank 0 on all ranks. The text has at most 2^31 - 1 bytes. Collective.
  std::string broadcast(std::string text) const;
  /// Returns the texts of all ranks in rank order, on all ranks. All texts together have at most
  /// 2^31 - 1 bytes. Collective.
  std::vector<std::string> gather(std::string const& text) const;

  Handle const& handle() const { return *handle_; }

private:
  void find_nodes();

  std::unique_ptr<Handle> handle_;
  int rank_ = 0;
  int size_ = 1;
  int ranks_per_node_ = 1;
  std::vector<NodePlace> places_;
  std::vector<std::string> hostnames_;
};

/// Calls `work` on every rank. `work` itself must not be collective. If `work` throws UserError on
/// any rank, all ranks throw the UserError of the lowest such rank. Collective.
void on_all_ranks(Communicator const& world, std::function<void()> const& work);

/// Calls `work` on rank 0 and returns its text on all ranks. If `work` throws UserError, all ranks
/// throw that error. Collective.
std::string on_first_rank(Communicator const& world, std::function<std::string()> const& work);

} // namespace kitt::comms
