// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/representation.hpp"
#include "miniapp/run/field_options.hpp"
#include "perf/ceilings/cost_table.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

enum class BsmGroup { su2 = 2, su3 = 3, su4 = 4, su6 = 6 };
enum class BsmGauge { hot, unit, weak };
constexpr auto names_of(BsmGauge) {
  return std::array{"hot", "unit", "weak"};
}
/// Option for a barrier of all ranks after every application.
enum class Barrier { no, yes };
constexpr auto names_of(Barrier) {
  return std::array{"no", "yes"};
}

/// Case of BSMBench: fermions in a representation of a gauge group.
struct BsmCase {
  std::string name; ///< "comms" or "su3 symmetric", for example
  BsmGroup group;
  Representation representation;
  double mass;

  std::string group_name() const { return "su" + std::to_string(static_cast<int>(group)); }
  perf::ColourSpace space() const {
    return {dimension_of(static_cast<int>(group), representation), is_real(representation)};
  }
};

/// The three cases of BSMBench: SU(2) adjoint, SU(3) and SU(6).
std::vector<BsmCase> const& bsm_cases();

/// Options of `kitt bsm`.
struct BsmOptions {
  FieldOptions field_options = {.precision = default_precision()};
  std::vector<std::string> cases = {}; ///< names of cases in bsm_cases(); empty means all
  /// gauge group, used with a representation instead of a case
  std::optional<BsmGroup> group = {};
  std::optional<Representation> representation = {};
  int fields = 4;
  Barrier barrier = Barrier::no;
  BsmGauge gauge = BsmGauge::hot;
  std::optional<double> mass = {}; ///< mass of the fermions; empty means the mass of the case
  perf::GroupFlopCount flops = perf::GroupFlopCount::usual;

  /// Returns double precision if kernels were compiled for it, otherwise single precision.
  static perf::Precision default_precision();
  std::vector<BsmCase> wanted() const;
  /// Adds these options to the configuration in the header of a record.
  void describe(perf::Configuration& run) const;
};

void add_bsm(CLI::App& app, BsmOptions& options);

/// Throws UserError if options contradict each other, or if kernels are not compiled.
void check(BsmOptions const& options);

} // namespace kitt::miniapp
