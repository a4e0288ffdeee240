// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/run/benchmark.hpp"
#include "miniapp/run/field_options.hpp"
#include "miniapp/run/run_options.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

struct Run;
class RunContext;

/// Benchmark with the options of its command line, and its requests to the run. The constructor
/// declares the options and keeps references to members, so an object must not be moved.
class BenchmarkRun {
public:
  BenchmarkRun() = default;
  BenchmarkRun(BenchmarkRun const&) = delete;
  BenchmarkRun& operator=(BenchmarkRun const&) = delete;
  virtual ~BenchmarkRun() = default;

  RunOptions options; ///< options that many benchmarks share

  /// Checks the options after the whole command line is read, and before MPI starts. Throws
  /// UserError if options of the benchmark contradict each other.
  virtual void check() {}
  /// Writes the options of the benchmark into the configuration of the record.
  virtual void describe(perf::Configuration&) const {}

  /// Files that a benchmark writes and reads.
  struct Files {
    std::vector<NamedFile> outputs, inputs;
  };
  /// Returns the files that the benchmark reads and writes, without the record.
  virtual Files files() const { return {}; }

  /// Returns the kinds of cells, such as "hopping", if a run may have several. Empty if all cells
  /// are of one kind.
  virtual std::vector<std::string> csv_kinds() const { return {}; }

  /// Returns the lattices that the grid of ranks must fit. Returns nothing if the benchmark needs
  /// no grid. Collective.
  virtual std::optional<SharedLattices> shared_lattices(comms::Communicator const&) { return {}; }

  /// Returns more lines for the printed header of a run on several ranks.
  virtual std::string header_lines(perf::Configuration const&) const { return {}; }

  /// Returns whether figures count the flops of a hopping term.
  virtual bool has_hopping_term() const { return false; }

  /// Returns true if ceilings are to be measured quickly, because a full measurement would take
  /// longer than the cells.
  virtual bool wants_quick_ceilings() const { return options.quick; }

  /// Returns the approximate number of cells that the record will have.
  virtual int cells(RunContext const&) const { return 0; }

  /// Measures. Returns the exit status: 0, or 1 if a result was wrong. Throws UserError for errors
  /// that the user can correct. Collective.
  virtual int run(Run const& run) = 0;
};

/// Makes a benchmark whose constructor declares the options of the command on `app`.
template <class Run>
std::unique_ptr<BenchmarkRun> add_benchmark(CLI::App& app) {
  return std::make_unique<Run>(app);
}

} // namespace kitt::miniapp
