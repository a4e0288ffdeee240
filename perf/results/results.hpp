// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/json/json_words.hpp"
#include "perf/record/figure.hpp"
#include "perf/record/record.hpp"
#include "perf/results/run_facts.hpp"

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kitt::perf {

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
