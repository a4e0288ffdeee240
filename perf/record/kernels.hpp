// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// The benchmarks and kernels that records and tables of results know. Everybody who asks what a
/// kernel is, what its figures are or where its lanes lie asks here; a new one is a line.

namespace kitt::perf {

/// What is measured in one unit and compared under one heading.
struct Benchmark {
  std::string_view name;    ///< as records write it
  std::string_view what;    ///< "Messages between two ranks"
  std::string_view word;    ///< the same in one: "Messages"
  std::string_view figures; ///< of its cells: "GB/s per node"
  std::string_view unit;    ///< the same, short: "GB/s/node"
  bool exchanges_faces;     ///< so that it matters how nodes are cut
  bool per_node = true;     ///< figures are a node's: they may be set against its cores and watts
  bool less_is_better = false; ///< figures are times: a ratio above 1 is slower
};
std::span<Benchmark const> benchmarks();

/// Where the lanes of a vector register lie.
enum class Lanes { none, space, fifth_dimension, both };

/// A kernel of a benchmark. Comparisons lay the kernels of one family side by side.
struct KernelInfo {
  std::string_view name; ///< as records write it
  std::string_view benchmark;
  std::string_view family;   ///< what the user calls it: "axpy"
  std::string_view made_by;  ///< where a family has several: "Kokkos Kernels"
  Lanes lanes = Lanes::none; ///< of a hopping kernel
  bool five_dimensions = false;
  std::string_view what = {}; ///< `kitt list` says so
};
std::span<KernelInfo const> kernels();

/// Null for a name that is not in the table, as a file of another version may have. Kernels of two
/// benchmarks may have one name ("read"): the first is meant.
Benchmark const* find_benchmark(std::string_view name);
KernelInfo const* find_kernel(std::string_view name);
/// The same for a name that this program uses itself, so that it must be there.
Benchmark const& benchmark_named(std::string_view name);
KernelInfo const& kernel_named(std::string_view name);
/// Names of a benchmark's kernels, in order.
std::vector<std::string> kernels_of(std::string_view benchmark);

} // namespace kitt::perf
