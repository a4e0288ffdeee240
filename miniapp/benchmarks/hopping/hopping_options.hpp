// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"
#include "core/fields/storage.hpp"
#include "core/lattice/directions.hpp"
#include "core/lattice/lattice.hpp"
#include "miniapp/run/benchmark.hpp"
#include "miniapp/run/benchmark_run.hpp"
#include "miniapp/run/field_options.hpp"
#include "miniapp/run/gauge_option.hpp"
#include "miniapp/run/option_rules.hpp"
#include "perf/ceilings/cost_table.hpp"
#include "perf/tuning/tuning.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// Sites that one timed call computes: one parity from the other parity, or both parities, each
/// from the other.
enum class Sites { odd, even, both };
constexpr auto names_of(Sites) {
  return std::array{"odd", "even", "both"};
}

/// Returns the parities of these sites: one or two.
inline std::vector<Parity> parities_of(Sites sites) {
  if (sites == Sites::both)
    return {Parity::odd, Parity::even};
  return {sites == Sites::odd ? Parity::odd : Parity::even};
}

/// Computation of one timed call: D or D^dagger on some sites. The default is the computation that
/// the ITT times.
struct Application {
  Sites sites = Sites::odd;
  Dagger dagger = Dagger::no;

  bool operator==(Application const&) const = default;
};

/// Strategies to measure on a split lattice (core/operators/schedule.hpp).
enum class Strategies { sequential, overlap, both };
constexpr auto names_of(Strategies) {
  return std::array{"sequential", "overlap", "both"};
}

/// Options of the hopping kernels.
struct HoppingOptions {
  FieldOptions fields;
  /// Precisions to measure. `fields` has the precision of the present measurement.
  std::vector<perf::Precision> precisions = {FieldOptions::default_precision()};
  std::vector<int> default_l = {8, 12, 16, 24}; ///< sizes if the user gives none
  std::vector<int> quick_l = {8, 12};           ///< sizes in a quick run if the user gives none
  std::vector<Sites> parities = {Sites::odd};
  Dagger dagger = Dagger::no;
  std::vector<int> rhs = {1}; ///< numbers of right-hand sides of a call
  /// names of kernels; empty means all kernels of the ITT: Wilson and domain wall. With several
  /// right-hand sides, kernels with a fifth dimension are left out.
  std::vector<std::string> kernels;
  std::vector<std::string> variants; ///< names from hopping_variants(); empty means all variants
  perf::TuneMode tune = perf::TuneMode::quick; ///< `asked_tune`, or the default of the run
  GaugeOption gauge = {};
  perf::FlopCount flops_per_site = perf::FlopCount::grid;
  Travel comms_precision = Travel::same;
  Strategies strategies = Strategies::both;
  std::optional<perf::TuneMode> asked_tune = {}; ///< value of --tune

  bool wants_kernel(std::string const& kernel) const;
  bool wants_variant(std::string const& variant) const;
  bool wants_five_dimensions() const;
  bool wants_staggered() const;
  bool wants_whole_operators() const;
  /// Returns true if a wanted kernel counts `flops_per_site`. Staggered kernels do not.
  bool wants_counted_flops() const;
  /// Returns the largest number of right-hand sides of a call.
  int most_rhs() const { return *std::max_element(rhs.begin(), rhs.end()); }
  bool wants_many_rhs() const { return most_rhs() > 1; }
  /// Returns the largest number of slices along s that a kernel needs. A domain-wall kernel needs
  /// Ls slices. Other kernels need one slice for each right-hand side.
  int slices() const { return std::max(wants_five_dimensions() ? fields.ls : 1, most_rhs()); }
  /// Returns the computations to time. Each computation gets its own table.
  std::vector<Application> applications() const;
  /// Returns the same options with one precision to measure.
  HoppingOptions in(perf::Precision precision) const;
  /// Writes these options to the configuration in the header of a record.
  void describe(perf::Configuration& run) const;
};

/// `kitt dslash`: measures the hopping kernels.
class HoppingRun : public BenchmarkRun {
public:
  /// Adds the options that `kitt dslash` shares with `kitt itt`. `sizes_help` is the help text of
  /// --L. `more_rules`: rules of the command for these options.
  HoppingRun(CLI::App& app, std::string const& sizes_help,
             std::vector<OptionRule> const& more_rules = {});
  /// Adds all options of `kitt dslash`.
  explicit HoppingRun(CLI::App& app);

  HoppingOptions const& hopping() const { return hopping_; }

  void check() override;
  void describe(perf::Configuration& run) const override { hopping_.describe(run); }
  Files files() const override { return gauge_.files(); }
  std::optional<SharedLattices> shared_lattices(comms::Communicator const& world) override;
  std::string header_lines(perf::Configuration const& run) const override;
  bool has_hopping_term() const override { return hopping_.wants_counted_flops(); }
  /// Returns true for --quick. Also returns true for a single --L, because such a run is a quick
  /// check.
  bool wants_quick_ceilings() const override {
    return options.quick || hopping_.fields.l.size() == 1;
  }
  int cells(RunContext const& context) const override;
  int run(Run const& run) override;

protected:
  /// Takes sizes, volumes, Ls and kernels from the rules where the user gave none.
  void follow(perf::Rules const& rules);

private:
  HoppingOptions hopping_;
  GaugeSource gauge_{hopping_.gauge};
};

/// Adds the options that choose kernels, variants, links and how flops are counted.
void add_kernels(CLI::App& app, HoppingOptions& options);
/// Adds the options that choose the sites and right-hand sides of a call, and D or D^dagger.
void add_applications(CLI::App& app, HoppingOptions& options);
/// Adds the options of the exchange between ranks.
void add_faces(CLI::App& app, HoppingOptions& options);

/// Throws UserError if options contradict each other, or if the kernels were not compiled for the
/// precision.
void check(HoppingOptions const& options);

/// Returns the names of the kernels, then the names of the variants.
std::vector<NameList> hopping_names();

} // namespace kitt::miniapp
