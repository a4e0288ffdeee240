// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hopping/hopping_benchmark.hpp"

#include "miniapp/benchmarks/hopping/hopping_cell.hpp"
#include "perf/tuning/order_json.hpp"

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace kitt::miniapp {

bool HoppingBenchmark::run(HoppingVariant const& variant) {
  kernel_.use_links(variant.links);
  allowed_ = kernel_.allowed();
  if (variant.order)
    return measure_strategies(variant, *variant.order, {});
  if (auto const tuned = choose_order(variant))
    return measure_strategies(variant, tuned->entry.order, tuned->note());
  return false;
}

bool HoppingBenchmark::measure_strategies(HoppingVariant const& variant, Order const& order,
                                          std::optional<perf::Tuning> const& tuning) {
  bool good = true;
  std::optional<double> sequential_wait;
  for (auto const strategy : strategies(run_.context, context_.options)) {
    perf::StepClock steps;
    auto const apply = application(order, {strategy.value_or(Strategy::sequential),
                                           run_.context.options().comms_threads, std::ref(steps)});
    if (auto cell = measure(apply, variant, strategy)) {
      cell->tuning = tuning;
      if (strategy)
        cell->communication = communication(*strategy, steps, sequential_wait);
      if (strategy == Strategy::sequential)
        sequential_wait = cell->communication->wait_seconds;
      run_.meter.check_ceilings(*cell);
      run_.output.record().add(*cell);
      run_.output.print(report(context_, *cell));
    } else {
      good = false;
    }
  }
  return good;
}

HoppingBenchmark::Apply HoppingBenchmark::application(Order const& order,
                                                      Schedule const& schedule) const {
  return kernel_.application({order, schedule, case_.application.dagger});
}

perf::Communication HoppingBenchmark::communication(Strategy strategy, perf::StepClock const& steps,
                                                    std::optional<double> sequential_wait) const {
  auto const& world = run_.context.communicator();
  auto const parts = kernel_.parts(); // the clock counts each part as one call
  auto const slowest = [&](Step step) {
    return static_cast<double>(parts) * world.max(steps.seconds_per_call(step));
  };
  perf::Communication result{.strategy = kitt::to_string(strategy),
                             .transport = kitt::to_string(run_.context.options().transport),
                             .precision = kitt::to_string(context_.options.comms_precision),
                             .pack_seconds = slowest(Step::pack),
                             .interior_seconds = slowest(Step::interior),
                             .wait_seconds = slowest(Step::wait),
                             .exterior_seconds = slowest(Step::exterior),
                             .hidden_fraction = {}};
  result.bytes_by_messages = parts * run_.context.most(kernel_.bytes_by_messages());
  result.bytes_by_shared_memory = parts * run_.context.most(kernel_.bytes_by_shared_memory());
  if (strategy == Strategy::overlap && sequential_wait && *sequential_wait > 0)
    result.hidden_fraction = std::clamp(1 - result.wait_seconds / *sequential_wait, 0.0, 1.0);
  return result;
}

/// Returns nothing if the result was wrong, and reports the failure.
std::optional<HoppingCell> HoppingBenchmark::measure(Apply const& apply,
                                                     HoppingVariant const& variant,
                                                     std::optional<Strategy> strategy) {
  auto const name = run_name(variant, strategy);
  Kokkos::Profiling::ScopedRegion const region(region_name(name));
  show(name + ": verifying");
  auto const error = verify(apply, variant, name);
  if (!error)
    return std::nullopt;
  show(name + ": measuring");
  FieldError timed;
  auto const measured =
      run_.meter.sample(apply, {.check = [&] { timed = timed.worse(kernel_.error_left()); }});
  if (!timed.within(allowed_)) {
    report_failure(name, "the result of a timed call differs from the naive operator", timed,
                   allowed_);
    return std::nullopt;
  }
  auto const& world = run_.context.communicator();
  auto const sent = static_cast<double>(kernel_.parts() * kernel_.bytes_between_nodes());
  auto cell = evaluate(context_, case_, variant, measured, world.sum(sent) / world.nodes());
  cell.variant = name;
  cell.verification_error = error->whole;
  cell.verification_tolerance = allowed_.whole;
  cell.verification_site_error = error->site;
  cell.verification_site_tolerance = allowed_.site;
  return cell;
}

/// Returns the error of the result. If this error is too large, or an application that is not timed
/// is wrong, reports a failure and returns nothing. `of`: name of the candidate during tuning.
std::optional<FieldError> HoppingBenchmark::verify(Apply const& apply,
                                                   HoppingVariant const& variant,
                                                   std::string const& name, std::string const& of) {
  Kokkos::Profiling::ScopedRegion const region("kitt::verify");
  auto const error = kernel_.error_after(apply);
  if (!error.within(allowed_)) {
    report_failure(name, of + "the result differs from the naive operator", error, allowed_);
    return std::nullopt;
  }
  auto const& fault =
      context_.checked({case_.name, case_.lattice.lane_grid(), small_slices(case_), variant.links},
                       [&] { return kernel_.find_fault(); });
  if (fault) {
    report_failure(name,
                   fault->what + " on a small lattice: the result differs from the naive operator",
                   fault->error, fault->allowed);
    return std::nullopt;
  }
  return error;
}

/// Chooses the order of the tuned variant. Reports a failure and returns nothing if a candidate's
/// result is wrong.
std::optional<TunedOrder> HoppingBenchmark::choose_order(HoppingVariant const& variant) {
  Kokkos::Profiling::ScopedRegion const region(region_name("tuning"));
  auto& tuner = context_.tuner;
  auto candidates = order_candidates(case_.lattice.block(), case_.packs_in_order(), tuner.mode());
  std::erase_if(candidates, [&](Order const& order) {
    return !has_kernel(case_.application.dagger, order.access);
  });
  // Uses the shortest of a few samples, because disturbances can only lengthen a sample.
  auto const seconds_of = [&](Order const& order) {
    show("tuning: " + perf::describe(order));
    return run_.meter.sample(application(order, {}), {.policy = candidate_sampling()})
        .seconds.minimum;
  };
  auto const is_right = [&](Order const& order) {
    return verify(application(order, {}), variant, tuned_variant,
                  "candidate \"" + perf::describe(order) + "\": ")
        .has_value();
  };
  return tuner.choose(tuning_key_of(context_, case_), candidates, mflop_per_node(context_, case_),
                      {.seconds = seconds_of, .is_right = is_right});
}

perf::SamplingPolicy HoppingBenchmark::candidate_sampling() const {
  if (context_.tuner.mode() == perf::TuneMode::full)
    return {.minimum_seconds = 0.05, .minimum_count = 5, .maximum_seconds = 0.25};
  return {.minimum_seconds = 0.01, .minimum_count = 3, .maximum_seconds = 0.03};
}

void HoppingBenchmark::report_failure(std::string const& name, std::string const& reason,
                                      FieldError const& error, FieldError const& allowed) {
  run_.output.fail({.key = key_of(case_, name, precision()),
                    .reason = reason_of(case_, reason),
                    .verification_error = error.whole,
                    .verification_tolerance = allowed.whole,
                    .verification_site_error = error.site,
                    .verification_site_tolerance = allowed.site});
}

std::string HoppingBenchmark::region_name(std::string const& variant) const {
  return perf::region_name(key_of(case_, variant, precision()));
}

void HoppingBenchmark::show(std::string const& what) {
  run_.output.show(fmt::format("{}, {}", describe(case_), what));
}

} // namespace kitt::miniapp
