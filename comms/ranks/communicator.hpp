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

/// Which threads there are beside MPI: none, some that do not call it, or some that all call it at
/// once.
enum class MpiThreads { single, funneled, multiple };

/// MPI for as long as this object lives: MPI_Init_thread on construction, MPI_Finalize on
/// destruction. One per process, built first in main and destroyed last. Throws std::runtime_error
/// when MPI cannot be started or was started already; an MPI without MPI_THREAD_MULTIPLE is no
/// error, multiple() tells.
class MpiEnvironment {
public:
  MpiEnvironment(int& argc, char**& argv, MpiThreads wanted = MpiThreads::funneled);
  ~MpiEnvironment();
  MpiEnvironment(MpiEnvironment const&) = delete;
  MpiEnvironment& operator=(MpiEnvironment const&) = delete;

  /// Whether this MPI lets all threads call it.
  bool multiple() const { return multiple_; }

  /// Stops every rank with this exit status, for a failure that only one rank knows of.
  [[noreturn]] static void abort(int exit_status);

private:
  bool multiple_ = false;
};

/// How a rank waits for the others: asking MPI again and again, or asleep between its questions.
enum class Waiting { awake, asleep };

/// A duplicate of MPI_COMM_WORLD that belongs to this object: nobody else's messages can be
/// mistaken for ours. Every MPI call is checked; a failing one throws std::runtime_error with the
/// text of MPI_Error_string. Needs a living MpiEnvironment.
class Communicator {
public:
  struct Handle; ///< holds the MPI_Comm; comms/ranks/mpi.hpp

  /// Collective over MPI_COMM_WORLD.
  Communicator();
  ~Communicator();
  Communicator(Communicator&&) noexcept;
  Communicator& operator=(Communicator&&) noexcept;

  int rank() const { return rank_; }
  int size() const { return size_; }
  /// Nodes as found: groups of ranks that can share memory (MPI_Comm_split_type).
  int nodes() const { return static_cast<int>(hostnames_.size()); }
  /// The largest number of ranks on any node; equal on all nodes if uniform() is true.
  int ranks_per_node() const { return ranks_per_node_; }
  bool uniform() const { return nodes() * ranks_per_node_ == size_; }
  /// The nodes of all ranks, numbered in order of their first rank, and the ranks' numbers there,
  /// in order of rank; the same on all ranks.
  std::vector<NodePlace> const& places() const { return places_; }
  /// This rank's number among those of its node.
  int node_rank() const { return places_[static_cast<std::size_t>(rank_)].number; }
  /// One name per node (MPI_Get_processor_name of its first rank), in order of first rank; the
  /// same on all ranks.
  std::vector<std::string> const& hostnames() const { return hostnames_; }
  /// The name of the node of a rank.
  std::string const& hostname(int rank) const {
    auto const node = places_[static_cast<std::size_t>(rank)].node;
    return hostnames_[static_cast<std::size_t>(node)];
  }

  /// First line of MPI_Get_library_version.
  static std::string library_version();

  /// Collective.
  void barrier() const;
  /// The same, but gives up after so many seconds: it then returns false, and this communicator can
  /// be used no more. It is for ranks that do not know whether the others will come.
  bool barrier_within(double seconds) const;
  /// Collective barrier where some ranks have nothing to do for long: those wait asleep, and leave
  /// cores and network to those that work. It may end some 0.1 ms late. On a simulated machine,
  /// where waiting costs nothing, a plain barrier.
  void barrier(Waiting waiting) const;
  /// Collective: the largest value of all ranks, on all ranks.
  double max(double value) const;
  /// Collective: the smallest value of all ranks, on all ranks.
  double min(double value) const;
  /// Collective: the sum of all ranks' values, on all ranks.
  double sum(double value) const;
  /// Collective: begins to add all ranks' first, second ... values. What it returns is called once
  /// on all ranks, waits, and returns the sums.
  std::function<std::vector<double>()> begin_sums(std::vector<double> const& values) const;
  /// Collective: the sums of all ranks' first, second ... values modulo 2^64, on all ranks.
  std::vector<std::uint64_t> sums(std::vector<std::uint64_t> values) const;
  /// Collective: the text of rank 0, on all ranks. At most 2^31 - 1 bytes.
  std::string broadcast(std::string text) const;
  /// Collective: every rank's text in order of rank, on all ranks. Together at most 2^31 - 1 bytes.
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

/// Collective: does `work`, itself not collective, on every rank. A UserError that any of them
/// meets is thrown on all: that of the first rank that met one.
void on_all_ranks(Communicator const& world, std::function<void()> const& work);

/// Collective: does `work` on rank 0 and returns its text on all ranks; a UserError that it meets
/// is thrown on all.
std::string on_first_rank(Communicator const& world, std::function<std::string()> const& work);

} // namespace kitt::comms
