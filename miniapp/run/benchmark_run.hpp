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

/// A benchmark with the options that its command was given, and what it needs of the run. Its
/// constructor declares the options, so that it must stay where it is.
class BenchmarkRun {
public:
  BenchmarkRun() = default;
  BenchmarkRun(BenchmarkRun const&) = delete;
  BenchmarkRun& operator=(BenchmarkRun const&) = delete;
  virtual ~BenchmarkRun() = default;

  RunOptions options;

  /// Once `options` and its own are read. Throws UserError for its own that contradict each other.
  /// Before MPI starts.
  virtual void check() {}
  /// What the record's header says of its options.
  virtual void describe(perf::Configuration&) const {}

  struct Files {
    std::vector<NamedFile> outputs, inputs;
  };
  /// Files of its own, beside the record.
  virtual Files files() const { return {}; }

  /// Returns the kinds of cells ("hopping"), if a run may have several. Empty if all cells are of
  /// one kind.
  virtual std::vector<std::string> csv_kinds() const { return {}; }

  /// Lattices that the grid of ranks must fit; none: there is no grid. Collective.
  virtual std::optional<SharedLattices> shared_lattices(comms::Communicator const&) { return {}; }

  /// Lines of the run's header, where there are several ranks.
  virtual std::string header_lines(perf::Configuration const&) const { return {}; }

  /// Whether its figures count the flops of a hopping term.
  virtual bool has_hopping_term() const { return false; }

  /// Whether its user waits for the ceilings more than for what is measured.
  virtual bool wants_quick_ceilings() const { return options.quick; }

  /// About how many cells it will have in the record.
  virtual int cells(RunContext const&) const { return 0; }

  /// Returns the exit status: 0, or 1 if a result was wrong. Throws UserError for what the user can
  /// mend. Collective.
  virtual int run(Run const& run) = 0;
};

/// `add` of a Benchmark whose run takes the command's options in its constructor.
template <class Run>
std::unique_ptr<BenchmarkRun> add_benchmark(CLI::App& app) {
  return std::make_unique<Run>(app);
}

} // namespace kitt::miniapp
