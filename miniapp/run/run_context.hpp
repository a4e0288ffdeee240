// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/job.hpp"
#include "comms/ranks/process_grid.hpp"
#include "core/backend/memory.hpp"
#include "miniapp/run/benchmark_run.hpp"
#include "perf/record/record.hpp"

#include <Kokkos_Core.hpp>

#include <optional>
#include <string>

namespace kitt::miniapp {

/// Memory in bytes that each rank needs.
struct MemoryNeed {
  std::size_t plain_bytes;  ///< fields in plain layout, in the memory of the host
  std::size_t kernel_bytes; ///< fields of kernels, in the memory where kernels run
};

/// Facts about a run that do not change while a benchmark measures: options, ranks, machine,
/// lattices, and memory for fields. Each rank has one such object. This class does not depend on
/// any benchmark.
class RunContext {
public:
  /// Starts Kokkos, binds threads, collects facts for the record, and splits lattices over the
  /// ranks. `energy_source` is the name of the energy counters. Requires that `job` and `benchmark`
  /// outlive this object. Throws UserError on all ranks if a file that the run writes cannot be
  /// used, or if no grid of ranks fits the lattices. Collective.
  RunContext(comms::Job const& job, BenchmarkRun& benchmark, std::string const& energy_source);
  RunContext(RunContext const&) = delete;
  RunContext& operator=(RunContext const&) = delete;

  RunOptions const& options() const { return benchmark_.options; }
  comms::Communicator const& communicator() const { return job_.world(); }
  /// Returns the first part of the record: facts about machine, program and options.
  perf::RecordHeader const& header() const { return header_; }
  /// Returns the grid of ranks over which lattices are split. The grid has one rank if the
  /// benchmark uses no lattices.
  comms::ProcessGrid const& grid() const { return grid_; }
  /// Returns the lattices that are split over the ranks. All lattices fit the grid.
  SharedLattices const& lattices() const { return lattices_; }
  /// Returns a source of memory for fields on these pages. The default is the pages of --hugepages.
  MemorySource memory(std::optional<comms::HugePages> pages = {}) const;
  /// Returns a source of memory that the host and MPI can use. On a CPU it is equal to memory().
  MemorySource message_memory(std::optional<comms::HugePages> pages = {}) const;

  /// Returns the number of ranks on the node of this rank.
  int ranks_on_this_node() const;
  /// Returns the number of ranks that share the memory of this host. On a simulated machine, all
  /// ranks share this memory.
  int ranks_on_this_host() const;
  /// Throws UserError if the ranks of this node together do not have this amount of memory. `what`
  /// names the fields in the message. Call before anything is allocated.
  void check_memory(MemoryNeed const& per_rank, std::string const& what) const;

  /// Returns the largest value of any rank. Collective.
  std::size_t most(std::size_t bytes) const;
  /// Returns the largest error of any rank. Returns infinity if an error is not a number.
  /// Collective.
  double worst_error(double own) const;
  /// Returns the size of the pages that hold most bytes of the present fields. If ranks differ,
  /// returns the smallest size. Returns nothing if the system does not report page sizes.
  /// Collective.
  std::optional<std::size_t> page_bytes_found() const;

private:
  void describe(std::string const& energy_source);
  void add_warnings();
  void limit_comms_threads();
  void share_out_lattices();
  /// Throws UserError if faces cannot be sent from the memory of a GPU.
  void check_direct_messages() const;
  void share_out_time();

  comms::Job const& job_;
  BenchmarkRun& benchmark_;
  perf::RecordHeader header_;
  comms::CpuShare cpu_share_; ///< measured before Kokkos starts its threads
  Kokkos::ScopeGuard kokkos_;
  comms::ProcessGrid grid_;
  SharedLattices lattices_;
};

/// Throws UserError if a file that the run will write exists already, or is one of its inputs.
void check_files(BenchmarkRun const& benchmark);

/// Opens the record that the options name, or a new record with a default name.
perf::RunRecord new_or_resumed_record(BenchmarkRun const& benchmark,
                                      perf::RecordHeader const& header);

} // namespace kitt::miniapp
