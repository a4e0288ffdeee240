// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/hopping/hopping_application.hpp"
#include "miniapp/benchmarks/hopping/hopping_case.hpp"
#include "perf/measure/step_clock.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace kitt::miniapp {

/// Kernel with its fields and links, behind an interface that does not depend on their types.
class HoppingKernel {
public:
  virtual ~HoppingKernel() = default;

  /// Makes the links of the next applications.
  virtual void use_links(LinkStorage storage) = 0;
  /// Returns a function that computes the kernel's case once and waits until the result is
  /// complete. The function may be called until use_links is called again.
  virtual std::function<void()> application(KernelCall const& call) const = 0;
  /// Clears the results and runs `apply`. Returns the error of the results on all ranks.
  /// Collective.
  virtual FieldError error_after(std::function<void()> const& apply) const = 0;
  /// Returns the error of the results of the last application on all ranks. Collective.
  virtual FieldError error_left() const = 0;
  /// Returns the largest allowed error of a result with the present links. Collective.
  virtual FieldError allowed() const = 0;
  /// Verifies the operator on a lattice of 4^4 sites per rank with separate links and a separate
  /// source. The lattice fits every lane grid, and its faces have the structure of the faces of a
  /// larger lattice. All strategies of the run are verified. Collective.
  virtual std::optional<OperatorFault> find_fault() const = 0;

  /// Returns the number of parities that an application computes. Each parity needs an exchange.
  virtual std::size_t parts() const = 0;
  /// Returns the bytes that this rank sends by messages in one exchange.
  virtual std::size_t bytes_by_messages() const = 0;
  /// Returns the bytes that this rank sends by shared memory in one exchange.
  virtual std::size_t bytes_by_shared_memory() const = 0;
  /// Returns the bytes that this rank sends to ranks of other nodes in one exchange.
  virtual std::size_t bytes_between_nodes() const = 0;
};

/// Measures the variants of one kernel on one lattice.
class HoppingBenchmark {
public:
  HoppingBenchmark(HoppingContext& context, KernelCase const& c, HoppingKernel& kernel)
      : context_(context), run_(context.run), case_(c), kernel_(kernel) {}

  /// Verifies, measures, records and prints a variant. On a split lattice this is done for each
  /// strategy of the run. First checks the operator, unless this was done before. If the variant
  /// has no order of sites, first tunes the order. Returns false if a result was wrong; then the
  /// record has a failure instead of a figure. Collective.
  bool run(HoppingVariant const& variant);

private:
  using Apply = std::function<void()>;

  bool measure_strategies(HoppingVariant const& variant, Order const& order,
                          std::optional<perf::Tuning> const& tuning);
  Apply application(Order const& order, Schedule const& schedule) const;
  perf::Communication communication(Strategy strategy, perf::StepClock const& steps,
                                    std::optional<double> sequential_wait) const;
  std::optional<HoppingCell> measure(Apply const& apply, HoppingVariant const& variant,
                                     std::optional<Strategy> strategy);
  std::optional<FieldError> verify(Apply const& apply, HoppingVariant const& variant,
                                   std::string const& name, std::string const& of = {});
  std::optional<TunedOrder> choose_order(HoppingVariant const& variant);
  perf::SamplingPolicy candidate_sampling() const;
  void report_failure(std::string const& name, std::string const& reason, FieldError const& error,
                      FieldError const& allowed);
  perf::Precision precision() const { return context_.options.fields.precision; }
  std::string region_name(std::string const& variant) const;
  void show(std::string const& what);

  HoppingContext& context_;
  Run const& run_;
  KernelCase const& case_;
  HoppingKernel& kernel_;
  FieldError allowed_; ///< largest allowed error, with the links of the present variant
};

} // namespace kitt::miniapp
