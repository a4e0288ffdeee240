// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/json/json_words.hpp"
#include "perf/record/record.hpp"
#include "perf/results/run_facts.hpp"

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kitt::perf {

/// One measured cell, or one that could not be had, whoever ran it: the work that was done, and how
/// fast. Figures are per node: Mflop/s (hopping), GB/s (memory), MB/s one way (halo); units of the
/// others are in kernels.hpp's table.
struct Figure {
  std::string benchmark; ///< of the table in kernels.hpp: "hopping", "memory", "halo", "latency"
  std::string kernel;    ///< "Wilson", "DWF4", "DWF5", "axpy", "read"..., "halo xyzt"
  int l = 0;
  std::optional<int> ls; ///< none: not stated
  Precision precision = Precision::single_precision;
  std::string variant;
  /// What it measures where kernels of other names do too; empty: the kernel alone says it.
  std::string measures = {};

  std::string status = "measured"; ///< or "failed", "skipped"
  std::string reason = {};         ///< of a cell that failed or was skipped

  int flops_per_site = 0;  ///< as its operator is counted; 0: it has none, or none is stated
  std::string volume = {}; ///< whose L^4 it is: "per node", "per rank", "whole job"
  double node_sites = 0;   ///< 4-D sites of a node; 0: not known
  /// Extents of the whole job's lattice along x, y, z, t; none if not known.
  std::optional<std::array<int, 4>> lattice = {};
  std::string travel = {}; ///< precision of faces: "same", "single", "half"; empty: none travelled
  bool between_nodes = false; ///< more than one node took part
  /// Nodes along x, y, z, t: what they send each other. None: nothing is sent, or not known.
  std::optional<std::array<int, 4>> node_grid = {};
  bool exact = true; ///< false: narrow links, never the best of its kernel

  double mean = 0;                   ///< from the mean time
  std::optional<double> median = {}; ///< from the median time
  std::optional<double> error = {};  ///< relative standard error of the mean
  std::optional<double> watts_per_node = {};
  std::optional<double> roofline_fraction = {};
};

/// A run or a published table.
struct Results {
  std::string name;                        ///< as given on the command line
  std::string title;                       ///< "AMD EPYC 7601, one node"
  std::string source;                      ///< who measured it, when
  std::string label = {};                  ///< `--label` of the run; empty: none
  std::vector<std::string> hostnames = {}; ///< nodes of a run
  std::string cpu_model;
  std::string cpu_number = {}; ///< the part of it that tells CPUs apart; empty: all of it
  bool published = false;
  std::optional<int> nodes;
  std::optional<int> ranks_per_node;
  std::optional<int> cores_per_node;                ///< in use
  std::optional<std::array<int, 4>> rank_grid = {}; ///< ranks along x, y, z, t
  std::optional<std::array<int, 4>> node_grid = {}; ///< nodes along x, y, z, t
  std::optional<double> robustness;
  std::string robustness_set = {}; ///< of variants; empty: not named
  std::vector<Figure> figures = {};
  Json profile;                    ///< null: none
  std::vector<RunFact> facts = {}; ///< of a record: how the run was built and started
};

/// What a `kitt` record, or the document of a published table, holds. Throws
/// nlohmann::json::exception or UserError for one that lacks what figures depend on.
Results results_of_record(std::string const& name, RunRecord const& record);
Results results_of_table(std::string const& name, Json const& document);

/// Before the name of a published table.
inline constexpr char const* published_prefix = "published:";

/// The file of what read_results() reads.
std::filesystem::path results_file(std::string const& name);

/// Reads a record's file, a published table's file, or "published:NAME", one that KITT ships.
/// Throws UserError if there is no such thing.
Results read_results(std::string const& name);

} // namespace kitt::perf
