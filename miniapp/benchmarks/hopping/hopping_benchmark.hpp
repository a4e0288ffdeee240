// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/link_ghosts.hpp"
#include "core/fields/gauge_start.hpp"
#include "miniapp/benchmarks/hopping/hopping_variant.hpp"
#include "perf/measure/step_clock.hpp"
#include "perf/tuning/order_json.hpp"

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>
#include <optional>

namespace kitt::miniapp {

/// One kernel at one size with one kind of links, through its variants.
template <class T, Packing How, LinkStorage Storage>
class HoppingBenchmark {
  using Fields = HoppingFields<T, lanes_of<T>(How)>;
  using Links = LinkField<T, link_lanes_of<T>(How), Storage>;
  using LinksOfParities = std::array<Links, 2>;
  using Hopping = HoppingTerm<Links, typename Fields::Halo>;

public:
  HoppingBenchmark(Fields& fields, LinksOfParities const& links)
      : context_(fields.context), session_(fields.session), case_(fields.kernel), fields_(fields),
        links_(links), allowed_(fields.allowed(Storage)) {}

  bool run(HoppingVariant const& variant) {
    if (variant.order)
      return measure_strategies(variant, *variant.order, {});
    if (auto const tuned = choose_order())
      return measure_strategies(variant, tuned->entry.order, tuned->note());
    return false;
  }

private:
  bool measure_strategies(HoppingVariant const& variant, Order const& order,
                          std::optional<perf::Tuning> const& tuning) {
    bool good = true;
    std::optional<double> sequential_wait;
    for (auto const strategy : strategies(session_, context_.options)) {
      perf::StepClock steps;
      auto const hopping = timed_term(order, {strategy.value_or(Strategy::sequential),
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
    auto const parts = fields_.parts.size(); // each has an exchange, and is a call to its clock
    auto const slowest = [&](Step step) {
      return static_cast<double>(parts) * world.max(steps.seconds_per_call(step));
    };
    perf::Communication result{.strategy = kitt::to_string(strategy),
                               .transport = kitt::to_string(session_.options().transport),
                               .precision = kitt::to_string(context_.options.comms_precision),
                               .pack_seconds = slowest(Step::pack),
                               .interior_seconds = slowest(Step::interior),
                               .wait_seconds = slowest(Step::wait),
                               .exterior_seconds = slowest(Step::exterior),
                               .hidden_fraction = {}};
    if constexpr (Fields::Halo::splits) {
      result.bytes_by_messages = parts * session_.most(fields_.halo.bytes_by_messages());
      result.bytes_by_shared_memory = parts * session_.most(fields_.halo.bytes_by_shared_memory());
    }
    if (strategy == Strategy::overlap && sequential_wait && *sequential_wait > 0)
      result.hidden_fraction = std::clamp(1 - result.wait_seconds / *sequential_wait, 0.0, 1.0);
    return result;
  }

  perf::Precision precision() const { return context_.options.fields.precision; }

  std::string region_name(std::string const& variant) const {
    return perf::region_name(key_of(case_, variant, precision()));
  }

  void show(std::string const& what) { session_.show(fmt::format("{}, {}", place(case_), what)); }

  Hopping timed_term(Order const& order, Schedule const& schedule = {}) const {
    return {fields_.stencil, links_, case_.packs_s(), order, fields_.halo, schedule};
  }

  auto application(Hopping const& hopping) const {
    return [&] {
      apply(hopping, case_.work.dagger, fields_);
      fields_.exec.fence("kitt::dslash: one call is timed");
    };
  }

  perf::Measured sample(Hopping const& hopping, perf::SamplingPolicy const& policy) const {
    return session_.sample(policy, application(hopping));
  }

  /// None if the result was wrong, which is reported.
  std::optional<perf::HoppingCell> measure(Hopping const& hopping, HoppingVariant const& variant,
                                           std::optional<Strategy> strategy) {
    auto const name = run_name(variant, strategy);
    Kokkos::Profiling::ScopedRegion const region(region_name(name));
    show(name + ": verifying");
    auto const error = verify(hopping, name);
    if (!error)
      return std::nullopt;
    show(name + ": measuring");
    auto cell = evaluate(context_, case_, variant, sample(hopping, session_.options().sampling()));
    cell.variant = name;
    cell.verification_error = error->whole;
    cell.verification_tolerance = allowed_.whole;
    cell.verification_site_error = error->site;
    cell.verification_site_tolerance = allowed_.site;
    return cell;
  }

  /// None if it is too large, or the operator is wrong in what is not timed; either is reported.
  /// `of`: the candidate, while an order is chosen.
  std::optional<HoppingError> verify(Hopping const& hopping, std::string const& name,
                                     std::string const& of = {}) {
    Kokkos::Profiling::ScopedRegion const region("kitt::verify");
    auto const error = fields_.error_after(application(hopping));
    if (!error.within(allowed_)) {
      report_failure(name, of + "differs from the naive operator", error, allowed_);
      return std::nullopt;
    }
    if (auto const& fault = check_operator()) {
      report_failure(name, fault->what + " on a small lattice: differs from the naive operator",
                     fault->error, fault->allowed);
      return std::nullopt;
    }
    return error;
  }

  std::optional<OperatorFault> const& check_operator() {
    return context_.checked({case_.name, case_.lattice.lane_grid(), Storage},
                            [&] { return fault(); });
  }

  /// Verifies the operator on 4^4 sites a rank, which every lane grid fits and whose faces are
  /// those of a larger lattice, with links and a source of its own, and with all strategies asked
  /// for.
  std::optional<OperatorFault> fault() const {
    auto const& world = session_.communicator();
    auto const& options = session_.options();
    auto const volume = comms::volume_of_rank(session_.grid(), world.rank(), {4, 4, 4, 4});
    auto gauge = hot_gauge(volume, options.seed);
    auto ghosts = comms::exchange_link_ghosts(world, session_.grid(), gauge);
    KernelCase small = case_;
    small.ls = case_.lattice.lanes_s() * std::min(2, case_.packs_s());
    small.lattice = Lattice(volume.extents, case_.lattice.lane_grid());
    small.work = {};
    HoppingProblem<T> problem(volume, std::move(gauge), std::move(ghosts),
                              context_.options.gauge.boundary, small.ls, options.seed);
    Fields fields(context_, small, problem);
    LinksOfParities const links{
        Links(small.lattice, Parity::even, problem.links(), session_.memory()),
        Links(small.lattice, Parity::odd, problem.links(), session_.memory())};
    return find_fault(fields.allowed(Storage), [&](Application const& hop) {
      fields.prepare(only(hop));
      HoppingError worst;
      for (auto const strategy : strategies(session_, context_.options)) {
        Hopping const hopping(fields.stencil, links, small.packs_s(), Order::lexicographic(),
                              fields.halo,
                              {strategy.value_or(Strategy::sequential), options.comms_threads});
        auto const error = fields.error_after([&] {
          apply(hopping, hop.dagger, fields);
          fields.exec.fence("kitt::dslash: one application is verified");
        });
        worst = {std::max(worst.whole, error.whole), std::max(worst.site, error.site)};
      }
      return worst;
    });
  }

  /// Computes all parts. Daggered the kernels are compiled for plain access to memory alone, which
  /// reason_against() says of the variants that have another.
  static void apply(Hopping const& hopping, Dagger dagger, Fields const& fields) {
    for (auto const& [target, in, out, expected] : fields.parts)
      if (dagger == Dagger::no)
        hopping(fields.exec, target, in.view(), out.view());
      else
        hopping.template apply<Dagger::yes, Access::plain>(fields.exec, target, in.view(),
                                                           out.view());
  }

  /// Reports a candidate that is wrong, and then returns nothing.
  std::optional<TunedOrder> choose_order() {
    Kokkos::Profiling::ScopedRegion const region(region_name("tuning"));
    auto& tuner = context_.tuner;
    auto const& block = case_.lattice.block();
    auto candidates = order_candidates(block, case_.packs_s(), tuner.mode());
    std::erase_if(candidates,
                  [&](Order const& order) { return !has_kernel(case_.work.dagger, order.access); });
    return tuner.choose(tuning_key_of(context_, case_), candidates, mflop_per_node(context_, case_),
                        [&](Order const& order) { return seconds_of(order); });
  }

  /// Seconds per call of a candidate, from its best sample: there are few, and what disturbs a
  /// sample can only lengthen it.
  std::optional<double> seconds_of(Order const& order) {
    show("tuning: " + perf::describe(order));
    auto const hopping = timed_term(order);
    if (!verify(hopping, tuned_variant, "candidate \"" + perf::describe(order) + "\" "))
      return std::nullopt;
    return sample(hopping, candidate_sampling(context_.tuner.mode())).seconds.minimum;
  }

  static perf::SamplingPolicy candidate_sampling(perf::TuneMode mode) {
    if (mode == perf::TuneMode::full)
      return {.minimum_seconds = 0.05, .minimum_count = 5, .maximum_seconds = 0.25};
    return {.minimum_seconds = 0.01, .minimum_count = 3, .maximum_seconds = 0.03};
  }

  void report_failure(std::string const& name, std::string const& reason, HoppingError const& error,
                      HoppingError const& allowed) {
    session_.fail({.key = key_of(case_, name, precision()),
                   .reason = reason,
                   .verification_error = error.whole,
                   .verification_tolerance = allowed.whole,
                   .verification_site_error = error.site,
                   .verification_site_tolerance = allowed.site});
  }

  HoppingContext& context_;
  Session& session_;
  KernelCase const& case_;
  Fields& fields_;
  LinksOfParities const& links_;
  HoppingError allowed_;
};

} // namespace kitt::miniapp
