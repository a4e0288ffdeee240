// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"
#include "core/lattice/directions.hpp"
#include "core/lattice/lattice.hpp"

#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace kitt {

/// Where one leg of one site ends: a site of the other parity, met directly or in the next
/// sub-lattice (lanes permuted), or a slot in a face that comes from another rank.
class Neighbour {
public:
  enum class Kind : std::uint32_t { direct = 0, permuted = 1, remote = 2 };

  Neighbour() = default;
  KOKKOS_FUNCTION Neighbour(Kind kind, int index)
      : bits_(static_cast<std::uint32_t>(kind) << 30 | static_cast<std::uint32_t>(index)) {}

  KOKKOS_FUNCTION int index() const { return static_cast<int>(bits_ & 0x3fffffffU); }
  KOKKOS_FUNCTION bool permuted() const { return bits_ >> 30 == 1; }
  KOKKOS_FUNCTION bool remote() const { return bits_ >> 31 == 1; }

private:
  std::uint32_t bits_ = 0;
};

/// Neighbour tables of a lattice, for legs that go one site or, as staggered fermions need them
/// beside, three. The face of a leg holds what the sites beyond that edge of the sub-lattice have,
/// `depth` layers of them, in the order of their numbers; slot i is filled from `face_sources`,
/// site i at the opposite edge. All ranks have the same tables. Stencils of one depth have the same
/// faces, whatever their hop.
class Stencil {
public:
  using Table = Kokkos::View<Neighbour* [legs], FieldLayout, MemorySpace>;
  using Sites = Kokkos::View<int*, MemorySpace>;

  /// `hop`: sites that a leg goes, an odd number.
  explicit Stencil(Lattice const& lattice, Splitting const& splitting = not_split, int hop = 1)
      : Stencil(lattice, splitting, hop, hop) {}

  /// `depth`: that of the faces, `hop` or more. Throws UserError where the sub-lattice is shorter
  /// in a direction that is split.
  Stencil(Lattice const& lattice, Splitting const& splitting, int hop, int depth);

  Lattice const& lattice() const { return lattice_; }
  Splitting const& splitting() const { return splitting_; }
  bool splits() const { return splitting_ != not_split; }
  int hop() const { return hop_; }
  int depth() const { return depth_; }

  /// Neighbours of the sites of parity `target`: (site, leg).
  Table const& table(Parity target) const { return tables_[index(target)]; }
  /// Sites of parity `target` with at least one remote leg.
  Sites const& boundary(Parity target) const { return boundaries_[index(target)]; }
  /// Sites of the other parity that fill the face of `leg`; empty if not split.
  Sites const& face_sources(Parity target, int leg) const {
    return face_sources_[index(target)][static_cast<std::size_t>(leg)];
  }

private:
  static std::size_t index(Parity parity) { return static_cast<std::size_t>(parity); }
  void build(Parity target);
  std::vector<int> find_face_sources(Parity target, int leg) const;

  Lattice lattice_;
  Splitting splitting_;
  int hop_;
  int depth_;
  std::array<Table, 2> tables_;
  std::array<Sites, 2> boundaries_;
  std::array<std::array<Sites, legs>, 2> face_sources_;
};

/// Where a leg of a site ends. `table(site, leg)` would multiply by a stride that Kokkos knows at
/// run time alone.
KOKKOS_FORCEINLINE_FUNCTION Neighbour neighbour_of(Stencil::Table const& table, int site,
                                                   std::size_t leg) {
  if constexpr (std::is_same_v<FieldLayout, Kokkos::LayoutRight>)
    return table.data()[static_cast<std::size_t>(site) * legs + leg];
  else
    return table(site, leg);
}

/// The least extents that sub-lattices of a lattice split so can have under faces of this depth.
Extents least_block(Splitting const& splitting, int depth);

} // namespace kitt
