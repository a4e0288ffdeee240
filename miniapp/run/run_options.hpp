// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/halo_exchange.hpp"
#include "comms/node/binding.hpp"
#include "comms/node/first_touch.hpp"
#include "comms/node/huge_pages.hpp"
#include "comms/ranks/process_grid.hpp"
#include "core/backend/backend_traits.hpp"
#include "core/base/output_file.hpp"
#include "perf/measure/sampling.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace kitt::miniapp {

/// Returns number and time of samples of a cell in a quick run with `cells` cells. All cells
/// together take 1.5 s, and each takes at most 0.1 s. If calls are long, five samples may take
/// twice as long for all cells together, and 1 s for one cell. `cells` is 0 if the number of cells
/// is unknown.
///
/// A quick run of one benchmark shall take less than 10 s. The rest of this time is for ceilings,
/// for verification and for making fields. Benchmarks choose the sizes of a quick run to fit.
inline perf::SamplingPolicy quick_sampling(int cells) {
  constexpr double of_all_cells = 1.5;
  constexpr double of_a_cell = 0.1;
  auto const share = of_all_cells / std::max(1, cells);
  return {.minimum_seconds = std::min(of_a_cell, share),
          .minimum_count = 5,
          .maximum_seconds = std::min(1.0, 2 * share)};
}

/// Headings of `kitt COMMAND --help`: options of the command, and options of all benchmarks.
inline constexpr char const* own_heading = "Options";
inline constexpr char const* common_heading = "Options of all benchmarks";

/// Options of all benchmarks: threads, files, sampling, ranks. The initial values are the defaults.
struct RunOptions {
  static constexpr double usual_seconds = 0.5; ///< default time of samples

  std::string benchmark;                 ///< name of the command
  std::vector<std::string> command_line; ///< words of the command line, the program first

  int threads = 0; ///< threads per rank; 0 means one per allowed core
  comms::BindPolicy bind = comms::BindPolicy::core;
  comms::HugePages huge_pages =
      BackendTraits<ExecutionSpace>::on_host ? comms::HugePages::madvise : comms::HugePages::none;

  comms::FirstTouch first_touch = comms::FirstTouch::own;

  /// Kinds of pages to measure one after another, from `none` to `huge_pages`. Empty means only
  /// `huge_pages`.
  std::vector<comms::HugePages> page_kinds;

  std::string label;       ///< user's name for this run
  std::string json_path;   ///< path of the record; empty: kitt-<command>-<host>-<UTC time>.json
  std::string csv_path;    ///< path of the CSV file; empty means no file
  std::string resume_path; ///< path of the record to resume; empty means a new record
  bool force = false;      ///< whether existing files are overwritten
  bool resumable = false;  ///< whether the command has --resume

  bool profile = false;          ///< whether the time in MPI is recorded by routine
  bool profile_barriers = false; ///< whether each exchange has a barrier before it; needs `profile`

  bool quick = false;
  std::uint64_t seed = 1;
  double min_seconds = usual_seconds; ///< minimum time of the samples of a cell
  double max_seconds = 10; ///< time after which a cell gets no more samples to reach min_samples
  std::size_t min_samples = 10;
  bool min_time_given = false; ///< whether --min-time was given; otherwise the cells of a quick run
                               ///< share a total time

  std::optional<comms::RankGrid> mpi; ///< grid of ranks; if empty, the best grid is used
  comms::Transport transport =
      BackendTraits<ExecutionSpace>::on_host ? comms::Transport::shm : comms::Transport::mpi;
  bool one_transport = false; ///< whether --comms was given
  int comms_threads = 0;      ///< number of `threads` that only call MPI while the others compute
  std::string
      baseline_path; ///< record for comparison, from which efficiencies follow; may be empty

  /// Returns the requested time of samples divided by the default. The measurement of ceilings
  /// becomes longer or shorter by this factor, which does not depend on the number of cells.
  double sampling_share() const {
    if (!quick)
      return min_seconds / usual_seconds;
    return min_time_given ? min_seconds / quick_sampling(0).minimum_seconds : 1;
  }
  Overwrite overwrite() const { return overwrite_if(force); }
  /// Returns the number and time of samples of a cell.
  perf::SamplingPolicy sampling() const {
    return {.minimum_seconds = min_seconds,
            .minimum_count = min_samples,
            .maximum_seconds = max_seconds};
  }
};

/// Kind of pages of message buffers.
struct AskedPages {
  comms::HugePages kind;
  std::string name; ///< name in the cell; empty if a run has only one kind
};
/// Returns all kinds of pages that a run measures.
std::vector<AskedPages> asked_pages(RunOptions const& options);

/// Number of kinds of pages that a benchmark measures: one, or several (see page_kinds).
enum class PageKinds { one, several };
/// Declares the options that every benchmark has: threads, binding, pages, the record, the profile.
void add_running(CLI::App& app, RunOptions& options, PageKinds kinds = PageKinds::one);
/// Declares the options of a benchmark that fills its record cell by cell: files, seed, sampling.
void add_measuring(CLI::App& app, RunOptions& options);
/// Declares --mpi and --comms, for a benchmark whose ranks exchange faces.
void add_grid(CLI::App& app, RunOptions& options);
/// Declares --comms-threads.
void add_comms_threads(CLI::App& app, RunOptions& options);
/// Declares --baseline.
void add_baseline(CLI::App& app, RunOptions& options);

/// Completes and checks the options after `app` has parsed them. Throws UserError if options
/// contradict each other.
void finish(CLI::App const& app, RunOptions& options);

} // namespace kitt::miniapp
