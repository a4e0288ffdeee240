// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/hmc/verified_hmc.hpp"
#include "miniapp/run/field_options.hpp"
#include "miniapp/run/run_options.hpp"

#include <array>
#include <optional>
#include <string>

namespace kitt::miniapp {

/// Sizes with a name. A size fixes the lattice of the whole job and the defaults of the chain.
enum class HmcSize { test, node, rack };
constexpr auto names_of(HmcSize) {
  return std::array{"test", "node", "rack"};
}

/// Options of `kitt hmc`.
struct HmcOptions {
  FieldOptions fields = {.precision = perf::Precision::double_precision, .ls = 1};
  std::optional<HmcSize> size = {};
  HmcParameters parameters = {};
  int flavours = 0;
  std::optional<double> beta = {};
  std::optional<double> mass = {};
  double mu = 0;
  std::optional<int> steps = {};
  std::optional<std::int64_t> thermalisation = {};
  std::optional<std::int64_t> trajectories = {};
  std::string start = "hot";                   ///< "hot", "cold", or the path of a file
  std::string save;                            ///< path of the last configuration; empty: none
  std::optional<std::int64_t> save_every = {}; ///< trajectories between files; empty: only the last

  bool has_quarks() const { return flavours > 0; }
  ActionNumbers action() const {
    if (!has_quarks())
      return {beta.value_or(6)};
    return {beta.value_or(5.6), QuarkMasses{mass.value_or(QuarkMasses().mass), mu}};
  }
  bool starts_from_file() const { return start != "hot" && start != "cold"; }
};

/// Declares the options of trajectories. Call once.
void add_trajectories(CLI::App& app, HmcOptions& options);

/// Returns the lattice of the named size. Requires a named size.
Extents extents_of_size(HmcOptions const& options);

/// Returns the chain to measure. `done`: trajectories of the chain before this run.
HmcPlan plan_of(RunOptions const& run, HmcOptions const& options, std::int64_t done);

} // namespace kitt::miniapp
