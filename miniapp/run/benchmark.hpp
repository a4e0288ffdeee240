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

/// Names that an option of a benchmark accepts, or that its tables contain.
struct NameList {
  struct Entry {
    std::string name;
    std::string note = {}; ///< explanation next to the name
  };
  std::string heading;          ///< heading of these names in `kitt list`
  std::string placeholder = {}; ///< word for these names in the help, as "VARIANT"; may be empty
  std::vector<Entry> entries = {};
  int width = 0; ///< width of the column of names in `kitt list`, in characters
};

/// Returns the names of all values of an enum.
template <Named Enum>
NameList name_list(std::string const& heading) {
  NameList list{.heading = heading};
  for (auto const* const name : names_of(Enum{}))
    list.entries.push_back({name});
  return list;
}

/// Part of `kitt suite`, in the order in which the suite runs its parts.
enum class Part { node, memory, kernels, solvers, network, applications };
constexpr auto names_of(Part) {
  return std::array{"node", "memory", "kernels", "solvers", "network", "applications"};
}

/// Command that measures. It has its own folder in miniapp/benchmarks.
struct Benchmark {
  char const* name;         ///< name of the command
  char const* description;  ///< line in the help
  char const* contents;     ///< line in `kitt list`
  std::optional<Part> part; ///< part of the suite; empty if the suite leaves it out
  /// Declares the options of the command on `app`. Returns an object that keeps the options, and
  /// runs after they are parsed.
  std::unique_ptr<BenchmarkRun> (*add)(CLI::App& app);
  std::vector<NameList> (*names)() = [] { return std::vector<NameList>(); };
};

/// Returns all benchmarks of this program in the order of `kitt --help`. `kitt` without a command
/// runs the first benchmark. The list is in miniapp/benchmarks/all_benchmarks.hpp.
std::span<Benchmark const* const> all_benchmarks();

/// Returns false in the program `kitt-itt`, which has only the benchmarks that `kitt itt` needs.
bool has_all_benchmarks();

} // namespace kitt::miniapp
