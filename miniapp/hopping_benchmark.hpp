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

#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <optional>

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
      : session_(session), case_(kernel), problem_(problem), stencil_(kernel.lattice),
        in_("kitt::dslash::in", kernel.lattice, kernel.ls, session.memory()),
        out_("kitt::dslash::out", kernel.lattice, kernel.ls, session.memory()),
        expected_("kitt::dslash::expected", kernel.lattice, kernel.ls, session.memory()) {
    problem.fill_source(in_);
    problem.fill_expected(expected_);
  }

  /// Verifies, measures, records, prints; chooses the order first where the variant leaves it open.
  /// False if a result was wrong: there is no figure then.
  bool run(HoppingVariant const& variant) {
    if constexpr (LinkLanes == Lanes) {
      if (variant.links == LinkStorage::two_rows)
        return run_with(links<LinkStorage::two_rows>(), variant);
      if (variant.links == LinkStorage::narrow)
        return run_with(links<LinkStorage::narrow>(), variant);
    }
    if (!full_links_)
      full_links_ = links<LinkStorage::full>();
    return run_with(*full_links_, variant);
  }

private:
  /// Where links are narrow: half a unit in the last of their 11 or 24 bits, the most that a number
  /// can be off.
  static constexpr double tolerance(LinkStorage storage) {
    if (storage == LinkStorage::narrow)
      return sizeof(T) == sizeof(float) ? 0x1p-11 : 0x1p-24;
    return sizeof(T) == sizeof(float) ? 2e-6 : 1e-13;
  }

  template <LinkStorage Storage>
  LinkField<T, LinkLanes, Storage> links() const {
    return {case_.lattice, HoppingProblem<T>::target, problem_.links(), session_.memory()};
  }

  template <class Links>
  bool run_with(Links const& links, HoppingVariant const& variant) {
    if (variant.order)
      return measure(hopping_term(links, *variant.order), variant, {});
    if (auto const tuned = choose_order(links))
      return measure(hopping_term(links, tuned->entry.order), variant, tuned->note());
    return false;
  }

  void show(std::string const& what) {
    session_.progress().show(fmt::format("{}, {}", place(case_), what));
  }

  /// Only the target parity is ever computed: the links of the other stand for nothing.
  template <class Links>
  HoppingTerm<Links> hopping_term(Links const& links, Order const& order) const {
    return {stencil_, {links, links}, case_.packs_s(), order};
  }

  template <class Hopping>
  auto application(Hopping const& hopping) const {
    return [&] {
      hopping(exec_, HoppingProblem<T>::target, in_.view(), out_.view());
      exec_.fence("kitt::dslash: one application is timed");
    };
  }

  template <class Hopping>
  perf::Statistics sample(Hopping const& hopping, perf::SamplingPolicy const& policy) const {
    perf::Sampler<perf::SteadySeconds, SlowestRank> const sampler(policy, {},
                                                                  {session_.communicator()});
    return sampler(application(hopping));
  }

  /// Relative difference of one application from the naive operator, the worst rank's; infinite if
  /// it is not a number.
  template <class Hopping>
  double error_of(Hopping const& hopping) const {
    // No element may be left over from the variant before.
    Kokkos::deep_copy(exec_, out_.view(), std::numeric_limits<T>::quiet_NaN());
    application(hopping)();
    double const error = relative_difference(out_, expected_);
    return session_.communicator().max(
        std::isfinite(error) ? error : std::numeric_limits<double>::infinity());
  }

  template <class Hopping>
  bool measure(Hopping const& hopping, HoppingVariant const& variant,
               std::optional<perf::Tuning> const& tuning) {
    show(variant.name + ": verifying");
    double const error = error_of(hopping);
    if (error > tolerance(variant.links))
      return report_failure(variant, "differs from the naive operator", error);

    show(variant.name + ": measuring");
    auto cell = evaluate(session_, case_, variant, sample(hopping, session_.sampling()));
    cell.verification_error = error;
    cell.verification_tolerance = tolerance(variant.links);
    cell.tuning = tuning;
    session_.record().add(cell);
    session_.print(report(cell));
    return true;
  }

  /// Reports a candidate that is wrong, and then returns nothing.
  template <class Links>
  std::optional<TunedOrder> choose_order(Links const& links) {
    auto& tuner = session_.tuner();
    auto const& block = case_.lattice.block();
    auto const candidates = order_candidates(block, case_.packs_s(), tuner.mode());
    return tuner.choose(tuning_key_of(case_, session_.options().precision), candidates,
                        mflop_per_node(session_, case_),
                        [&](Order const& order) { return seconds_of(links, order); });
  }

  /// Of a candidate. The best sample: what disturbs only ever adds time, and there are few.
  template <class Links>
  std::optional<double> seconds_of(Links const& links, Order const& order) {
    show("tuning: " + perf::describe(order));
    auto const hopping = hopping_term(links, order);
    double const error = error_of(hopping);
    if (error > tolerance(LinkStorage::full)) {
      report_failure({tuned_variant, std::nullopt},
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

  bool report_failure(HoppingVariant const& variant, std::string const& reason, double error) {
    perf::FailedCell const failed{.kernel = case_.name,
                                  .l = case_.l,
                                  .ls = case_.ls,
                                  .precision = session_.options().precision,
                                  .variant = variant.name,
                                  .reason = reason,
                                  .verification_error = error,
                                  .verification_tolerance = tolerance(variant.links)};
    session_.record().add(failed);
    session_.print(perf::failed_row(failed));
    return false;
  }

  Session& session_;
  KernelCase const& case_;
  HoppingProblem<T>& problem_;
  ExecutionSpace exec_;
  Stencil stencil_;
  std::optional<LinkField<T, LinkLanes>> full_links_;
  SpinorField<T, Lanes> in_;
  SpinorField<T, Lanes> out_;
  SpinorField<T, Lanes> expected_;
};

} // namespace kitt::miniapp
