// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/pic/pic_simulation.hpp"

#include "miniapp/benchmarks/pic/particles/slab_exchange.hpp"
#include "miniapp/benchmarks/pic/particles/start.hpp"
#include "perf/ceilings/application_costs.hpp"

#include <Kokkos_Profiling_ScopedRegion.hpp>

namespace kitt::miniapp {

namespace {

/// Constants of the leapfrog push. Particles oscillate about their places with an angular frequency
/// of 0.1 per step, which is slow enough for leapfrog to follow.
constexpr Mover mover{.charge_over_mass = 0.01, .early = 1};

SlabGrid slab_of_rank(comms::Communicator const& world, PicShape const& shape) {
  return slab_of(shape.grid, world.rank(), world.size());
}

std::int64_t particles_of(SlabGrid const& grid, PicShape const& shape) {
  return grid.cells() * shape.particles_per_cell;
}

} // namespace

/// Clock that adds the time since its last call to one phase of the step.
class PicSimulation::Laps {
public:
  explicit Laps(ExecutionSpace const& exec, PicPhases& seconds)
      : exec_(exec), seconds_(seconds), began_(now_()) {}

  void end(double PicPhases::*phase) {
    exec_.fence("kitt::pic: wait for the end of a phase");
    auto const now = now_();
    seconds_.*phase += now - began_;
    began_ = now;
  }

private:
  ExecutionSpace const& exec_;
  PicPhases& seconds_;
  comms::MachineSeconds now_;
  double began_;
};

PicSimulation::PicSimulation(comms::Communicator const& world, PicShape const& shape,
                             MemorySource const& memory, std::uint64_t seed)
    : shape_(shape), seed_(seed), grid_(slab_of_rank(world, shape)), messages_(world),
      particles_(with_room(particles_of(grid_, shape)), memory),
      charge_memory_(memory("kitt::pic::charge", grid_.sites() * sizeof(double))),
      charge_(static_cast<double*>(charge_memory_.get()), grid_.sites()),
      deposit_(grid_, shape.points, shape.deposition, memory), field_(grid_, memory) {
  start();
  auto const own = sum_particles(exec_, particles_).charge;
  mean_charge_ = world.sum(own) / static_cast<double>(grid_.all_cells());
}

std::size_t PicSimulation::memory_need(comms::Communicator const& world, PicShape const& shape) {
  auto const grid = slab_of_rank(world, shape);
  auto const particles = particles_of(grid, shape);
  return static_cast<std::size_t>(with_room(particles) + with_room(grid.cells())) * particle_bytes +
         grid.sites() * sizeof(double) + ParticleField::bytes(grid) +
         ChargeDeposit::scratch_bytes(grid, shape.deposition, particles);
}

void PicSimulation::start() {
  start_randomly(exec_, particles_, grid_, shape_.particles_per_cell, seed_);
  field_.clear(exec_);
  exec_.fence("kitt::pic: wait for the start values");
}

void PicSimulation::find_field(Laps& laps) {
  for (int sweep = 0; sweep < perf::sweeps_of_step; ++sweep) {
    field_.sweep(exec_, charge_, mean_charge_);
    laps.end(&PicPhases::field_seconds);
    fetch_potential(exec_, grid_, field_, messages_);
    laps.end(&PicPhases::exchange_seconds);
  }
  field_.differentiate(exec_);
  laps.end(&PicPhases::field_seconds);
  fetch_field(exec_, grid_, field_, messages_);
  laps.end(&PicPhases::exchange_seconds);
}

void PicSimulation::step(PicPhases& seconds) {
  Kokkos::Profiling::ScopedRegion const region("kitt::pic::step");
  Laps laps(exec_, seconds);
  deposit_(exec_, particles_, charge_);
  laps.end(&PicPhases::charge_seconds);
  add_charge_on_top(exec_, grid_, charge_, messages_);
  laps.end(&PicPhases::exchange_seconds);
  find_field(laps);
  move(particles_, laps);
}

void PicSimulation::move(Particles& particles, Laps& laps) {
  push(exec_, particles, grid_, shape_.points, field_.field(), mover);
  laps.end(&PicPhases::push_seconds);
  shift_particles(exec_, particles, grid_, messages_);
  laps.end(&PicPhases::shift_seconds);
}

void PicSimulation::find_field_of(ChargeWave const& wave) {
  PicPhases not_timed;
  Laps laps(exec_, not_timed);
  set_charge(exec_, grid_, charge_, wave, mean_charge_);
  field_.clear(exec_);
  find_field(laps);
}

void PicSimulation::move(Particles& particles) {
  PicPhases not_timed;
  Laps laps(exec_, not_timed);
  move(particles, laps);
}

WaveCourse PicSimulation::course_in(ChargeWave const& wave, RandomStart const& start) const {
  return {wave, start, shape_.points, mover};
}

} // namespace kitt::miniapp
