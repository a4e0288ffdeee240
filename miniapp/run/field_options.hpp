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

/// What stays as ranks are added: the volume of each node (or rank), or that of the whole job.
enum class Scaling { weak, strong };
constexpr auto names_of(Scaling) {
  return std::array{"weak", "strong"};
}

/// "per node", as records and the header of a run say it.
std::string volume_convention(comms::VolumeOf volume_of);

/// Lattices that a run shares out over its ranks, and whose volume they are.
struct SharedLattices {
  std::vector<Extents> volumes;
  comms::VolumeOf volume_of = comms::VolumeOf::node;
  std::string file = {}; ///< file that fixes the volume; empty if options give it
};

/// What benchmarks of lattice fields are asked for.
struct FieldOptions {
  std::vector<int> l = {}; ///< as asked; empty: the benchmark's own
  perf::Precision precision = default_precision();
  int ls = 16;
  bool per_rank = false; ///< L^4 is the local volume of a rank, not of a node
  Scaling scaling = Scaling::weak;
  std::optional<Extents> global = {}; ///< of the whole job: given if and only if scaling is strong

  /// Single, where kernels were compiled for it (KITT_PRECISIONS).
  static perf::Precision default_precision();

  /// --L, or else these.
  std::vector<int> sizes_or(std::vector<int> const& otherwise) const {
    return l.empty() ? otherwise : l;
  }
  /// Says whose volume --L or --global gives.
  comms::VolumeOf volume_of() const;
  /// The lattice that --global gives, or one of L^4 sites for each of sizes_or(otherwise).
  SharedLattices lattices(std::vector<int> const& otherwise) const;
  /// What the header of a record says of it.
  void describe(perf::Configuration& run) const;
};

/// All from `first` to `last`.
std::vector<int> steps(int first, int last, int step);

/// `help`: of what these are the sizes.
void add_sizes(CLI::App& app, FieldOptions& options, std::string const& help);
void add_precision(CLI::App& app, FieldOptions& options, std::string const& help);
void add_per_rank(CLI::App& app, FieldOptions& options);
void add_ls(CLI::App& app, FieldOptions& options);
void add_scaling(CLI::App& app, FieldOptions& options);

/// Throws UserError where more than one option gives the volume.
void check_volumes(FieldOptions const& options);

} // namespace kitt::miniapp
