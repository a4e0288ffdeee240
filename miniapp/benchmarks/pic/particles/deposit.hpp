// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/pic/particles/particles.hpp"
#include "miniapp/benchmarks/pic/particles/ring.hpp"
#include "miniapp/benchmarks/pic/particles/slab_grid.hpp"
#include "miniapp/benchmarks/pic/particles/sort_particles.hpp"

#include <array>
#include <memory>

namespace kitt::miniapp {

/// How threads avoid conflicts when they add to the same point of the grid.
/// - `scatter`: Kokkos::ScatterView. On a CPU each thread has a copy of the grid, and the copies
///   are added at the end.
/// - `atomic`: atomic additions.
/// - `sorted`: particles are sorted by cell, and each thread takes whole planes.
enum class Deposition { scatter, atomic, sorted };
constexpr auto names_of(Deposition) {
  return std::array{"scatter", "atomic", "sorted"};
}

/// Adds the charge of particles to a grid, with trilinear weights at each point of their rings.
class ChargeDeposit {
public:
  ChargeDeposit(SlabGrid const& grid, RingPoints points, Deposition deposition,
                MemorySource const& memory);
  ~ChargeDeposit();
  ChargeDeposit(ChargeDeposit&&) noexcept;
  ChargeDeposit& operator=(ChargeDeposit&&) noexcept;

  /// Returns the bytes of memory needed in addition to the particles and the charge.
  static std::size_t scratch_bytes(SlabGrid const& grid, Deposition deposition,
                                   std::int64_t particles);

  /// Sets `charge` to the charge of `particles`. `charge` has grid.sites() points. All particles
  /// lie in the slab, and their order may change. Charge on the repeated columns and rows is added
  /// to the first ones, and the repeated ones become zero. The plane on top is left for the slab
  /// above.
  void operator()(ExecutionSpace const& exec, Particles& particles, FlatView<double> const& charge);

private:
  class Scratch;
  SlabGrid grid_;
  RingPoints points_;
  std::unique_ptr<Scratch> scratch_;
};

} // namespace kitt::miniapp
