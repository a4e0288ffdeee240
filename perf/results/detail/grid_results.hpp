// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/results/detail/figures.hpp"
#include "perf/results/other_programs.hpp"

#include <optional>
#include <string>
#include <vector>

/// \file
/// Steps that Grid's text and the JSON file of grid-benchmark have in common.

namespace kitt::perf::detail {

/// Flops that Grid counts: per site of a five-dimensional lattice, and per site of the improved
/// staggered operator.
inline constexpr int grid_flops = 1344;
inline constexpr int grid_staggered_flops = 1146;
inline constexpr char const* grid_staggered = "Improved"; ///< name of this kernel
inline constexpr double mebibyte = 1024. * 1024;
inline constexpr double gibibyte = 1024. * mebibyte;

/// A run of Grid.
struct GridRun {
  std::string program; ///< "Benchmark_ITT, L per node" is the program of 2017
  Grid rank_grid{};
  int counted = 0;              ///< nodes as Grid counted them
  std::optional<int> seen = {}; ///< number of nodes that `evidence` shows
  std::string evidence = {};
  std::string device = {};             ///< accelerator of a rank
  std::vector<std::string> hosts = {}; ///< hosts of the nodes
  std::optional<int> threads = {};     ///< threads of a rank; empty if accelerators computed
};

/// Returns the number of ranks or nodes of a grid. Throws WrongValue if there is none, or more than
/// 10^6.
int product_of(Grid const& grid);

/// Returns results without figures. Takes the number of nodes from the user, otherwise from the
/// evidence, otherwise from Grid. If it differs from Grid's number, the results have a warning.
/// Throws WrongValue if the counts of the run make no sense.
Results results_of_run(OtherOutput const& output, GridRun const& run);

/// Lattice of one cell of Grid.
struct GridLattice {
  int l = 0;
  int ls = 1;
  Precision precision = Precision::single_precision;
  Grid extents{}; ///< extents of the whole lattice
};

/// Returns the lattice with L^4 sites on each rank. Throws WrongValue if L is not from 1 to 1024.
GridLattice lattice_per_rank(int l, int ls, Precision precision, Grid const& rank_grid);

/// Return a figure per node. The given rate is the total of all nodes.
Figure grid_figure(Results const& results, std::string const& benchmark, std::string const& kernel,
                   GridLattice const& lattice, double rate);
Figure grid_hopping(Results const& results, std::string const& kernel, GridLattice const& lattice,
                    double mflops, int flops_per_site);

/// Returns the bandwidth of a x + y. The bytes of its fields show their precision.
Figure grid_axpy(Results const& results, int l, double bytes, double gb_per_s);

/// Reads the JSON file of grid-benchmark.
Results read_grid_json(OtherOutput const& output, std::string const& text);
/// Reads the text that Grid's programs print.
Results read_grid_text(OtherOutput const& output, std::string const& text);

} // namespace kitt::perf::detail
