// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/pic/particles/particles.hpp"
#include "miniapp/benchmarks/pic/particles/slab_grid.hpp"

#include <cstdint>
#include <vector>

namespace kitt::miniapp {

/// Sorts particles by the cell that they are in: counted first, in as many parts as there are
/// threads, then moved to where they belong. Those of one cell keep their order.
class ParticleSort {
public:
  ParticleSort(SlabGrid const& grid, MemorySource const& memory) : grid_(grid), memory_(memory) {}

  /// Needed beside the particles: room for as many again, and the counts.
  static std::size_t scratch_bytes(SlabGrid const& grid, std::int64_t particles);

  /// All lie in the slab. Returns where the particles of each plane begin, and the number of all.
  std::vector<std::int64_t> operator()(ExecutionSpace const& exec, Particles& particles);

private:
  using Counts = Kokkos::View<std::int64_t**, Kokkos::LayoutRight, MemorySpace>; // part, cell

  SlabGrid grid_;
  MemorySource memory_;
  Particles sorted_;
  Counts counts_;
};

} // namespace kitt::miniapp
