// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"
#include "perf/ceilings/roofline.hpp"
#include "perf/json/document_version.hpp"
#include "perf/measure/statistics.hpp"
#include "perf/record/rules.hpp"

#include <array>
#include <map>
#include <string>
#include <vector>

/// \file
/// The rules of acceptance runs, and the file that changes them (docs/guide/procurement.md).

namespace kitt::perf {

/// Name of the figure of `kitt itt`.
inline constexpr char const* comparison_point = "comparison point";

/// Returns the values that a record of a run by these rules must have. The keys are JSON pointers
/// into the record.
std::map<std::string, std::string> required_values(Rules const& rules);

/// Cells whose noise, ceilings and floor are judged. `figure`: the cells from which the figure is
/// computed. `all`: the best variant of every cell.
enum class JudgedCells { figure, all };
constexpr auto names_of(JudgedCells) {
  return std::array{"figure", "all"};
}

/// Limits of acceptance runs. A file of rules may change each of them.
struct RunRules {
  std::string named_rules = default_rules().name;
  std::string figure = comparison_point;
  JudgedCells cells = JudgedCells::figure;
  std::string commit = {}; ///< empty means any commit
  std::map<std::string, std::string> required = required_values(default_rules());
  std::vector<std::string> governors = {}; ///< empty means any governor
  int runs = 5;
  double most_spread = 0.05;
  double most_error = largest_relative_error;
  double most_roof = most_fraction;
  double most_ceiling_spread = 0.25;
  double most_clock_spread = 0.1;
  double most_remote = 0.1;
  double least_huge_pages = 0.5;
  double least_cores = 1;
  double least_simd = 0.5;
  double least_roof = 0.05;
  double least_of_others = 0.7;
};
constexpr auto fields_of(RunRules const*) {
  return kitt::fields(
      version_field<RunRules>("rules_schema_version"),
      field("named_rules", &RunRules::named_rules,
            "rules that the runs must follow, as in `kitt itt --rules`"),
      field("figure", &RunRules::figure,
            "figure that counts: \"comparison point\", or a row as `kitt compare` prints it, for "
            "example \"DWF4 L = 16\"")
          .not_empty(),
      field("cells", &RunRules::cells,
            "cells whose noise, ceilings and floor are judged: figure (cells from which the figure "
            "is computed) or all (best variant of every cell)"),
      field("commit", &RunRules::commit,
            "beginning of the git commit of KITT; empty means any commit"),
      field("required", &RunRules::required,
            "values that records must have; each key is a JSON pointer into the record, such as "
            "/configuration/ls"),
      field("governors", &RunRules::governors,
            "allowed frequency governors; empty means any governor, if all CPUs have the same one"),
      field("runs", &RunRules::runs,
            "number of runs; twice this number if the first runs differ too much")
          .at_least(1),
      field("largest_spread", &RunRules::most_spread,
            "largest spread of the figure between runs: (largest - smallest) / median")
          .at_least(0),
      field("largest_relative_error", &RunRules::most_error,
            "largest standard error of a cell, as a fraction of its figure")
          .at_least(0),
      field("largest_roofline_fraction", &RunRules::most_roof,
            "largest fraction of a ceiling; above it, the cell or the ceiling was disturbed")
          .above(0),
      field("largest_ceiling_spread", &RunRules::most_ceiling_spread,
            "largest spread between measurements of a ceiling in one run: highest / lowest - 1")
          .at_least(0),
      field("largest_clock_spread", &RunRules::most_clock_spread,
            "largest spread of the measured clock, in a run and between runs: highest / lowest - 1")
          .at_least(0),
      field("largest_remote_share", &RunRules::most_remote,
            "largest share of memory in NUMA domains without enough threads to use it")
          .at_least(0)
          .at_most(1),
      field("smallest_huge_page_share", &RunRules::least_huge_pages,
            "smallest share of memory on huge pages if the run asked for huge pages")
          .at_least(0)
          .at_most(1),
      field("smallest_core_share", &RunRules::least_cores,
            "smallest share of the cores of a node that are in use")
          .at_least(0)
          .at_most(1),
      field("smallest_simd_share", &RunRules::least_simd,
            "smallest flops per cycle of the program's SIMD, as a fraction of the flops per cycle "
            "of the CPU's widest SIMD")
          .at_least(0)
          .at_most(1),
      field("smallest_roofline_fraction", &RunRules::least_roof,
            "floor: smallest fraction of the ceiling that limits a cell")
          .at_least(0),
      field("smallest_ratio_to_others", &RunRules::least_of_others,
            "floor: smallest ratio to the result of another program on the same CPU")
          .at_least(0));
}

/// Returns the default limits of rules with this name. Throws like rules_named().
RunRules default_run_rules(std::string const& name);

/// Returns the rules in the text of a file. Keys that the file lacks have their defaults. Throws
/// UserError, naming `origin`, for an unknown key or an impossible value.
RunRules rules_from_text(std::string const& text, std::string const& origin);

/// Returns the text of a file with these rules.
std::string to_text(RunRules const& rules);

} // namespace kitt::perf
