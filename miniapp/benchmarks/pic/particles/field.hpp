// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/pic/particles/particles.hpp"
#include "miniapp/benchmarks/pic/particles/slab_grid.hpp"

#include <memory>

namespace kitt::miniapp {

/// Numbers of a field at a point: three components and a zero, so that a point is a whole register.
inline constexpr int field_numbers = 4;

/// Potential and electric field of the particles' charge on a neutralising background, in units in
/// which the mean charge of a point is 1.
class ParticleField {
public:
  ParticleField(SlabGrid const& grid, MemorySource const& memory);

  static std::size_t bytes(SlabGrid const& grid);

  /// The potential is zero, where the next sweeps begin.
  void clear(ExecutionSpace const& exec);

  /// A sweep of Jacobi's method for -(laplacian phi) = charge / mean - 1 on the planes of this
  /// slab, with second differences. The planes below and above must be there.
  void sweep(ExecutionSpace const& exec, FlatView<double> const& charge, double mean);

  /// E = -grad phi by central differences on the planes of this slab; the planes of the potential
  /// below and above must be there. That of E on top is the first of the slab above.
  void differentiate(ExecutionSpace const& exec);

  /// A plane of the potential, -1 to grid.planes, without repeated columns and rows.
  FlatView<double> potential_plane(int k) const;
  /// A plane of E, 0 to grid.planes: `field_numbers` for each site.
  FlatView<double> field_plane(int k) const;
  /// E on all of grid.sites().
  FlatView<double> const& field() const { return field_; }

private:
  int potential_sites() const { return grid_.whole[0] * grid_.whole[1]; }

  SlabGrid grid_;
  std::shared_ptr<void> memory_;
  FlatView<double> potential_; ///< with a plane below and one above
  FlatView<double> next_;
  FlatView<double> field_;
};

} // namespace kitt::miniapp
