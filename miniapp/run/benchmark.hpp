// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace kitt::miniapp {

class BenchmarkRun;

/// Names that an option of a benchmark takes, or that stand in its tables.
struct NameList {
  struct Entry {
    std::string name;
    std::string note = {};
  };
  std::string heading;          ///< of `kitt list`
  std::string placeholder = {}; ///< what stands for them in the help: "VARIANT"; empty: nothing
  std::vector<Entry> entries = {};
  int width = 0; ///< of the column of names in `kitt list`
};

/// Of all values of an enum.
template <Named Enum>
NameList name_list(std::string const& heading) {
  NameList list{.heading = heading};
  for (auto const* const name : names_of(Enum{}))
    list.entries.push_back({name});
  return list;
}

/// What a benchmark measures, in the order in which `kitt suite` runs them.
enum class Part { node, memory, kernels, solvers, network, applications };
constexpr auto names_of(Part) {
  return std::array{"node", "memory", "kernels", "solvers", "network", "applications"};
}

/// A command that measures. It lives in a folder of miniapp/benchmarks; all_benchmarks() has it.
struct Benchmark {
  char const* name;         ///< of the command
  char const* description;  ///< in the help
  char const* contents;     ///< in `kitt list`
  std::optional<Part> part; ///< of the suite; none: it is no part, but made of others
  /// Declares the command's options on `app`. What it returns keeps them, and runs once they are
  /// parsed.
  std::unique_ptr<BenchmarkRun> (*add)(CLI::App& app);
  std::vector<NameList> (*names)() = [] { return std::vector<NameList>(); };
};

/// All benchmarks in the order of `kitt --help`; `kitt` without a command runs the first.
/// miniapp/benchmarks/all_benchmarks.cpp holds the list.
std::span<Benchmark const* const> all_benchmarks();

} // namespace kitt::miniapp
