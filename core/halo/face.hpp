// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/algebra/spin.hpp"
#include "core/backend/narrow.hpp"
#include "core/fields/storage.hpp"
#include "core/lattice/stencil.hpp"

#include <array>
#include <cstddef>

namespace kitt {

/// Returns the bytes of one number of a field of T at a given halo precision.
template <class T>
constexpr std::size_t travel_bytes(Travel travel) {
  return travel == Travel::half_precision     ? sizeof(Half)
         : travel == Travel::single_precision ? sizeof(float)
                                              : sizeof(T);
}

/// A face: the projected spinors, or colour vectors of `Components` complex numbers, that cross one
/// edge of the sub-lattice. The numbers of a face are indexed by (slot, s, pack). A half spinor has
/// 6 components and takes 12 packs, for re and im of each.
///
/// If lanes lie across the edge (`cut`), half of the lanes of each pack belong to sites that stay
/// on this rank and are not sent. The halves of re and im that are sent then share a pack, so that
/// a half spinor takes only 6 packs.
template <class T, int Lanes, int Components = half_spinor_components>
struct Face {
  using P = Pack<T, Lanes>;
  static constexpr int lanes = Lanes;
  static constexpr int components = Components;

  /// The values of one site and slice in a face: for each component a pack of re and a pack of im.
  struct Values {
    T const* numbers;

    KOKKOS_FORCEINLINE_FUNCTION Complex<P> operator[](int component) const {
      return {load<P>(numbers + 2 * component * Lanes),
              load<P>(numbers + (2 * component + 1) * Lanes)};
    }
  };
  /// Memory for the values of one site and slice.
  struct alignas(P) Room {
    T numbers[static_cast<std::size_t>(2 * Components * Lanes)];
  };
  /// Writes one component of the values of a site and slice.
  KOKKOS_FORCEINLINE_FUNCTION static void put(T* numbers, int component, Complex<P> const& value) {
    store(value.re, numbers + 2 * component * Lanes);
    store(value.im, numbers + (2 * component + 1) * Lanes);
  }

  std::byte* data = nullptr;    ///< start of the face's memory; null until the face has arrived
  int const* sources = nullptr; ///< for each slot, this rank's own site at the edge
  int packs_s = 0;
  /// true if SIMD lanes divide this direction, so that the face holds only half of each pack
  bool cut = false;
  Travel travel = Travel::same;

  /// Returns true if the face can be read. False for directions that are not split, and for split
  /// directions until the exchange is complete.
  KOKKOS_FORCEINLINE_FUNCTION bool arrived() const { return data != nullptr; }
  KOKKOS_FORCEINLINE_FUNCTION int packs() const { return cut ? components : 2 * components; }
  KOKKOS_FUNCTION std::size_t bytes(std::size_t slots) const {
    return slots * static_cast<std::size_t>(packs_s * packs() * Lanes) * travel_bytes<T>(travel);
  }

  /// Returns true if the values in the face can be used directly, that is, the face is not cut and
  /// has the precision of the field.
  KOKKOS_FORCEINLINE_FUNCTION bool is_plain() const {
    return !cut && travel_bytes<T>(travel) == sizeof(T);
  }
  /// Returns the address of the numbers of (slot, s). Requires that the face can be used directly
  /// (is_plain()).
  KOKKOS_FORCEINLINE_FUNCTION T* plain(int slot, int s) const {
    return reinterpret_cast<T*>(data) + first(slot, s);
  }

  /// Calls f(first), where `first` points to the first number of (slot, s). The numbers have the
  /// type of the halo precision.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void at(int slot, int s, F const& f) const {
    if (travel == Travel::half_precision)
      return f(reinterpret_cast<Half*>(data) + first(slot, s));
    if constexpr (sizeof(T) > sizeof(float))
      if (travel == Travel::single_precision)
        return f(reinterpret_cast<float*>(data) + first(slot, s));
    f(reinterpret_cast<T*>(data) + first(slot, s));
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION std::size_t first(int slot, int s) const {
    return (static_cast<std::size_t>(slot) * static_cast<std::size_t>(packs_s) +
            static_cast<std::size_t>(s)) *
           static_cast<std::size_t>(packs() * Lanes);
  }
};

/// The faces of all hops. Faces in directions that are not split have no data.
template <class T, int Lanes, int Components = half_spinor_components>
using Faces = std::array<Face<T, Lanes, Components>, legs>;

/// Returns descriptions of the faces that the hopping term of parity `target` needs with `packs_s`
/// packs of s. The caller fills in the data of the faces.
template <class T, int Lanes, int Components = half_spinor_components>
Faces<T, Lanes, Components> plan_faces(Stencil const& stencil, Parity target, int packs_s,
                                       Travel travel) {
  Faces<T, Lanes, Components> faces;
  for (int leg = 0; leg < legs; ++leg)
    faces[static_cast<std::size_t>(leg)] = Face<T, Lanes, Components>{
        .sources = stencil.face_sources(target, leg).data(),
        .packs_s = packs_s,
        .cut = stencil.lattice().lane_grid()[static_cast<std::size_t>(leg / 2)] == 2,
        .travel = travel};
  return faces;
}

namespace detail {
/// Returns a pack joined from the lanes of `beyond` that lie beyond the edge and the other lanes of
/// `here`. `hop` tells which edge is crossed: a forward hop crosses the upper edge.
template <int Distance, class P>
KOKKOS_FORCEINLINE_FUNCTION P join_across(Hop hop, P const& here, P const& beyond) {
  return hop == Hop::forward ? join_lanes<Distance>(here, beyond)
                             : join_lanes<Distance>(beyond, here);
}
} // namespace detail

/// Returns the pack that the sender writes into a cut face for one component. The pack contains re
/// of the lanes at the edge, in their own places, and im of the same lanes, permuted into the other
/// lanes.
template <int Distance, class P>
KOKKOS_FORCEINLINE_FUNCTION P to_travel(Hop hop, Complex<P> const& value) {
  // A forward hop of the receiver ends at sites that the sender holds in the lower lanes.
  return detail::join_across<Distance>(hop, value.re, permute_lanes<Distance>(value.im));
}

/// Returns one component from a cut face. `here` holds the lanes that stayed on this rank, already
/// permuted. The lanes beyond the edge come from the received pack `travelled`.
template <int Distance, class P>
KOKKOS_FORCEINLINE_FUNCTION Complex<P> from_travel(Hop hop, Complex<P> const& here,
                                                   P const& travelled) {
  return {detail::join_across<Distance>(hop, here.re, permute_lanes<Distance>(travelled)),
          detail::join_across<Distance>(hop, here.im, travelled)};
}

/// Writes the values of one site into (slot, s) of the face of a hop. `value_of(c)` must return
/// component c. `distance` is the distance of lanes across the edge.
template <class AnyFace, class ValueOf>
KOKKOS_FORCEINLINE_FUNCTION void put_into_face(AnyFace const& face, Hop hop, int slot, int s,
                                               int distance, ValueOf const& value_of) {
  face.at(slot, s, [&](auto* packs) {
    if (face.cut)
      with_lane_distance(distance, [&](auto lanes_apart) {
        for (int c = 0; c < AnyFace::components; ++c)
          store(to_travel<lanes_apart()>(hop, value_of(c)), packs + c * AnyFace::lanes);
      });
    else
      for (int c = 0; c < AnyFace::components; ++c) {
        auto const value = value_of(c);
        store(value.re, packs + 2 * c * AnyFace::lanes);
        store(value.im, packs + (2 * c + 1) * AnyFace::lanes);
      }
  });
}

/// Reads the values at (slot, s) into `values`, from a face that is not cut.
template <class AnyFace>
KOKKOS_FORCEINLINE_FUNCTION void take_from_face(AnyFace const& face, int slot, int s,
                                                typename AnyFace::Room& values) {
  using P = typename AnyFace::P;
  face.at(slot, s, [&](auto const* packs) {
    for (int i = 0; i < 2 * AnyFace::components * AnyFace::lanes; i += AnyFace::lanes)
      store(load<P>(packs + i), values.numbers + i);
  });
}

/// Reads the values at (slot, s) into `values`, from a face that is cut. The lanes beyond the edge
/// come from the face. The other lanes come from this rank's own site at the edge,
/// face.sources[slot]. `here(c)` must return component c of that site.
template <class AnyFace, class ValueOf>
KOKKOS_FORCEINLINE_FUNCTION void join_from_face(AnyFace const& face, Hop hop, int slot, int s,
                                                int distance, ValueOf const& here,
                                                typename AnyFace::Room& values) {
  using P = typename AnyFace::P;
  with_lane_distance(distance, [&](auto lanes_apart) {
    face.at(slot, s, [&](auto const* packs) {
      for (int c = 0; c < AnyFace::components; ++c)
        AnyFace::put(values.numbers, c,
                     from_travel<lanes_apart()>(hop, permute_lanes<lanes_apart()>(here(c)),
                                                load<P>(packs + c * AnyFace::lanes)));
    });
  });
}

} // namespace kitt
