// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/hopping/hopping_case.hpp"
#include "miniapp/benchmarks/hopping/hopping_cell.hpp"
#include "miniapp/benchmarks/hopping/hopping_kernel.hpp"
#include "perf/measure/step_clock.hpp"

#include <optional>
#include <string>

namespace kitt::miniapp {

/// One kernel at one size with one kind of links, through its variants.
class HoppingBenchmark {
public:
  HoppingBenchmark(HoppingContext& context, KernelCase const& c, HoppingKernel const& kernel,
                   LinkStorage links)
      : context_(context), run_(context.run), case_(c), kernel_(kernel), links_(links),
        allowed_(kernel.allowed()) {}

  /// Collective: checks the operator if that has not been done, verifies, measures, records and
  /// prints a variant, with every strategy asked for where the lattice is split; chooses the order
  /// first where the variant leaves it open. False if a result was wrong: there is no figure then.
  bool run(HoppingVariant const& variant);

private:
  using Apply = std::function<void()>;

  bool measure_strategies(HoppingVariant const& variant, Order const& order,
                          std::optional<perf::Tuning> const& tuning);
  perf::Communication communication(Strategy strategy, perf::StepClock const& steps,
                                    std::optional<double> sequential_wait) const;
  std::optional<HoppingCell> measure(Apply const& apply, HoppingVariant const& variant,
                                     std::optional<Strategy> strategy);
  std::optional<HoppingError> verify(Apply const& apply, std::string const& name,
                                     std::string const& of = {});
  std::optional<TunedOrder> choose_order();
  double seconds_of(Order const& order);
  bool is_right(Order const& order);
  perf::SamplingPolicy candidate_sampling() const;
  void report_failure(std::string const& name, std::string const& reason, HoppingError const& error,
                      HoppingError const& allowed);
  perf::Precision precision() const { return context_.options.fields.precision; }
  std::string region_name(std::string const& variant) const;
  void show(std::string const& what);

  HoppingContext& context_;
  Run const& run_;
  KernelCase const& case_;
  HoppingKernel const& kernel_;
  LinkStorage links_;
  HoppingError allowed_;
};

} // namespace kitt::miniapp
