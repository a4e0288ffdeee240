// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/json/json_words.hpp"
#include "perf/record/figure.hpp"
#include "perf/record/record.hpp"
#include "perf/record/rules.hpp"

#include <array>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace kitt::perf {

/// One fact of a record about build or start of its run: "compiler flags", "-O3 -march=native".
struct RunFact {
  std::string what;
  std::string value;
  bool operator==(RunFact const&) const = default;
};

/// Names of groups of facts whose members differ between runs, for example "environment
/// OMP_PLACES". A record knows the whole group, so a missing member was not set.
inline constexpr char const* environment_facts = "environment";
inline constexpr char const* mpi_limit_facts = "MPI";

/// Returns the facts in the order in which readers usually ask for them. Leaves out facts that the
/// record does not state.
std::vector<RunFact> facts_of_record(nlohmann::ordered_json const& record);

/// Figures of one run, of one published table, or of the output of another program.
struct Results {
  std::string name;                        ///< name of the operand, as given on the command line
  std::string title;                       ///< machine and nodes: "AMD EPYC 7601, one node"
  std::string source;                      ///< who measured the figures, and when
  std::string program = {};                ///< name of the program that was run: "KITT", "Grid"
  std::string label = {};                  ///< `--label` of the run; may be empty
  std::vector<std::string> hostnames = {}; ///< host names of the nodes of a run
  std::string cpu_model;
  /// Part of cpu_model that distinguishes CPUs; empty means the whole name.
  std::string cpu_number = {};
  bool published = false; ///< whether a published table or another program holds the figures
  std::optional<int> nodes;
  std::optional<int> ranks_per_node;
  std::optional<int> cores_per_node;                ///< in use
  std::optional<std::array<int, 4>> rank_grid = {}; ///< ranks along x, y, z, t
  std::optional<std::array<int, 4>> node_grid = {}; ///< nodes along x, y, z, t
  std::string rules = default_rules().name;         ///< rules of the points
  std::optional<double> robustness;
  std::string robustness_set = {}; ///< name of the set of variants; may be empty
  std::vector<Figure> figures = {};
  Json profile; ///< MPI profile; null if there is no profile
  std::vector<RunFact> facts =
      {}; ///< facts about build and start of the run; empty without a record
  /// Warnings about the figures of another program.
  std::vector<std::string> warnings = {};
};

/// Name of KITT in Results::program.
inline constexpr char const* own_program = "KITT";
/// Returns the name of a program without its version, parts and options: "Grid" for "Grid,
/// Benchmark_ITT of release/dirac-ITT".
std::string program_name(std::string const& program);

/// Return the figures of a `kitt` record, or of the document of a published table. Throw
/// nlohmann::json::exception or UserError if the document lacks something that figures depend on.
Results results_of_record(std::string const& name, RunRecord const& record);
Results results_of_table(std::string const& name, Json const& document);

/// Prefix of the name of a published table that KITT ships.
inline constexpr char const* published_prefix = "published:";

/// Returns the path of the file that read_results() reads.
std::filesystem::path results_file(std::string const& name);

/// Reads a record, the file of a published table, a published table that KITT ships
/// ("published:NAME"), or the output of another program ("grid:FILE", other_programs.hpp). Throws
/// UserError if the file does not exist or cannot be used.
Results read_results(std::string const& name);

} // namespace kitt::perf
