// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/pic/particles/particles.hpp"
#include "miniapp/benchmarks/pic/particles/slab_grid.hpp"

#include <memory>

namespace kitt::miniapp {

/// Numbers of a field at a point: three components and a zero, so that a point fills a register.
inline constexpr int field_numbers = 4;

/// Potential and electric field of the particles' charge on a neutralising background. Units: the
/// mean charge of a point is 1.
class ParticleField {
public:
  ParticleField(SlabGrid const& grid, MemorySource const& memory);

  static std::size_t bytes(SlabGrid const& grid);

  /// Sets the potential to zero, the start of the next sweeps.
  void clear(ExecutionSpace const& exec);

  /// Makes one sweep of Jacobi's method for -(laplacian phi) = charge / mean - 1 on the planes of
  /// this slab, with second differences. Requires the planes of the potential below and above.
  void sweep(ExecutionSpace const& exec, FlatView<double> const& charge, double mean);

  /// Sets E = -grad phi by central differences on the planes of this slab. Requires the planes of
  /// the potential below and above. The plane of E on top is the first plane of the slab above.
  void differentiate(ExecutionSpace const& exec);

  /// Returns a plane of the potential, without repeated columns and rows. `k` is -1 to grid.planes.
  FlatView<double> potential_plane(int k) const;
  /// Returns a plane of E with `field_numbers` numbers for each site. `k` is 0 to grid.planes.
  FlatView<double> field_plane(int k) const;
  /// Returns E on all grid.sites() points.
  FlatView<double> const& field() const { return field_; }

private:
  int potential_sites() const { return grid_.whole[0] * grid_.whole[1]; }

  SlabGrid grid_;
  std::shared_ptr<void> memory_;
  FlatView<double> potential_; ///< potential on the slab, plus one plane below and one plane above
  FlatView<double> next_;
  FlatView<double> field_;
};

} // namespace kitt::miniapp
