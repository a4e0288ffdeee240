// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/pic/particles/particles.hpp"

#include <algorithm>

namespace kitt::miniapp {

namespace {

/// Rounds a length up to whole cache lines, so that each array begins on a cache line.
std::int64_t whole_lines(std::int64_t count) {
  return (count + 7) / 8 * 8;
}

template <class T>
FlatView<T> part_of(void* memory, std::int64_t number, std::int64_t capacity) {
  return {static_cast<T*>(memory) + number * capacity, static_cast<std::size_t>(capacity)};
}

} // namespace

Particles::Particles(std::int64_t capacity, MemorySource const& source) : source_(source) {
  auto const room = std::max<std::int64_t>(whole_lines(capacity), 8);
  memory_ = source("kitt::particles", static_cast<std::size_t>(room) * particle_bytes);
  auto const numbers = [&](std::int64_t n) { return part_of<double>(memory_.get(), n, room); };
  views_ = {numbers(0), numbers(1), numbers(2), numbers(3),
            numbers(4), numbers(5), numbers(6), part_of<std::uint64_t>(memory_.get(), 7, room)};
}

void Particles::reserve(std::int64_t wanted) {
  if (wanted <= capacity())
    return;
  Particles larger(with_room(wanted), source_);
  larger.count = count;
  auto const from = views_;
  auto const to = larger.views_;
  ExecutionSpace const exec;
  Kokkos::parallel_for(
      "kitt::particles::reserve", ParticlePolicy(exec, 0, count),
      KOKKOS_LAMBDA(std::int64_t p) { copy_particle(from, p, to, p); });
  exec.fence("kitt::particles: wait until particles are copied");
  *this = std::move(larger);
}

ParticleSums sum_particles(ExecutionSpace const& exec, Particles const& particles) {
  auto const views = particles.views();
  ParticleSums sums{.count = static_cast<std::uint64_t>(particles.count)};
  Kokkos::parallel_reduce(
      "kitt::particles::sum", ParticlePolicy(exec, 0, particles.count),
      KOKKOS_LAMBDA(std::int64_t p, std::uint64_t & ids, double& charge) {
        ids += views.id(p);
        charge += views.charge(p);
      },
      sums.ids, sums.charge);
  return sums;
}

} // namespace kitt::miniapp
