// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/rank_halo.hpp"
#include "core/hopping.hpp"
#include "miniapp/hopping_case.hpp"
#include "miniapp/hopping_problem.hpp"
#include "miniapp/variants.hpp"
#include "perf/order_json.hpp"
#include "perf/report.hpp"
#include "perf/step_clock.hpp"

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <optional>

namespace kitt::miniapp {

/// One kernel at one size with its fields, through all variants that are left to do.
template <class T, int Lanes, int LinkLanes>
class HoppingBenchmark {
  /// On a GPU works one rank, whose lattice is not split.
  using Halo = std::conditional_t<BackendTraits<ExecutionSpace>::on_host, comms::RankHalo<T, Lanes>,
                                  PeriodicHalo>;

public:
  HoppingBenchmark(Session& session, KernelCase const& kernel, HoppingProblem<T>& problem)
      : session_(session), case_(kernel), problem_(problem),
        stencil_(kernel.lattice, session.grid().splitting()), halo_(make_halo()),
        in_("kitt::dslash::in", kernel.lattice, kernel.ls, session.memory()),
        out_("kitt::dslash::out", kernel.lattice, kernel.ls, session.memory()),
        expected_("kitt::dslash::expected", kernel.lattice, kernel.ls, session.memory()) {
    problem.fill_source(in_);
    problem.fill_expected(expected_);
  }

  /// Verifies, measures, records, prints, with every strategy asked for where the lattice is split;
  /// chooses the order first where the variant leaves it open. False if a result was wrong: there
  /// is no figure then.
  bool run(HoppingVariant const& variant) {
    if constexpr (LinkLanes == native_lanes<T>) {
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
  /// The largest error that passes. Where links are narrow: half a unit in the last of their 11 or
  /// 24 bits, the most that a number can be off.
  double tolerance(LinkStorage storage) const {
    auto const travel = session_.options().comms_precision;
    if (travel == Travel::half_precision && stencil_.splits())
      return 2e-3;
    if (travel == Travel::single_precision && stencil_.splits() && storage == LinkStorage::full)
      return 2e-6;
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
      return measure_strategies(links, variant, *variant.order, {});
    if (auto const tuned = choose_order(links))
      return measure_strategies(links, variant, tuned->entry.order, tuned->note());
    return false;
  }

  template <class Links>
  bool measure_strategies(Links const& links, HoppingVariant const& variant, Order const& order,
                          std::optional<perf::Tuning> const& tuning) {
    bool good = true;
    std::optional<double> sequential_wait;
    for (auto const strategy : strategies(session_)) {
      perf::StepClock steps;
      auto const hopping = hopping_term(links, order,
                                        {strategy.value_or(Strategy::sequential),
                                         session_.options().comms_threads, std::ref(steps)});
      if (auto cell = measure(hopping, variant, strategy)) {
        cell->tuning = tuning;
        if (strategy)
          cell->communication = communication(*strategy, steps, sequential_wait);
        if (strategy == Strategy::sequential)
          sequential_wait = cell->communication->wait_seconds;
        session_.check_ceilings(*cell);
        session_.record().add(*cell);
        session_.print(report(*cell));
      } else {
        good = false;
      }
    }
    return good;
  }

  perf::Communication communication(Strategy strategy, perf::StepClock const& steps,
                                    std::optional<double> sequential_wait) const {
    auto const& world = session_.communicator();
    auto const slowest = [&](Step step) { return world.max(steps.seconds_per_call(step)); };
    perf::Communication result{.strategy = kitt::to_string(strategy),
                               .transport = comms::to_string(session_.options().transport),
                               .precision = kitt::to_string(session_.options().comms_precision),
                               .pack_seconds = slowest(Step::pack),
                               .interior_seconds = slowest(Step::interior),
                               .wait_seconds = slowest(Step::wait),
                               .exterior_seconds = slowest(Step::exterior),
                               .hidden_fraction = {}};
    if constexpr (Halo::splits) {
      result.bytes_by_messages = session_.most(halo_.bytes_by_messages());
      result.bytes_by_shared_memory = session_.most(halo_.bytes_by_shared_memory());
    }
    if (strategy == Strategy::overlap && sequential_wait && *sequential_wait > 0)
      result.hidden_fraction = std::clamp(1 - result.wait_seconds / *sequential_wait, 0.0, 1.0);
    return result;
  }

  std::string region_name(std::string const& variant) const {
    return perf::region_name(key_of(case_, variant, session_.options().precision));
  }

  void show(std::string const& what) { session_.show(fmt::format("{}, {}", place(case_), what)); }

  Halo make_halo() const {
    auto const& options = session_.options();
    if constexpr (Halo::splits)
      return {session_.communicator(),
              session_.grid(),
              stencil_,
              case_.packs_s(),
              {options.transport, options.comms_precision, options.huge_pages}};
    else
      return {};
  }

  /// Only the target parity is ever computed: the links of the other stand for nothing.
  template <class Links>
  HoppingTerm<Links, Halo> hopping_term(Links const& links, Order const& order,
                                        Schedule const& schedule = {}) const {
    return {stencil_, {links, links}, case_.packs_s(), order, halo_, schedule};
  }

  template <class Hopping>
  auto application(Hopping const& hopping) const {
    return [&] {
      hopping(exec_, HoppingProblem<T>::target, in_.view(), out_.view());
      exec_.fence("kitt::dslash: one application is timed");
    };
  }

  template <class Hopping>
  perf::Measured sample(Hopping const& hopping, perf::SamplingPolicy const& policy) const {
    return session_.sample(policy, application(hopping));
  }

  /// |out - expected| / |expected| of one application and the naive operator, over all ranks;
  /// infinite if it is not a number.
  template <class Hopping>
  double error_of(Hopping const& hopping) const {
    Kokkos::Profiling::ScopedRegion const region("kitt::verify");
    // No element may be left over from the variant before.
    Kokkos::deep_copy(exec_, out_.view(), std::numeric_limits<T>::quiet_NaN());
    application(hopping)();
    auto const& world = session_.communicator();
    auto const here = difference_of(out_, expected_);
    double const error = std::sqrt(world.sum(here.difference2) / world.sum(here.norm2));
    return std::isfinite(error) ? error : std::numeric_limits<double>::infinity();
  }

  /// None if the result was wrong, which is reported.
  template <class Hopping>
  std::optional<perf::HoppingCell> measure(Hopping const& hopping, HoppingVariant const& variant,
                                           std::optional<Strategy> strategy) {
    auto const name = run_name(variant, strategy);
    Kokkos::Profiling::ScopedRegion const region(region_name(name));
    show(name + ": verifying");
    double const error = error_of(hopping);
    if (error > tolerance(variant.links)) {
      report_failure(variant, name, "differs from the naive operator", error);
      return std::nullopt;
    }
    show(name + ": measuring");
    auto cell = evaluate(session_, case_, variant, sample(hopping, session_.sampling()));
    cell.variant = name;
    cell.verification_error = error;
    cell.verification_tolerance = tolerance(variant.links);
    return cell;
  }

  /// Reports a candidate that is wrong, and then returns nothing.
  template <class Links>
  std::optional<TunedOrder> choose_order(Links const& links) {
    Kokkos::Profiling::ScopedRegion const region(region_name("tuning"));
    auto& tuner = session_.tuner();
    auto const& block = case_.lattice.block();
    auto const candidates = order_candidates(block, case_.packs_s(), tuner.mode());
    return tuner.choose(tuning_key_of(session_, case_), candidates, mflop_per_node(session_, case_),
                        [&](Order const& order) { return seconds_of(links, order); });
  }

  /// Of a candidate. The best sample: what disturbs only ever adds time, and there are few.
  template <class Links>
  std::optional<double> seconds_of(Links const& links, Order const& order) {
    show("tuning: " + perf::describe(order));
    auto const hopping = hopping_term(links, order);
    double const error = error_of(hopping);
    if (error > tolerance(LinkStorage::full)) {
      report_failure({tuned_variant, std::nullopt}, tuned_variant,
                     "candidate \"" + perf::describe(order) + "\" differs from the naive operator",
                     error);
      return std::nullopt;
    }
    return sample(hopping, candidate_sampling(session_.tuner().mode())).seconds.minimum;
  }

  static perf::SamplingPolicy candidate_sampling(perf::TuneMode mode) {
    if (mode == perf::TuneMode::full)
      return {.minimum_seconds = 0.05, .minimum_count = 5, .maximum_seconds = 0.25};
    return {.minimum_seconds = 0.01, .minimum_count = 3, .maximum_seconds = 0.03};
  }

  void report_failure(HoppingVariant const& variant, std::string const& name,
                      std::string const& reason, double error) {
    session_.fail({.key = key_of(case_, name, session_.options().precision),
                   .reason = reason,
                   .verification_error = error,
                   .verification_tolerance = tolerance(variant.links)});
  }

  Session& session_;
  KernelCase const& case_;
  HoppingProblem<T>& problem_;
  ExecutionSpace exec_;
  Stencil stencil_;
  Halo halo_;
  std::optional<LinkField<T, LinkLanes>> full_links_;
  SpinorField<T, Lanes> in_;
  SpinorField<T, Lanes> out_;
  SpinorField<T, Lanes> expected_;
};

} // namespace kitt::miniapp
