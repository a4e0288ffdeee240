// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/job.hpp"
#include "comms/ranks/process_grid.hpp"
#include "comms/ranks/simulation.hpp"
#include "core/backend/memory.hpp"
#include "miniapp/run/benchmark_run.hpp"
#include "miniapp/run/interrupt.hpp"
#include "miniapp/run/progress.hpp"
#include "perf/ceilings/roofline.hpp"
#include "perf/measure/energy_meter.hpp"
#include "perf/mpi_profile/communication_clock.hpp"
#include "perf/mpi_profile/mpi_profile.hpp"
#include "perf/record/doubts.hpp"
#include "perf/record/record.hpp"

#include <Kokkos_Core.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kitt::miniapp {

/// What a run gives to the benchmark it was started for: Kokkos, bound threads, the machine as
/// found, the grid of ranks, memory for fields, the record. Built by main() after parsing, on every
/// rank; the order of its members is the order of start-up, and the reverse that of the end. Rank 0
/// alone prints, shows progress and writes files; the others hold the same record in memory. It
/// knows no benchmark by name: what one needs, its BenchmarkRun says.
class Session {
public:
  /// Collective. Prints the header. `benchmark` outlives this. Throws UserError, the same on all
  /// ranks, if the record cannot be written or resumed, or no grid fits.
  Session(comms::Job const& job, BenchmarkRun& benchmark);
  Session(Session const&) = delete;
  Session& operator=(Session const&) = delete;

  RunOptions const& options() const { return benchmark_.options; }
  comms::Communicator const& communicator() const { return job_.world(); }
  perf::RecordHeader const& header() const { return header_; }
  perf::RunRecord& record() { return *record_; }
  MemorySource const& memory() const { return memory_; }
  /// The same on another kind of pages.
  MemorySource memory_on(comms::HugePages pages) const {
    return comms::touched_source(pages, options().first_touch);
  }
  /// The progress line says how far the run is from now on.
  void show_pace();
  /// What is done now, "DWF4 at L = 16: verifying", on the progress line.
  void show(std::string const& what);

  /// Where the ranks stand, for benchmarks that share out lattices; else a single rank.
  comms::ProcessGrid const& grid() const { return grid_; }
  /// What is shared out. The grid fits all of it.
  SharedLattices const& lattices() const { return lattices_; }

  /// Ranks that share this rank's node, itself included.
  int ranks_on_this_node() const;
  /// Ranks that share this host's memory: on a simulated machine all of them.
  int ranks_on_this_host() const;
  /// Before anything is allocated: throws UserError if the ranks of this node together cannot have
  /// as much each for `what`: plain fields on the host, the kernels' where kernels run.
  struct MemoryNeed {
    std::size_t plain_bytes, kernel_bytes;
  };
  void check_memory(MemoryNeed const& per_rank, std::string const& what) const;

  /// Seconds and energy per call of `call` on all ranks at once; a time is the slowest rank's.
  /// `waiting`: given on all ranks if a call is nothing for some of them, which had better sleep.
  /// `now`: the clock, in seconds. `check`: checks results after a sample, see perf::Sampler.
  /// Collective.
  perf::Measured sample(perf::SamplingPolicy const& policy, perf::Sampler::Call const& call,
                        std::optional<comms::Waiting> waiting = {},
                        perf::Sampler::Clock const& now = comms::MachineSeconds(),
                        perf::Sampler::Call const& check = {});
  /// Takes samples as the command line asks for them.
  perf::Measured sample(perf::Sampler::Call const& call, std::optional<comms::Waiting> waiting = {},
                        perf::Sampler::Clock const& now = comms::MachineSeconds(),
                        perf::Sampler::Call const& check = {}) {
    return sample(options().sampling(), call, waiting, now, check);
  }
  /// Takes samples as the command line asks for them, and has `check` check their results.
  perf::Measured sample_checked(perf::Sampler::Call const& call, perf::Sampler::Call const& check) {
    return sample(call, {}, comms::MachineSeconds(), check);
  }
  /// The same of calls that `prepare` comes before each, on all ranks at once, whose time and
  /// energy are not those of the call: there is no energy then. Collective.
  perf::Measured sample_prepared(perf::Sampler::Call const& call,
                                 perf::Sampler::Call const& prepare,
                                 std::optional<comms::Waiting> waiting = {},
                                 perf::Sampler::Clock const& now = comms::MachineSeconds(),
                                 perf::Sampler::Call const& check = {});
  /// The largest of any rank. Collective.
  std::size_t most(std::size_t bytes) const {
    return static_cast<std::size_t>(communicator().max(static_cast<double>(bytes)));
  }
  /// The worst rank's, infinite if any is not a number. Collective.
  double worst_error(double own) const;

  /// The ceilings of a node, all its ranks together. The first call measures and records them, or
  /// takes them from a resumed record. Collective.
  perf::Ceilings const& ceilings();

  /// A figure above its ceiling has the ceilings measured again, once; it and the cells of the
  /// record then stand under the better ones. Collective.
  template <class Cell>
  void check_ceilings(Cell& cell) {
    if (!perf::is_above_ceiling(perf::lowest_fraction(cell)))
      return;
    measure_ceilings_again();
    perf::renew_roofline(cell, ceilings());
  }

  /// Records and prints a cell that cannot be had.
  void skip(perf::CellKey const& key, std::string const& reason);
  /// Records and prints a cell whose result was wrong.
  void fail(perf::FailedCell const& cell);

  /// Prints on rank 0, after clearing the progress line. `text` holds its own newlines.
  void print(std::string const& text);
  /// Prints a line of the header, marked as a warning.
  void warn(std::string const& text);

  /// Notes which pages and domains the living fields lie in; call while they live. Collective.
  void note_pages();
  /// The size of the pages that most bytes of the living fields lie on, as found; the smallest of
  /// any rank. None where the system does not tell. Collective.
  std::optional<std::size_t> page_bytes_found() const;

  /// Keeps and prints the profile that was asked for, marks the record as complete, prints
  /// efficiencies if there is a baseline and what is in doubt, and says where the record is.
  /// Collective. Throws UserError, the same on all ranks, if all cells were skipped: a run that
  /// measured nothing is no success, whatever the command.
  void finish();

private:
  perf::Sampler sampler(perf::SamplingPolicy const& policy, std::optional<comms::Waiting> waiting,
                        perf::Sampler::Clock const& now, perf::Sampler::Call const& check) const;
  static void check_took_time(perf::Statistics const& seconds);
  void limit_comms_threads();
  void share_out_lattices();
  void share_out_time();
  void open_record();
  perf::Ceilings measure_ceilings(std::string const& moment);
  void measure_ceilings_again();
  void measure_ceilings_after();
  void raise_ceilings(std::string const& moment);
  void check_that_something_was_measured() const;
  void report_time();
  void report_memory();

  comms::Job const& job_;
  BenchmarkRun& benchmark_;
  std::unique_ptr<mpi_profile::MpiProfile> profile_; ///< if asked for; misses nothing of the rest
  std::unique_ptr<mpi_profile::CommunicationClock> communication_clock_; ///< without a profile
  perf::RecordHeader header_;
  comms::CpuShare cpu_share_; ///< found out before Kokkos starts its threads
  Kokkos::ScopeGuard kokkos_;
  comms::ProcessGrid grid_;
  SharedLattices lattices_;
  MemorySource memory_;
  perf::EnergyMeter energy_;
  std::string record_path_;
  std::optional<perf::RunRecord> record_;
  std::optional<InterruptNotice> interrupt_notice_; ///< rank 0's, where a run can be resumed
  std::optional<perf::Ceilings> ceilings_;
  /// When this run measured its ceilings, and what it had measured by then.
  struct CeilingsMeasured {
    double at; ///< on the steady clock
    std::size_t cells;
  };
  std::optional<CeilingsMeasured> ceilings_measured_;
  bool ceilings_measured_again_ = false;
  Progress progress_;
  std::optional<Pace> pace_;
};

} // namespace kitt::miniapp
