// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/tuner.hpp"

#include "perf/measure/sampling.hpp"
#include "perf/tuning/order_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace kitt::miniapp {

perf::Tuning TunedOrder::note() const {
  return {.order = perf::describe(entry.order),
          .order_data = {perf::order_json(entry.order).dump()},
          .source = source,
          .effort = kitt::to_string(entry.effort),
          .candidates = entry.candidates,
          .seconds = entry.seconds,
          .plain_seconds = entry.plain_seconds,
          .time = entry.time};
}

Tuner::Tuner(perf::TuneMode mode, comms::Communicator const& world,
             perf::RecordHeader const& header, Warn warn)
    : mode_(mode), world_(world), warn_(std::move(warn)) {
  if (mode == perf::TuneMode::off || world.rank() != 0)
    return;
  if (auto const folder = perf::tuning_folder())
    cache_.emplace(*folder, perf::tuning_identity(header));
  pass_on_warnings();
}

std::string Tuner::description() const {
  if (mode_ == perf::TuneMode::off)
    return kitt::to_string(mode_);
  return fmt::format(
      "{}; chosen orders are {}", kitt::to_string(mode_),
      cache_ ? "kept in " + cache_->path().string()
             : std::string("not kept, because neither KITT_TUNE_CACHE nor HOME is set"));
}

std::optional<TunedOrder> Tuner::choose(perf::TuningKey const& key,
                                        std::vector<Order> const& candidates, double mflop_per_node,
                                        OrderCalls const& calls) {
  if (auto const entry = remembered(key))
    return TunedOrder{*entry, "cache file"};
  auto const entry = found(candidates, mflop_per_node, calls);
  if (!entry)
    return std::nullopt;
  if (cache_) {
    cache_->put(key, *entry);
    pass_on_warnings();
  }
  return TunedOrder{*entry, "searched"};
}

std::optional<perf::TuningEntry> Tuner::remembered(perf::TuningKey const& key) const {
  std::optional<perf::TuningEntry> entry;
  if (cache_)
    entry = cache_->find(key, mode_);
  auto const text = world_.broadcast(entry ? perf::entry_json(*entry).dump() : std::string());
  if (text.empty())
    return std::nullopt;
  return perf::entry_from_json(nlohmann::json::parse(text));
}

std::optional<perf::TuningEntry> Tuner::found(std::vector<Order> const& candidates,
                                              double mflop_per_node,
                                              OrderCalls const& calls) const {
  auto const outcome = perf::search(
      candidates.size(), perf::search_policy(mode_),
      {.seconds = [&](std::size_t candidate) { return calls.seconds(candidates[candidate]); },
       .is_right = [&](std::size_t candidate) { return calls.is_right(candidates[candidate]); },
       .now = [&] { return world_.max(perf::SteadySeconds()()); }});
  if (outcome.wrong)
    return std::nullopt;
  perf::TuningEntry const entry{.order = candidates[outcome.best],
                                .effort = mode_,
                                .candidates = outcome.tried,
                                .seconds = outcome.seconds,
                                .plain_seconds = outcome.plain_seconds,
                                .mflops_per_node = mflop_per_node / outcome.seconds,
                                .plain_mflops_per_node = mflop_per_node / outcome.plain_seconds,
                                .time = perf::utc_time_now()};
  // rank 0 decides, so that all ranks run one order
  return perf::entry_from_json(
      nlohmann::json::parse(world_.broadcast(perf::entry_json(entry).dump())));
}

void Tuner::pass_on_warnings() {
  for (; cache_ && warned_ < cache_->warnings().size(); ++warned_)
    warn_(cache_->warnings()[warned_]);
}

} // namespace kitt::miniapp
