// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/results/detail/grid_results.hpp"

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kitt::perf::detail {

/// Returns the kernel with a name of Grid, or an empty text if KITT has no such kernel. "DWF" at
/// Ls = 1 is Wilson.
std::string kernel_named_by_grid(std::string const& name, int ls);

/// Section of Grid's text: a kernel on one lattice.
struct GridSection {
  std::string kernel; ///< empty if KITT has no such kernel
  GridLattice lattice = {};
  int flops_per_site = 0;
};

/// Output of a program of Grid: its messages, the run, and the sections.
class GridLog {
public:
  /// Throws WrongValue if the text is not from Grid, or ends before the comparison point.
  explicit GridLog(std::string const& text);

  std::vector<std::string> const& messages() const { return messages_; }
  GridRun const& run() const { return run_; }
  std::vector<GridSection> const& sections() const { return sections_; }

  /// Returns whether a message begins with these words.
  bool has(std::string_view words) const;

private:
  void read_lines(std::string const& text);
  void read_foreign(std::string const& line);
  void read_sections();
  void begin_section(std::string const& name, std::string const& volume);
  void read_fact(std::string const& message);
  void read_run();
  void find_nodes_by_cores();
  std::string first_value(std::initializer_list<std::string_view> labels) const;

  std::vector<std::string> messages_ = {};
  std::map<int, std::string> cores_of_rank_ = {};
  std::vector<GridSection> sections_ = {};
  GridRun run_ = {};
};

/// Returns the text after the colon of a message "* nodes : 8", if it has this label.
std::optional<std::string> value_in(std::string_view message, std::string_view label);

} // namespace kitt::perf::detail
