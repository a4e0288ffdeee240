// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/spinor_field.hpp"
#include "core/halo/face.hpp"

#include <concepts>

namespace kitt {

/// The hopping term for which faces are exchanged: the parity of its target sites, and whether it
/// is D or D^dagger.
struct HaloRequest {
  Parity target;
  Dagger dagger = Dagger::no; ///< matters only for fields with four spins (projected spinors)
};

/// The hops that a pass over the sites adds. `all`: every hop, for lattices that are not split.
/// `present`: all hops except remote ones whose faces have not arrived. `remote`: only the hops
/// from other ranks, added to the present values of `out`.
enum class LegSet { all, present, remote };

/// True for fields with four spins, whose faces hold projected spinors. False for fields with one
/// spin, which have three numbers per site.
template <class Spinors>
inline constexpr bool is_projected = ViewTraits<Spinors>::components % spins == 0;
/// Number of complex numbers per site in a face. For four spins, a face holds the upper half of (1
/// -+ gamma) psi, from which the receiver computes the lower half. For one spin, a face holds all
/// numbers.
template <class Spinors>
inline constexpr int travelling_components =
    is_projected<Spinors> ? ViewTraits<Spinors>::components / 2 : ViewTraits<Spinors>::components;
/// The type of all faces of a field.
template <class Spinors>
using FacesOf = Faces<typename ViewTraits<Spinors>::value_type, ViewTraits<Spinors>::lanes,
                      travelling_components<Spinors>>;

/// The type of one face of a field.
template <class Spinors>
using FaceOf = typename FacesOf<Spinors>::value_type;
/// The type of the values of one site in a face.
template <class Spinors>
using TravellingOf = typename FaceOf<Spinors>::Values;

/// The exchange of faces, which an operator uses without knowledge of ranks. `begin` packs the
/// faces of every split direction and starts to send them. `progress(worker, workers)` drives one
/// worker's share of the exchange and returns true when it is complete. `wait` returns the received
/// faces, which are valid as long as the pending exchange exists. If `splits` is false, the halo
/// type has nothing to exchange, and kernels for split lattices are not compiled.
template <class H, class Spinors>
concept Halo = !H::splits || requires(H const& halo, ExecutionSpace const& exec, Spinors const& in,
                                      HaloRequest request) {
  { halo.begin(exec, in, request).progress(0, 1) } -> std::same_as<bool>;
  { halo.begin(exec, in, request).wait() } -> std::same_as<FacesOf<Spinors>>;
};

/// The halo of a single rank. The lattice is periodic within the rank, so nothing is exchanged.
struct PeriodicHalo {
  static constexpr bool splits = false;
};

namespace detail {

/// Function object that returns the values to be sent for one site and slice of s, component by
/// component. For four spins, the values are the upper half of the projected spinor. For one spin,
/// the values are the numbers of the field.
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

/// Functor that packs the face of one hop. One launch type serves all hops, which keeps the code
/// small.
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

/// Reads the values at a slot of a face that is cut or has reduced precision. This function is not
/// inlined: one copy serves all kernels.
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

/// Returns the values at the remote end of a hop, which are in slot `slot` of the face. If lanes
/// lie across the edge, some values come from this rank's field `in`. `projector`: projector of the
/// hop. The returned values lie in the face or, if they had to be converted, in `room`.
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

/// Packs the faces that this rank must send for the hopping term of `request.target`. Packing takes
/// one launch per hop in a split direction. For four spins, a launch packs the upper half of (1 -+
/// gamma) psi at the source site of each slot (face.hpp). For one spin, a launch packs the values.
/// The receiver multiplies the values with its own link. Faces of backward hops are packed first,
/// because they come from the sites that a sweep reads last. The faces of forward hops come from
/// the sites that the next sweep reads first. The sites of both kinds of faces are thus still in
/// cache.
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
