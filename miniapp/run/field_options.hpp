// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/process_grid.hpp"
#include "perf/ceilings/precision.hpp"
#include "perf/record/provenance.hpp"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace kitt::miniapp {

/// Volume that stays fixed when ranks are added: of each node or rank (weak), or of the whole job
/// (strong).
enum class Scaling { weak, strong };
constexpr auto names_of(Scaling) {
  return std::array{"weak", "strong"};
}

/// Returns the owner of a volume as a record names it, such as "per node".
std::string volume_convention(comms::VolumeOf volume_of);

/// Lattices that a run shares out over its ranks.
struct SharedLattices {
  std::vector<Extents> volumes;
  comms::VolumeOf volume_of = comms::VolumeOf::node; ///< owner of a volume: rank, node or job
  std::string file = {}; ///< file that fixes the volume; empty if options give it
};

/// Options of benchmarks with fields on lattices.
struct FieldOptions {
  std::vector<int> l = {}; ///< values of --L; if empty, the benchmark uses its default
  perf::Precision precision = default_precision();
  int ls = 16;           ///< extent of the fifth dimension
  bool per_rank = false; ///< L^4 is the local volume of a rank, not of a node
  Scaling scaling = Scaling::weak;
  /// lattice of the whole job; given if and only if scaling is strong
  std::optional<Extents> global = {};

  /// Returns single precision if kernels were compiled for single precision (KITT_PRECISIONS), and
  /// double precision otherwise.
  static perf::Precision default_precision();

  /// Returns the values of --L. Returns `otherwise` if the user gave no --L.
  std::vector<int> sizes_or(std::vector<int> const& otherwise) const {
    return l.empty() ? otherwise : l;
  }
  /// Returns the owner of the volume that --L or --global gives.
  comms::VolumeOf volume_of() const;
  /// Returns the lattice of --global, or a lattice of L^4 sites for each L of sizes_or(otherwise).
  SharedLattices lattices(std::vector<int> const& otherwise) const;
  /// Writes these options into the configuration of a record.
  void describe(perf::Configuration& run) const;
};

/// Returns the numbers from `first` to `last` in steps of `step`.
std::vector<int> steps(int first, int last, int step);

/// Declares --L, with this help.
void add_sizes(CLI::App& app, FieldOptions& options, std::string const& help);
/// Declares --precision, with this help.
void add_precision(CLI::App& app, FieldOptions& options, std::string const& help);
/// Declares --per-rank.
void add_per_rank(CLI::App& app, FieldOptions& options);
/// Declares --Ls.
void add_ls(CLI::App& app, FieldOptions& options);
/// Declares --scaling and --global.
void add_scaling(CLI::App& app, FieldOptions& options);

/// Throws UserError if several options give the volume, or extents are odd.
void check_volumes(FieldOptions const& options);

} // namespace kitt::miniapp
