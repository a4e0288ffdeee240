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

/// Calls f(mu, sign) with both as compile-time constants: where run time meets templates.
template <class F>
KOKKOS_FORCEINLINE_FUNCTION void with_projector(int mu, Phase sign, F const& f) {
  auto const with_sign = [&](auto direction) {
    if (sign == Phase::plus_one)
      f(direction, std::integral_constant<Phase, Phase::plus_one>{});
    else
      f(direction, std::integral_constant<Phase, Phase::minus_one>{});
  };
  switch (mu) {
  case 0:
    return with_sign(std::integral_constant<int, 0>{});
  case 1:
    return with_sign(std::integral_constant<int, 1>{});
  case 2:
    return with_sign(std::integral_constant<int, 2>{});
  default:
    return with_sign(std::integral_constant<int, 3>{});
  }
}

/// Reads what travels of a site: the upper half of (1 + sign gamma_mu) psi, or one spin as it is.
template <class Spinors>
KOKKOS_FORCEINLINE_FUNCTION void read_travelling(Components<Spinors> const& psi, int mu, Phase sign,
                                                 TravellingOf<Spinors>& values) {
  if constexpr (is_projected<Spinors>)
    with_projector(mu, sign, [&](auto direction, auto plus_or_minus) {
      constexpr int dimension = colours_of<Spinors>;
      for (int colour = 0; colour < dimension; ++colour) {
        values[colour] = projected<direction(), plus_or_minus(), 0, dimension>(psi, colour);
        values[dimension + colour] =
            projected<direction(), plus_or_minus(), 1, dimension>(psi, colour);
      }
    });
  else
    for (int c = 0; c < ViewTraits<Spinors>::components; ++c)
      values[c] = psi.load(c);
}

/// Packs the face of one leg. One launch serves all legs, which keeps its code small.
template <class Spinors>
struct FacePacking {
  Stencil::Sites sources;
  Spinors in;
  FaceOf<Spinors> face;
  int leg;
  Phase sign; ///< of the projector
  int lane_distance;

  KOKKOS_FUNCTION void operator()(int slot) const {
    TravellingOf<Spinors> values;
    for (int s = 0; s < face.packs_s; ++s) {
      read_travelling(Components(in, sources(slot), s), leg / 2, sign, values);
      put_into_face(face, hop_of(leg), slot, s, lane_distance, values);
    }
  }
};

} // namespace detail

/// Reads the values at the end of a leg of a site at the rank's edge: from the face, from this
/// rank's field `in` where the leg ends within the rank, and from both where lanes lie across the
/// edge. `sign`: of the leg's projector. This function is not inlined: one copy serves all kernels.
template <class Spinors>
[[gnu::noinline]] KOKKOS_FUNCTION void
read_across_edge(Spinors const& in, FaceOf<Spinors> const& face, int leg, Phase sign, Neighbour end,
                 int s, int lane_distance, TravellingOf<Spinors>& values) {
  int const slot = end.index();
  if (end.remote() && !face.cut)
    return take_from_face(face, slot, s, values);
  detail::read_travelling(Components(in, end.remote() ? face.sources[slot] : slot, s), leg / 2,
                          sign, values);
  if (end.remote())
    join_from_face(face, hop_of(leg), slot, s, lane_distance, values);
  else if (end.permuted())
    for (auto& value : values)
      value = permute_lanes(value, lane_distance);
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
        detail::FacePacking<Spinors>{sources, in, faces[static_cast<std::size_t>(leg)], leg,
                                     projector_sign(hop_of(leg), request.dagger),
                                     stencil.lattice().lane_distance(leg / 2)});
  }
}

} // namespace kitt
