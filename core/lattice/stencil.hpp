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

/// The end of one hop from one site. The end of a hop is a site of the other parity, either in the
/// same sub-lattice (direct) or in the next one (lanes permuted). If another rank has the site, the
/// end is a slot in a face that this rank sends (remote).
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

/// Neighbour tables of a lattice for hops over one site, or over three sites as staggered fermions
/// also need them. The face of a hop holds the sites beyond an edge of the sub-lattice, `depth`
/// layers, in the order of their numbers. Slot i of a face is filled from site `face_sources(i)` at
/// the opposite edge. All ranks have the same tables. Stencils of equal depth have equal faces,
/// whatever the length of their hops.
class Stencil {
public:
  using Table = Kokkos::View<Neighbour* [legs], FieldLayout, MemorySpace>;
  using Sites = Kokkos::View<int*, MemorySpace>;

  /// Builds the tables. `hop`: length of the hops in sites, an odd number. The faces have the same
  /// depth.
  explicit Stencil(Lattice const& lattice, Splitting const& splitting = not_split, int hop = 1)
      : Stencil(lattice, splitting, hop, hop) {}

  /// Builds the tables with faces of `depth` layers. Requires depth >= hop. Throws UserError if the
  /// sub-lattice is too short for this depth in a direction that is split among ranks.
  Stencil(Lattice const& lattice, Splitting const& splitting, int hop, int depth);

  Lattice const& lattice() const { return lattice_; }
  Splitting const& splitting() const { return splitting_; }
  bool splits() const { return splitting_ != not_split; }
  int hop() const { return hop_; }
  int depth() const { return depth_; }

  /// Returns the table of neighbours of the sites of parity `target`, indexed by (site, hop).
  Table const& table(Parity target) const { return tables_[index(target)]; }
  /// Returns the sites of parity `target` that have at least one neighbour on another rank.
  Sites const& boundary(Parity target) const { return boundaries_[index(target)]; }
  /// Returns the sites of the other parity that fill the face of the hop `leg`. Empty if the
  /// direction of the hop is not split among ranks.
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

/// Returns the end of a hop from a site. The function is faster than `table(site, leg)`, which
/// would multiply by a stride that Kokkos knows only at run time.
KOKKOS_FORCEINLINE_FUNCTION Neighbour neighbour_of(Stencil::Table const& table, int site,
                                                   std::size_t leg) {
  if constexpr (std::is_same_v<FieldLayout, Kokkos::LayoutRight>)
    return table.data()[static_cast<std::size_t>(site) * legs + leg];
  else
    return table(site, leg);
}

/// Returns the smallest extents of a sub-lattice for faces of `depth` layers. Directions that are
/// split among ranks need at least `depth` sites.
Extents least_block(Splitting const& splitting, int depth);

} // namespace kitt
