// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/pic/particles/particles.hpp"
#include "miniapp/benchmarks/pic/particles/slab_grid.hpp"

#include <cstdint>
#include <vector>

namespace kitt::miniapp {

/// Sort of particles by cell. The sort first counts the particles of each cell, in one part per
/// thread, and then moves them. Particles of one cell keep their order.
class ParticleSort {
public:
  ParticleSort(SlabGrid const& grid, MemorySource const& memory) : grid_(grid), memory_(memory) {}

  /// Returns the bytes of memory needed in addition to the particles: a second set of particles,
  /// and the counts.
  static std::size_t scratch_bytes(SlabGrid const& grid, std::int64_t particles);

  /// Sorts the particles by cell. Requires that all particles lie in the slab. Returns the index of
  /// the first particle of each plane, followed by the number of particles.
  std::vector<std::int64_t> operator()(ExecutionSpace const& exec, Particles& particles);

private:
  using Counts = Kokkos::View<std::int64_t**, Kokkos::LayoutRight, MemorySpace>; // counts by part
                                                                                 // and cell

  SlabGrid grid_;
  MemorySource memory_;
  Particles sorted_;
  Counts counts_;
};

} // namespace kitt::miniapp
