// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/halo/travel.hpp"
#include "miniapp/benchmarks/hopping/hopping_work.hpp"
#include "miniapp/run/benchmark.hpp"
#include "miniapp/run/field_options.hpp"
#include "miniapp/run/gauge_option.hpp"
#include "perf/ceilings/cost_table.hpp"
#include "perf/tuning/tuning.hpp"

#include <string>
#include <vector>

namespace kitt::miniapp {

/// The order of exchange and interior: one after the other, the one behind the other, or both
/// measured.
enum class Strategies { sequential, overlap, both };
constexpr auto names_of(Strategies) {
  return std::array{"sequential", "overlap", "both"};
}

/// What the hopping kernels are asked for.
struct HoppingOptions {
  FieldOptions fields;
  std::vector<Sites> parities = {Sites::odd};
  Dagger dagger = Dagger::no;
  std::vector<std::string> kernels;  ///< empty: all; else of "Wilson", "DWF4", "DWF5"
  std::vector<std::string> variants; ///< empty: all; else of hopping_variants()
  perf::TuneMode tune = perf::TuneMode::quick;
  GaugeOption gauge = {};
  perf::FlopCount flops_per_site = perf::FlopCount::grid;
  Travel comms_precision = Travel::same;
  Strategies strategies = Strategies::both;

  bool wants_kernel(std::string const& kernel) const;
  bool wants_variant(std::string const& variant) const;
  /// What is timed, one after the other.
  std::vector<HoppingWork> works() const;
  /// What the header of a record says of it.
  void describe(perf::Configuration& run) const;
};

/// Options of the kernels themselves.
void add_kernels(CLI::App& app, HoppingOptions& options);
/// Which sites are computed, and whether by D or by D^dagger.
void add_applications(CLI::App& app, HoppingOptions& options);
/// Options of the faces between ranks.
void add_faces(CLI::App& app, HoppingOptions& options);

/// Throws UserError for options that contradict each other, or a precision that the kernels were
/// not compiled for.
void check(HoppingOptions const& options);

/// Kernels and variants.
std::vector<NameList> hopping_names();

} // namespace kitt::miniapp
