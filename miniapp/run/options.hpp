// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/halo_exchange.hpp"
#include "comms/node/binding.hpp"
#include "comms/node/huge_pages.hpp"
#include "comms/ranks/process_grid.hpp"
#include "core/base/output_file.hpp"
#include "core/halo/travel.hpp"
#include "miniapp/tools/tool.hpp"
#include "perf/ceilings/cost_table.hpp"
#include "perf/ceilings/precision.hpp"
#include "perf/measure/sampling.hpp"
#include "perf/tuning/tuning.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kitt {
enum class TimeBoundary; // core/fields/link_field.hpp; its zero is periodic
}

namespace kitt::miniapp {

/// What measures; tools.hpp has the commands that do not.
enum class Command { itt, dslash, memory, halo, machine };
std::string to_string(Command command);

/// The order of exchange and interior: one after the other, the one behind the other, or both
/// measured.
enum class Strategies { sequential, overlap, both };
std::string to_string(Strategies strategies);

/// What stays as ranks are added: the volume of each node (or rank), or that of the whole job.
enum class Scaling { weak, strong };
std::string to_string(Scaling scaling);

/// The command line, checked. Defaults are what `kitt` alone does.
struct Options {
  Command command = Command::itt;
  std::vector<std::string> command_line; ///< as given, program first

  int threads = 0; ///< per rank; 0: one per allowed core
  comms::BindPolicy bind = comms::BindPolicy::core;
  comms::HugePages huge_pages =
      BackendTraits<ExecutionSpace>::on_host ? comms::HugePages::madvise : comms::HugePages::none;
  std::uint64_t seed = 1;

  std::string label;       ///< of this run, in the user's words
  std::string json_path;   ///< empty: kitt-<command>-<host>-<UTC time>.json here
  std::string csv_path;    ///< empty: no CSV
  std::string resume_path; ///< empty: a new record
  bool force = false;      ///< overwrite existing files

  bool profile = false;          ///< of MPI
  bool profile_barriers = false; ///< before each exchange; only with profile

  bool quick = false;
  double min_seconds = 0.5; ///< of sampling, per cell
  std::size_t min_samples = 10;

  perf::Precision precision = perf::Precision::single_precision;
  perf::FlopCount flops_per_site = perf::FlopCount::grid;
  bool per_rank = false; ///< L^4 is the local volume of a rank, not of a node

  std::vector<int> l; ///< as asked; empty: see hopping_sizes, memory_sizes, halo_sizes
  int ls = 16;
  std::vector<std::string> kernels;  ///< empty: all; else of "Wilson", "DWF4", "DWF5"
  std::vector<std::string> variants; ///< empty: all; else of hopping_variants()
  perf::TuneMode tune = perf::TuneMode::quick;
  std::string gauge = "hot"; ///< "hot", "unit", "weak" or the path of a file
  TimeBoundary boundary{};

  std::optional<comms::RankGrid> mpi; ///< none: the best grid is chosen
  comms::Transport transport = comms::Transport::shm;
  bool one_transport = false; ///< --comms was given: the halo benchmark measures no other
  Travel comms_precision = Travel::same;
  Strategies strategies = Strategies::both;
  int comms_threads = 0; ///< of `threads`, for MPI alone while the others compute
  Scaling scaling = Scaling::weak;
  std::optional<Extents> global; ///< of the whole job: given if and only if scaling is strong
  std::string baseline_path;     ///< record that efficiencies refer to; empty: none

  std::string machine_path;     ///< of `kitt machine`: the model's file of it; empty: none
  std::string halo_record_path; ///< whose exchanges go into it; empty: none

  /// L of the hopping kernels: --L, or 8 12 16 24 (quick: 8 12 16).
  std::vector<int> hopping_sizes() const;
  /// L of the memory kernels: --L, or 8 to 48 in steps of 4 (quick: 8 to 48 by 8).
  std::vector<int> memory_sizes() const;
  /// L of the halo exchange: --L, or 4 to 32 in steps of 4 (quick: 8 and 16).
  std::vector<int> halo_sizes() const;
  /// Of its half spinors: `kitt halo --Ls` and --precision, or 8 and double.
  int halo_ls() const;
  perf::Precision halo_precision() const;
  bool gauge_from_file() const;
  Overwrite overwrite() const { return overwrite_if(force); }
  /// Whose volume it is that --L, --global or a gauge file gives.
  comms::VolumeOf volume_of() const;
  perf::SamplingPolicy sampling() const;
  bool wants_kernel(std::string const& kernel) const;
  bool wants_variant(std::string const& variant) const;
};

/// What parsing came to: options of a benchmark, a tool to run instead, or a text (help, version)
/// to print and be done.
struct ParsedCommandLine {
  Options options;
  RunTool tool;     ///< not empty: run it and exit with its status
  std::string text; ///< not empty: print it and exit with status 0
};

/// Throws UserError for whatever is wrong with the command line.
ParsedCommandLine parse_command_line(int argc, char const* const* argv);

} // namespace kitt::miniapp
