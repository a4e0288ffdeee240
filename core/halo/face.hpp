// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/algebra/spin.hpp"
#include "core/backend/narrow.hpp"
#include "core/halo/travel.hpp"
#include "core/lattice/stencil.hpp"

#include <array>
#include <cstddef>

namespace kitt {

/// Bytes of a number of a field of T while it travels.
template <class T>
constexpr std::size_t travel_bytes(Travel travel) {
  return travel == Travel::half_precision     ? sizeof(Half)
         : travel == Travel::single_precision ? sizeof(float)
                                              : sizeof(T);
}

/// Projected spinors of the sites along one edge, on their way: (slot, s, pack). A whole half
/// spinor takes 12 packs, re and im of its 6 components. Where lanes lie across the edge, half of
/// them belong to this rank and stay: what has to travel is half a pack of re and half a pack of
/// im, which share one, so that there are 6.
template <class T, int Lanes>
struct Face {
  using P = Pack<T, Lanes>;
  static constexpr int components = half_spinor_components;

  std::byte* data = nullptr;    ///< null: see arrived()
  int const* sources = nullptr; ///< by slot: the site of this rank's own at the edge it comes from
  int packs_s = 0;
  bool cut = false; ///< lanes lie across the edge
  Travel travel = Travel::same;

  /// Whether there is anything to read: legs that are not split have no face, and those of
  /// split ones have none before the exchange is complete.
  KOKKOS_FORCEINLINE_FUNCTION bool arrived() const { return data != nullptr; }
  KOKKOS_FORCEINLINE_FUNCTION int packs() const { return cut ? components : 2 * components; }
  KOKKOS_FUNCTION std::size_t bytes(std::size_t slots) const {
    return slots * static_cast<std::size_t>(packs_s * packs() * Lanes) * travel_bytes<T>(travel);
  }

  template <Cache Level>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch(int slot, int s) const {
    at(slot, s, [&](auto const* first) {
      constexpr auto bytes = components * Lanes * sizeof(*first);
      kitt::prefetch<Level, bytes>(reinterpret_cast<char const*>(first));
      if (!cut)
        kitt::prefetch<Level, bytes>(reinterpret_cast<char const*>(first + components * Lanes));
    });
  }

  /// Calls f(packs), a pointer to the first number of a place, of the type that travels.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void at(int slot, int s, F const& f) const {
    auto const first = (static_cast<std::size_t>(slot) * static_cast<std::size_t>(packs_s) +
                        static_cast<std::size_t>(s)) *
                       static_cast<std::size_t>(packs() * Lanes);
    if (travel == Travel::half_precision)
      return f(reinterpret_cast<Half*>(data) + first);
    if constexpr (sizeof(T) > sizeof(float))
      if (travel == Travel::single_precision)
        return f(reinterpret_cast<float*>(data) + first);
    f(reinterpret_cast<T*>(data) + first);
  }
};

/// The faces of all legs; those of directions that are not split have no data.
template <class T, int Lanes>
using Faces = std::array<Face<T, Lanes>, legs>;

/// The faces that the hopping term of parity `target` needs, as they look with `packs_s` packs of
/// s; their data are to be filled in.
template <class T, int Lanes>
Faces<T, Lanes> plan_faces(Stencil const& stencil, Parity target, int packs_s, Travel travel) {
  Faces<T, Lanes> faces;
  for (int leg = 0; leg < legs; ++leg)
    faces[static_cast<std::size_t>(leg)] = {
        .sources = stencil.face_sources(target, leg).data(),
        .packs_s = packs_s,
        .cut = stencil.lattice().lane_grid()[static_cast<std::size_t>(leg / 2)] == 2,
        .travel = travel};
  return faces;
}

namespace detail {
/// Lanes on the side of the edge that a leg crosses: those of the upper half for a forward one.
template <int Distance, Hop Direction, class P>
KOKKOS_FORCEINLINE_FUNCTION P join_across(P const& here, P const& beyond) {
  return Direction == Hop::forward ? join_lanes<Distance>(here, beyond)
                                   : join_lanes<Distance>(beyond, here);
}
} // namespace detail

/// What the leg's face gets of one half spinor: re and im of the lanes that lie at the edge, the
/// former where they are, the latter in the other lanes.
template <int Distance, Hop Direction, class P>
KOKKOS_FORCEINLINE_FUNCTION P to_travel(Complex<P> const& value) {
  // The receiver's forward leg ends in the lower lanes of the sender.
  return detail::join_across<Distance, Direction>(value.re, exchange_lanes<Distance>(value.im));
}

/// The half spinor at the far end of a leg: `here` holds the lanes that stay within the rank,
/// exchanged already; the others come from `travelled`.
template <int Distance, Hop Direction, class P>
KOKKOS_FORCEINLINE_FUNCTION Complex<P> from_travel(Complex<P> const& here, P const& travelled) {
  return {detail::join_across<Distance, Direction>(here.re, exchange_lanes<Distance>(travelled)),
          detail::join_across<Distance, Direction>(here.im, travelled)};
}

} // namespace kitt
