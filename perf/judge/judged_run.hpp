// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/json/json_words.hpp"
#include "perf/judge/run_rules.hpp"
#include "perf/record/provenance.hpp"
#include "perf/record/record.hpp"
#include "perf/results/results.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace kitt::perf {

/// Facts and figures of one record that the rules check.
struct JudgedRun {
  std::string name; ///< name of the file, as given on the command line
  Json head;        ///< record without its cells
  RecordHeader header;
  bool complete = false;
  std::string named_rules; ///< rules that the run followed
  std::optional<Ceilings> ceilings;
  std::vector<BytesOnPages> pages;    ///< bytes on pages of each size
  std::vector<BytesInDomain> domains; ///< bytes in each NUMA domain
  std::vector<Cell> cells;
  Results results;
  std::vector<Figure> of_figure; ///< measured cells of the figure that counts, best variants
  std::vector<Figure> judged;    ///< measured cells whose noise, ceilings and floor are judged
  std::optional<double> figure;  ///< figure that counts; empty if the record lacks it
  std::string unit;              ///< unit of the figure, in words
  bool less_is_better = false;   ///< whether the figure is a time

  /// Returns true if kernels ran on a GPU. Rules about cores, SIMD and pages do not apply to GPUs.
  bool on_device() const;
};

/// Reads a record, whose figures are `results`, for these rules. Throws UserError, which names the
/// results, if the record lacks something that every run writes.
JudgedRun judged_run(Results results, RunRecord const& record, RunRules const& rules);

/// CPUs, cores and threads of one node.
struct NodeThreads {
  int threads = 0;
  int cpus = 0;  ///< different hardware threads that these threads may use; 0 if unknown
  int cores = 0; ///< cores that do work: at most one for each thread; 0 if unknown
};
/// Returns the threads of the first node.
NodeThreads node_threads(JudgedRun const& run);

/// Returns the share of memory on pages larger than the system's default; empty if unknown.
std::optional<double> huge_page_share(JudgedRun const& run);

/// Returns the share of memory that lies in NUMA domains with too few threads. Threads of other
/// domains must use this share, if all threads use equally much memory. Empty if unknown.
std::optional<double> remote_share(JudgedRun const& run);

/// Returns the flops per cycle of the program's SIMD, divided by the flops per cycle of the CPU's
/// widest SIMD. Empty if unknown.
std::optional<double> simd_share(JudgedRun const& run);

/// Returns the optimisation level in the compiler's flags: 0 to 3. Empty if neither flags nor
/// compiler determine it.
std::optional<int> optimisation_level(Provenance const& provenance);

} // namespace kitt::perf
