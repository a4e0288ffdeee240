// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/pic/particles/field.hpp"
#include "miniapp/benchmarks/pic/particles/particles.hpp"
#include "miniapp/benchmarks/pic/particles/push.hpp"
#include "miniapp/benchmarks/pic/particles/ring.hpp"
#include "miniapp/benchmarks/pic/particles/slab_grid.hpp"
#include "miniapp/benchmarks/pic/particles/start.hpp"

#include <array>

/// \file
/// A wave of charge with a known solution. Formulas give the potential of the wave, its field
/// and the trajectories of particles in the field. The formulas use neither the grid nor messages.

namespace kitt::miniapp {

/// Wave of charge 1 + cos(p) at the point (i, j, k) of the whole grid, with p = 2 pi (i/nx + j/ny +
/// k/nz), in units of the mean charge. The wave is an eigenvector of a sweep of ParticleField.
/// After n sweeps from zero the potential is A cos(p) with A = (1 - l^n) / (6 - 6 l). Here l is the
/// mean of cos(2 pi / nx), cos(2 pi / ny) and cos(2 pi / nz).
class ChargeWave {
public:
  ChargeWave(std::array<int, 3> const& whole, int sweeps);

  /// Returns A, the largest potential.
  double amplitude() const { return amplitude_; }
  KOKKOS_INLINE_FUNCTION double charge(int i, int j, int k) const {
    return 1 + Kokkos::cos(phase(i, j, k));
  }
  KOKKOS_INLINE_FUNCTION double potential(int i, int j, int k) const {
    return amplitude_ * Kokkos::cos(phase(i, j, k));
  }
  /// Returns a component of E = -grad phi by central differences.
  KOKKOS_INLINE_FUNCTION double field(int component, int i, int j, int k) const {
    return amplitude_ * Kokkos::sin(steps_[component]) * Kokkos::sin(phase(i, j, k));
  }

private:
  KOKKOS_INLINE_FUNCTION double phase(int i, int j, int k) const {
    return steps_[0] * i + steps_[1] * j + steps_[2] * k;
  }

  double steps_[3]; ///< change of the phase from one point to the next, along each axis
  double amplitude_;
};

/// Sets `charge` at the points of a slab to the wave's charge times `mean`.
void set_charge(ExecutionSpace const& exec, SlabGrid const& grid, FlatView<double> const& charge,
                ChargeWave const& wave, double mean);

/// Return the largest error of the potential or the field on a slab, in units of the potential's
/// amplitude. The slab includes the planes that fetch_potential() and fetch_field() bring.
/// Not-a-number counts as the largest error.
double potential_error(ExecutionSpace const& exec, SlabGrid const& grid, ParticleField const& field,
                       ChargeWave const& wave);
double field_error(ExecutionSpace const& exec, SlabGrid const& grid, ParticleField const& field,
                   ChargeWave const& wave);

/// Known motion of particles in the field of a wave, under push().
struct WaveCourse {
  ChargeWave wave;
  RandomStart start; ///< start values of each particle
  RingPoints points;
  Mover mover;
};
/// Returns the largest error of a particle after `steps` steps, compared with its known motion. The
/// error is of a position (in grid distances) or of a velocity (in grid distances per step). Only
/// particles of this rank are compared. Not-a-number counts as the largest error.
double distance_from_course(ExecutionSpace const& exec, Particles const& particles,
                            WaveCourse const& course, std::int64_t steps);

} // namespace kitt::miniapp
