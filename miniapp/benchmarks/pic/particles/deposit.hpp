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

/// How threads that add to the same point of the grid keep out of each other's way. `scatter`:
/// Kokkos::ScatterView, a copy of the grid for each thread on a CPU, added up at the end. `atomic`:
/// atomic additions. `sorted`: particles are sorted by cell, and each thread takes whole planes.
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

  /// What it needs beside the particles and the charge, in bytes.
  static std::size_t scratch_bytes(SlabGrid const& grid, Deposition deposition,
                                   std::int64_t particles);

  /// `charge`, of grid.sites() points, becomes that of `particles`, which lie in the slab; they may
  /// change their order. What fell on the columns and rows that repeat the first is added there,
  /// and those are zero then; the plane on top stays apart, for the slab above.
  void operator()(ExecutionSpace const& exec, Particles& particles, FlatView<double> const& charge);

private:
  class Scratch;
  SlabGrid grid_;
  RingPoints points_;
  std::unique_ptr<Scratch> scratch_;
};

} // namespace kitt::miniapp
