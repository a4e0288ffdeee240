// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/measure/sampling.hpp"

#include "perf/measure/clock_guard.hpp"

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <vector>

namespace kitt::perf {

Statistics Sampler::operator()(Call const& call, SampleWatcher* watcher) const {
  ClockGuard guard;
  auto const batch = warm_up(call, guard);
  Kokkos::Profiling::ScopedRegion const region("kitt::sample");
  std::vector<double> samples;
  Spent spent;
  bool checked = true;
  if (watcher != nullptr)
    watcher->begin();
  while (!enough(samples.size(), spent.sampling)) {
    auto const seconds = timed(call, batch, guard);
    spent.sampling += seconds;
    samples.push_back(seconds / static_cast<double>(batch));
    if (watcher != nullptr)
      watcher->sample_taken();
    checked = watcher == nullptr ? check(spent) : !check_;
  }
  if (watcher != nullptr)
    watcher->end();
  if (!checked)
    look();
  auto statistics = summarize(samples);
  statistics.calls_per_sample = batch;
  return statistics;
}

Statistics Sampler::prepared(Call const& call, Call const& prepare) const {
  prepare();
  call(); // touches all memory once
  Kokkos::Profiling::ScopedRegion const region("kitt::sample");
  std::vector<double> samples;
  ClockGuard guard;
  Spent spent;
  bool checked = true;
  while (!enough(samples.size(), spent.sampling)) {
    auto const begin = now_();
    prepare();
    auto const ready = now_();
    call();
    auto const end = now_();
    samples.push_back(slowest_(end - ready));
    note(guard, 1, samples.back());
    auto const both = slowest_(end - begin);
    note(guard, 1, both);
    spent.sampling += both;
    checked = check(spent);
  }
  if (!checked)
    look();
  return summarize(samples);
}

bool Sampler::check(Spent& spent) const {
  constexpr double most_checking = 0.05;
  if (!check_)
    return true;
  if (spent.checking > most_checking * spent.sampling)
    return false;
  SteadySeconds const now;
  auto const begin = now();
  look();
  spent.checking += slowest_(now() - begin); // no rank continues while another one checks
  return true;
}

void Sampler::look() const {
  Kokkos::Profiling::ScopedRegion const region("kitt::check");
  check_();
}

double Sampler::timed(Call const& call, std::size_t calls, ClockGuard& guard) const {
  auto const begin = now_();
  for (std::size_t i = 0; i < calls; ++i)
    call();
  auto const seconds = slowest_(now_() - begin);
  note(guard, calls, seconds);
  return seconds;
}

void Sampler::note(ClockGuard& guard, std::size_t calls, double seconds) const {
  if (policy_.shortest_sample > 0)
    guard.note(static_cast<double>(calls), seconds);
}

std::size_t Sampler::warm_up(Call const& call, ClockGuard& guard) const {
  Kokkos::Profiling::ScopedRegion const region("kitt::warm_up");
  double spent = timed(call, 1, guard); // touches all memory once
  auto const try_batch = [&](std::size_t calls) {
    auto const seconds = timed(call, calls, guard);
    spent += seconds;
    return seconds;
  };
  std::size_t batch = 1;
  while (try_batch(batch) < policy_.shortest_sample || try_batch(batch) < policy_.shortest_sample)
    batch *= 2;
  while (spent > 0 && spent < policy_.minimum_seconds / 10)
    try_batch(batch);
  return batch;
}

bool Sampler::enough(std::size_t count, double spent) const {
  if (count < 2)
    return false;
  // samples take no time only with an exact clock
  bool const takes_no_time = spent <= 0 && policy_.shortest_sample <= 0;
  if (spent < policy_.minimum_seconds)
    return takes_no_time && count >= policy_.minimum_count;
  return count >= policy_.minimum_count || spent >= policy_.maximum_seconds;
}

} // namespace kitt::perf
