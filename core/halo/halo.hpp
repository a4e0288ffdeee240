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

/// What travels of a site along a leg.
template <int Leg, Phase Sign, class Spinors>
KOKKOS_FORCEINLINE_FUNCTION auto travelling(Components<Spinors> const& psi) {
  using P = typename ViewTraits<Spinors>::pack;
  Kokkos::Array<Complex<P>, travelling_components<Spinors>> values;
  if constexpr (is_projected<Spinors>) {
    constexpr int dimension = colours_of<Spinors>;
    for (int colour = 0; colour < dimension; ++colour) {
      values[colour] = projected<Leg / 2, Sign, 0, dimension>(psi, colour);
      values[dimension + colour] = projected<Leg / 2, Sign, 1, dimension>(psi, colour);
    }
  } else {
    for (int c = 0; c < ViewTraits<Spinors>::components; ++c)
      values[c] = psi.load(c);
  }
  return values;
}

template <int Leg, Phase Sign, class Spinors, class Face>
void pack_face(ExecutionSpace const& exec, Stencil const& stencil, Stencil::Sites const& sources,
               Spinors const& in, Face const& face) {
  int const distance = stencil.lattice().lane_distance(Leg / 2);
  Kokkos::parallel_for(
      "kitt::core::pack_face", SitePolicy(exec, 0, static_cast<int>(sources.extent(0))),
      KOKKOS_LAMBDA(int slot) {
        for (int s = 0; s < face.packs_s; ++s)
          put_into_face<Leg>(face, slot, s, distance,
                             travelling<Leg, Sign>(Components(in, sources(slot), s)));
      });
}

template <int Leg, class Spinors, class FaceArray>
void pack_leg(ExecutionSpace const& exec, Stencil const& stencil, Spinors const& in,
              HaloRequest request, FaceArray const& faces) {
  auto const& sources = stencil.face_sources(request.target, Leg);
  if (sources.extent(0) == 0)
    return;
  if constexpr (is_projected<Spinors>)
    with_constant(request.dagger, [&](auto dag) {
      pack_face<Leg, projector_sign(hop_of(Leg), dag())>(exec, stencil, sources, in, faces[Leg]);
    });
  else
    pack_face<Leg, Phase::plus_one>(exec, stencil, sources, in, faces[Leg]);
}

} // namespace detail

/// Packs the faces that the hopping term of `request.target` needs from here, one launch per split
/// leg: of four spins the upper half of (1 -+ gamma) psi at each slot's source site (face.hpp), one
/// spin as it is. The receiver multiplies with its own link. Backward legs come first: their faces
/// are made of the sites that a sweep reads last, those of forward legs of the ones that the next
/// sweep reads first, so that caches still hold both.
template <class Spinors, class FaceArray>
void pack_faces(ExecutionSpace const& exec, Stencil const& stencil, Spinors const& in,
                HaloRequest request, FaceArray const& faces) {
  [&]<int... Leg>(std::integer_sequence<int, Leg...>) {
    (detail::pack_leg<legs - 1 - Leg>(exec, stencil, in, request, faces), ...);
  }
  (std::make_integer_sequence<int, legs>{});
}

} // namespace kitt
