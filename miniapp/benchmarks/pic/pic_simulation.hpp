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

/// What is simulated.
struct PicShape {
  std::array<int, 3> grid{32, 32, 64};
  std::int64_t particles_per_cell = 100;
  std::int64_t steps = 100; ///< of a call
  RingPoints points = RingPoints::four;
  Deposition deposition = Deposition::scatter;

  std::int64_t all_particles() const {
    return particles_per_cell * grid[0] * grid[1] * std::int64_t{grid[2]};
  }
};

/// Charged particles in the field of all of them, on a periodic grid of which each rank has a slab.
class PicSimulation {
public:
  /// Collective. `world` outlives this.
  PicSimulation(comms::Communicator const& world, PicShape const& shape, MemorySource const& memory,
                std::uint64_t seed);

  /// What a rank needs, in bytes, with the particles whose trajectories are known.
  static std::size_t memory_need(comms::Communicator const& world, PicShape const& shape);

  /// Everything is as it was at first.
  void start();
  /// Deposits charge, finds the field, pushes particles and shifts them to where they belong. Adds
  /// to `seconds` what each of these takes on this rank. Collective.
  void step(PicPhases& seconds);

  /// Finds the field of a wave of charge, from a potential of zero, in the way that a step finds
  /// the field of particles. Collective.
  void find_field_of(ChargeWave const& wave);
  /// Pushes particles in the field that was found last, and shifts them, as a step does.
  /// Collective.
  void move(Particles& particles);
  /// How a step moves particles in the field of a wave.
  WaveCourse course_in(ChargeWave const& wave, RandomStart const& start) const;

  ParticleField const& field() const { return field_; }
  std::uint64_t seed() const { return seed_; }
  SlabGrid const& grid() const { return grid_; }
  Particles& particles() { return particles_; }
  Particles const& particles() const { return particles_; }
  /// As the last step deposited it, with what the slab below sent. A test may spoil it.
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
  double mean_charge_ = 1; ///< of a point of the whole grid
};

} // namespace kitt::miniapp
