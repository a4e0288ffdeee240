// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/hopping.hpp"
#include "miniapp/hopping_case.hpp"
#include "miniapp/hopping_problem.hpp"
#include "miniapp/variants.hpp"
#include "perf/order_json.hpp"
#include "perf/report.hpp"
#include "perf/sampling.hpp"

#include <fmt/format.h>

namespace kitt::miniapp {

/// The time of a sample as all ranks count it; see perf::OwnSeconds.
struct SlowestRank {
  comms::Communicator const& world;
  double operator()(double seconds) const { return world.max(seconds); }
};

/// One kernel at one size with its fields, through all variants that are left to do.
template <class T, int Lanes, int LinkLanes>
class HoppingBenchmark {
public:
  HoppingBenchmark(Session& session, KernelCase const& kernel, HoppingProblem<T>& problem)
      : session_(session), case_(kernel), stencil_(kernel.lattice),
        links_(kernel.lattice, HoppingProblem<T>::target, problem.links(), session.memory()),
        in_("kitt::dslash::in", kernel.lattice, kernel.ls, session.memory()),
        out_("kitt::dslash::out", kernel.lattice, kernel.ls, session.memory()),
        expected_("kitt::dslash::expected", kernel.lattice, kernel.ls, session.memory()) {
    problem.fill_source(in_);
    problem.fill_expected(expected_);
  }

  /// Verifies, measures, records, prints; chooses the order first where the variant leaves it open.
  /// False if a result was wrong: there is no figure then.
  bool run(HoppingVariant const& variant) {
    if (variant.order)
      return measure(variant.name, *variant.order, {});
    if (auto const tuned = choose_order())
      return measure(variant.name, tuned->entry.order, tuned->note());
    return false;
  }

private:
  using Links = LinkField<T, LinkLanes>;

  static constexpr double tolerance() { return sizeof(T) == sizeof(float) ? 2e-6 : 1e-13; }

  void show(std::string const& what) {
    session_.progress().show(fmt::format("{}, {}", place(case_), what));
  }

  /// Only the target parity is ever computed: the links of the other stand for nothing.
  HoppingTerm<Links> hopping_term(Order const& order) const {
    return {stencil_, {links_, links_}, case_.packs_s(), order};
  }

  auto application(HoppingTerm<Links> const& hopping) const {
    return [&] {
      hopping(exec_, HoppingProblem<T>::target, in_.view(), out_.view());
      exec_.fence("kitt::dslash: one application is timed");
    };
  }

  perf::Statistics sample(HoppingTerm<Links> const& hopping,
                          perf::SamplingPolicy const& policy) const {
    perf::Sampler<perf::SteadySeconds, SlowestRank> const sampler(policy, {},
                                                                  {session_.communicator()});
    return sampler(application(hopping));
  }

  /// Relative difference of one application from the naive operator, the worst rank's; infinite if
  /// it is not a number.
  double error_of(HoppingTerm<Links> const& hopping) const {
    // No element may be left over from the variant before.
    Kokkos::deep_copy(exec_, out_.view(), std::numeric_limits<T>::quiet_NaN());
    application(hopping)();
    double const error = relative_difference(out_, expected_);
    return session_.communicator().max(
        std::isfinite(error) ? error : std::numeric_limits<double>::infinity());
  }

  bool measure(std::string const& variant, Order const& order,
               std::optional<perf::Tuning> const& tuning) {
    auto const hopping = hopping_term(order);
    show(variant + ": verifying");
    double const error = error_of(hopping);
    if (error > tolerance())
      return report_failure(variant, "differs from the naive operator", error);

    show(variant + ": measuring");
    auto cell = evaluate(session_, case_, variant, sample(hopping, session_.sampling()));
    cell.verification_error = error;
    cell.verification_tolerance = tolerance();
    cell.tuning = tuning;
    session_.record().add(cell);
    session_.print(report(cell));
    return true;
  }

  /// Reports a candidate that is wrong, and then returns nothing.
  std::optional<TunedOrder> choose_order() {
    auto& tuner = session_.tuner();
    auto const& block = case_.lattice.block();
    auto const candidates = order_candidates(block, case_.packs_s(), tuner.mode());
    return tuner.choose(tuning_key_of(case_, session_.options().precision), candidates,
                        mflop_per_node(session_, case_),
                        [&](Order const& order) { return seconds_of(order); });
  }

  /// Of a candidate. The best sample: what disturbs only ever adds time, and there are few.
  std::optional<double> seconds_of(Order const& order) {
    show("tuning: " + perf::describe(order));
    auto const hopping = hopping_term(order);
    double const error = error_of(hopping);
    if (error > tolerance()) {
      report_failure(tuned_variant,
                     "candidate \"" + perf::describe(order) + "\" differs from the naive operator",
                     error);
      return std::nullopt;
    }
    return sample(hopping, candidate_sampling(session_.tuner().mode())).minimum;
  }

  static perf::SamplingPolicy candidate_sampling(perf::TuneMode mode) {
    if (mode == perf::TuneMode::full)
      return {.minimum_seconds = 0.05, .minimum_count = 5, .maximum_seconds = 0.25};
    return {.minimum_seconds = 0.01, .minimum_count = 3, .maximum_seconds = 0.03};
  }

  bool report_failure(std::string const& variant, std::string const& reason, double error) {
    perf::FailedCell const failed{.kernel = case_.name,
                                  .l = case_.l,
                                  .ls = case_.ls,
                                  .precision = session_.options().precision,
                                  .variant = variant,
                                  .reason = reason,
                                  .verification_error = error,
                                  .verification_tolerance = tolerance()};
    session_.record().add(failed);
    session_.print(perf::failed_row(failed));
    return false;
  }

  Session& session_;
  KernelCase const& case_;
  ExecutionSpace exec_;
  Stencil stencil_;
  Links links_;
  SpinorField<T, Lanes> in_;
  SpinorField<T, Lanes> out_;
  SpinorField<T, Lanes> expected_;
};

} // namespace kitt::miniapp
