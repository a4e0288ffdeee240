// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/spinor_field.hpp"
#include "core/halo/face.hpp"

#include <concepts>

namespace kitt {

/// The hopping term that an exchange serves: on the sites of parity `target`, daggered or not.
struct HaloRequest {
  Parity target;
  Dagger dagger = Dagger::no; ///< of projected spinors
};

/// Whether fields have four spins, of which faces hold projected ones, rather than one. That one
/// has as many numbers as there are colours, three.
template <class Spinors>
inline constexpr bool is_projected = ViewTraits<Spinors>::components % spins == 0;
/// Complex numbers that travel of a site: of four spins the upper half of (1 -+ gamma) psi, from
/// which the receiver makes the lower half; of one spin all.
template <class Spinors>
inline constexpr int travelling_components =
    is_projected<Spinors> ? ViewTraits<Spinors>::components / 2 : ViewTraits<Spinors>::components;
/// The faces of such a field.
template <class Spinors>
using FacesOf = Faces<typename ViewTraits<Spinors>::value_type, ViewTraits<Spinors>::lanes,
                      travelling_components<Spinors>>;

/// One of these faces.
template <class Spinors>
using FaceOf = typename FacesOf<Spinors>::value_type;
/// What travels of one of their sites.
template <class Spinors>
using TravellingOf = typename FaceOf<Spinors>::Values;

/// The exchange of faces, given to an operator that does not know about ranks. `begin` packs what
/// travels of every split direction and starts to move it; `progress(worker,
/// workers)` drives a worker's share of that, true once it is complete; `wait` returns the faces,
/// valid as long as the pending exchange lives. A halo type whose `splits` is false has nothing to
/// exchange, and its kernels for split lattices are not compiled.
template <class H, class Spinors>
concept Halo = !H::splits || requires(H const& halo, ExecutionSpace const& exec, Spinors const& in,
                                      HaloRequest request) {
  { halo.begin(exec, in, request).progress(0, 1) } -> std::same_as<bool>;
  { halo.begin(exec, in, request).wait() } -> std::same_as<FacesOf<Spinors>>;
};

/// The halo of a single rank: the lattice is periodic on itself, nothing moves.
struct PeriodicHalo {
  static constexpr bool splits = false;
};

namespace detail {

/// What travels of a site and slice of s, component by component: of four spins the upper half of
/// a projected spinor, one spin as it is.
template <class Spinors>
class Travelling {
  using P = typename ViewTraits<Spinors>::pack;
  using SomeProjector = Projector<typename ViewTraits<Spinors>::value_type>;

public:
  KOKKOS_FORCEINLINE_FUNCTION Travelling(Components<Spinors> const& psi,
                                         SomeProjector const& projector)
      : psi_(psi), projector_(projector) {}

  KOKKOS_FORCEINLINE_FUNCTION Complex<P> operator()(int component) const {
    auto const own = psi_.load(component);
    if constexpr (is_projected<Spinors>) {
      constexpr int dimension = colours_of<Spinors>;
      int const upper = component < dimension ? 0 : 1;
      auto const& row = projector_.rows[upper];
      int const other = component + dimension * (row.source - upper);
      return {multiply_add(P(row.re_sign), psi_.load_part(other, row.re_part), own.re),
              multiply_add(P(row.im_sign), psi_.load_part(other, 1 - row.re_part), own.im)};
    } else {
      return own;
    }
  }

private:
  Components<Spinors> psi_;
  SomeProjector projector_;
};

/// Packs the face of one leg. One launch type serves all legs, which keeps its code small.
template <class Spinors>
struct FacePacking {
  Stencil::Sites sources;
  Spinors in;
  FaceOf<Spinors> face;
  Hop hop;
  Projector<typename ViewTraits<Spinors>::value_type> projector;
  int lane_distance;

  KOKKOS_FUNCTION void operator()(int slot) const {
    for (int s = 0; s < face.packs_s; ++s)
      if (face.is_plain())
        copy(slot, s);
      else
        convert(slot, s);
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION Travelling<Spinors> travelling(int slot, int s) const {
    return Travelling<Spinors>(Components(in, sources(slot), s), projector);
  }
  KOKKOS_FORCEINLINE_FUNCTION void copy(int slot, int s) const {
    auto const values = travelling(slot, s);
    auto* const numbers = face.plain(slot, s);
    for (int c = 0; c < face.components; ++c)
      face.put(numbers, c, values(c));
  }
  /// This function is not inlined: its code would take registers from copy().
  [[gnu::noinline]] KOKKOS_FUNCTION void convert(int slot, int s) const {
    put_into_face(face, hop, slot, s, lane_distance, travelling(slot, s));
  }
};

/// Reads the values at a slot of a face that is not plain. This function is not inlined: one copy
/// serves all kernels.
template <class Spinors>
[[gnu::noinline]] KOKKOS_FUNCTION void
read_into_room(Spinors const& in, FaceOf<Spinors> const& face, Hop hop,
               Projector<typename ViewTraits<Spinors>::value_type> const& projector, int slot,
               int s, int lane_distance, typename FaceOf<Spinors>::Room& room) {
  if (face.cut)
    join_from_face(face, hop, slot, s, lane_distance,
                   Travelling<Spinors>(Components(in, face.sources[slot], s), projector), room);
  else
    take_from_face(face, slot, s, room);
}

} // namespace detail

/// The values at the remote end of a leg, the slot `slot`: from the face, and where lanes lie
/// across the edge from this rank's field `in` as well. They lie in the face, or else in `room`.
/// `projector`: the leg's.
template <class Spinors>
KOKKOS_FORCEINLINE_FUNCTION TravellingOf<Spinors>
read_beyond_edge(Spinors const& in, FaceOf<Spinors> const& face, Hop hop,
                 Projector<typename ViewTraits<Spinors>::value_type> const& projector, int slot,
                 int s, int lane_distance, typename FaceOf<Spinors>::Room& room) {
  if (face.is_plain())
    return {face.plain(slot, s)};
  detail::read_into_room(in, face, hop, projector, slot, s, lane_distance, room);
  return {room.numbers};
}

/// Packs the faces that the hopping term of `request.target` needs from here, one launch per split
/// leg: of four spins the upper half of (1 -+ gamma) psi at each slot's source site (face.hpp), one
/// spin as it is. The receiver multiplies with its own link. Backward legs come first: their faces
/// are made of the sites that a sweep reads last, those of forward legs of the ones that the next
/// sweep reads first, so that caches still hold both.
template <class Spinors>
void pack_faces(ExecutionSpace const& exec, Stencil const& stencil, Spinors const& in,
                HaloRequest request, FacesOf<Spinors> const& faces) {
  for (int leg = legs - 1; leg >= 0; --leg) {
    auto const& sources = stencil.face_sources(request.target, leg);
    if (sources.extent(0) == 0)
      continue;
    Kokkos::parallel_for(
        "kitt::core::pack_face", SitePolicy(exec, 0, static_cast<int>(sources.extent(0))),
        detail::FacePacking<Spinors>{sources,
                                     in,
                                     faces[static_cast<std::size_t>(leg)],
                                     hop_of(leg),
                                     {leg / 2, projector_sign(hop_of(leg), request.dagger)},
                                     stencil.lattice().lane_distance(leg / 2)});
  }
}

} // namespace kitt
