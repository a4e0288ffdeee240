// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/hopping/hopping_options.hpp"
#include "miniapp/run/benchmark_run.hpp"

namespace kitt::miniapp {

/// `kitt dslash`: the hopping kernels.
class HoppingRun : public BenchmarkRun {
public:
  /// `sizes_help`: of --L.
  HoppingRun(CLI::App& app, std::string const& sizes_help);
  explicit HoppingRun(CLI::App& app)
      : HoppingRun(app, "Lattices of L^4 sites on a node, as 8,12 or 8 12 [8,12,16,24]") {
    add_applications(app, hopping_);
  }

  HoppingOptions const& hopping() const { return hopping_; }
  GaugeSource const& gauge() const { return gauge_; }

  void check() override { miniapp::check(hopping_); }
  void describe(perf::Configuration& run) const override { hopping_.describe(run); }
  Files files() const override { return gauge_.files(); }
  std::optional<SharedLattices> shared_lattices(comms::Communicator const& world) override;
  std::string header_lines(perf::Configuration const& run) const override;
  bool has_hopping_term() const override { return true; }
  /// Who asks for one size alone wants to see it soon.
  bool wants_quick_ceilings() const override {
    return options.quick || hopping_.fields.l.size() == 1;
  }
  int cells(RunContext const& context) const override;
  int run(Run const& run) override;

private:
  HoppingOptions hopping_;
  GaugeSource gauge_{hopping_.gauge};
};

} // namespace kitt::miniapp
