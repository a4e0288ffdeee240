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
#include "miniapp/run/quick_sampling.hpp"
#include "perf/measure/sampling.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace kitt::miniapp {

/// Headings of `kitt COMMAND --help`: options of the command, then options that all share.
inline constexpr char const* own_heading = "Options";
inline constexpr char const* common_heading = "Options of all benchmarks";

/// What a run is asked for whatever it measures: threads, files, sampling, ranks. Defaults are what
/// a command without options does.
struct RunOptions {
  static constexpr double usual_seconds = 0.5; ///< of sampling

  std::string benchmark;                 ///< the command's name
  std::vector<std::string> command_line; ///< as given, program first

  int threads = 0; ///< per rank; 0: one per allowed core
  comms::BindPolicy bind = comms::BindPolicy::core;
  comms::HugePages huge_pages =
      BackendTraits<ExecutionSpace>::on_host ? comms::HugePages::madvise : comms::HugePages::none;

  comms::FirstTouch first_touch = comms::FirstTouch::own;

  /// To be measured in turn, `none` first and `huge_pages` the last; empty: only `huge_pages`.
  std::vector<comms::HugePages> page_kinds;

  std::string label;       ///< of this run, in the user's words
  std::string json_path;   ///< empty: kitt-<command>-<host>-<UTC time>.json here
  std::string csv_path;    ///< empty: no CSV
  std::string resume_path; ///< empty: a new record
  bool force = false;      ///< overwrite existing files
  bool resumable = false;  ///< the command has --resume

  bool profile = false;          ///< of MPI
  bool profile_barriers = false; ///< before each exchange; only with profile

  bool quick = false;
  std::uint64_t seed = 1;
  double min_seconds = usual_seconds; ///< of sampling, per cell
  double max_seconds = 10;            ///< of sampling, per cell; gives up min_samples
  std::size_t min_samples = 10;
  bool min_time_given = false; ///< else a quick run shares out its time among its cells

  std::optional<comms::RankGrid> mpi; ///< none: the best grid is chosen
  comms::Transport transport = comms::Transport::shm;
  bool one_transport = false; ///< --comms was given
  int comms_threads = 0;      ///< of `threads`, for MPI alone while the others compute
  std::string baseline_path;  ///< record that efficiencies refer to; empty: none

  /// What is asked for of the usual time of sampling. Ceilings are measured as long as cells, but
  /// do not become shorter because a quick run has many cells.
  double sampling_share() const {
    if (!quick)
      return min_seconds / usual_seconds;
    return min_time_given ? min_seconds / quick_sampling(0).minimum_seconds : 1;
  }
  Overwrite overwrite() const { return overwrite_if(force); }
  perf::SamplingPolicy sampling() const {
    return {.minimum_seconds = min_seconds,
            .minimum_count = min_samples,
            .maximum_seconds = max_seconds};
  }
};

/// Whether a benchmark measures with one kind of pages, or with each of a list (page_kinds).
enum class PageKinds { one, several };
/// Options that every benchmark has: threads, binding, pages, the record, the profile.
void add_running(CLI::App& app, RunOptions& options, PageKinds kinds = PageKinds::one);
/// Options of a benchmark that fills its record cell by cell: files, seed, sampling.
void add_measuring(CLI::App& app, RunOptions& options);
/// Options of a benchmark whose ranks exchange faces.
void add_grid(CLI::App& app, RunOptions& options);
void add_comms_threads(CLI::App& app, RunOptions& options);
void add_baseline(CLI::App& app, RunOptions& options);

/// Completes what `app` has parsed and checks it. Throws UserError for options that contradict each
/// other.
void finish(CLI::App const& app, RunOptions& options);

} // namespace kitt::miniapp
