// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/simulation.hpp"
#include "comms/slabs/slab_messages.hpp"
#include "miniapp/benchmarks/pic/particles/deposit.hpp"
#include "miniapp/benchmarks/pic/particles/field.hpp"
#include "miniapp/benchmarks/pic/particles/particles.hpp"
#include "miniapp/benchmarks/pic/particles/push.hpp"
#include "miniapp/benchmarks/pic/particles/wave.hpp"
#include "miniapp/benchmarks/pic/pic_cell.hpp"

#include <array>
#include <cstdint>
#include <memory>

namespace kitt::miniapp {

/// Size and method of a simulation.
struct PicShape {
  std::array<int, 3> grid{32, 32, 64};
  std::int64_t particles_per_cell = 100;
  std::int64_t steps = 100; ///< steps per timed call
  RingPoints points = RingPoints::four;
  Deposition deposition = Deposition::scatter;

  std::int64_t all_particles() const {
    return particles_per_cell * grid[0] * grid[1] * std::int64_t{grid[2]};
  }
};

/// Simulation of charged particles in their own field, on a periodic grid. Each rank has a slab of
/// the grid.
class PicSimulation {
public:
  /// Requires that `world` outlives this object. Collective.
  PicSimulation(comms::Communicator const& world, PicShape const& shape, MemorySource const& memory,
                std::uint64_t seed);

  /// Returns the bytes that a rank needs. The bytes include the particles with known trajectories,
  /// which the checks use.
  static std::size_t memory_need(comms::Communicator const& world, PicShape const& shape);

  /// Sets the particles and fields back to their state at the start.
  void start();
  /// Makes one step: deposits charge, finds the field, pushes the particles, and shifts them to the
  /// ranks where they belong. Adds the seconds of each phase on this rank to `seconds`. Collective.
  void step(PicPhases& seconds);

  /// Finds the field of a wave of charge in the same way as a step finds the field of particles.
  /// The potential starts at zero. Collective.
  void find_field_of(ChargeWave const& wave);
  /// Pushes particles in the field that was found last, and shifts them, as in a step. Collective.
  void move(Particles& particles);
  /// Returns the known motion of particles in the field of a wave, with the push of this
  /// simulation.
  WaveCourse course_in(ChargeWave const& wave, RandomStart const& start) const;

  ParticleField const& field() const { return field_; }
  std::uint64_t seed() const { return seed_; }
  SlabGrid const& grid() const { return grid_; }
  Particles& particles() { return particles_; }
  Particles const& particles() const { return particles_; }
  /// Returns the charge of the last step, including the charge that the slab below sent. Tests may
  /// spoil the charge.
  FlatView<double> const& charge() const { return charge_; }
  comms::SlabMessages& messages() { return messages_; }
  comms::SlabMessages const& messages() const { return messages_; }
  ExecutionSpace const& execution_space() const { return exec_; }
  PicShape const& shape() const { return shape_; }

private:
  class Laps;
  void find_field(Laps& laps);
  void move(Particles& particles, Laps& laps);

  PicShape shape_;
  std::uint64_t seed_;
  SlabGrid grid_;
  ExecutionSpace exec_;
  comms::SlabMessages messages_;
  Particles particles_;
  std::shared_ptr<void> charge_memory_;
  FlatView<double> charge_;
  ChargeDeposit deposit_;
  ParticleField field_;
  double mean_charge_ = 1; ///< mean charge per point of the whole grid
};

} // namespace kitt::miniapp
