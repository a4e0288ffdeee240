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
  Dagger dagger;
};

/// The exchange of faces, given to an operator that does not know about ranks. `begin` packs the
/// projected half spinors of every split direction and starts to move them; `progress(worker,
/// workers)` drives a worker's share of that, true once it is complete; `wait` returns the faces,
/// valid as long as the pending exchange lives. A halo type whose `splits` is false has nothing to
/// exchange, and its kernels for split lattices are not compiled.
template <class H, class Spinors>
concept Halo = !H::splits || requires(H const& halo, ExecutionSpace const& exec, Spinors const& in,
                                      HaloRequest request) {
  { halo.begin(exec, in, request).progress(0, 1) } -> std::same_as<bool>;
  {
    halo.begin(exec, in, request).wait()
    } -> std::same_as<Faces<typename ViewTraits<Spinors>::value_type, ViewTraits<Spinors>::lanes>>;
};

/// The halo of a single rank: the lattice is periodic on itself, nothing moves.
struct PeriodicHalo {
  static constexpr bool splits = false;
};

namespace detail {

template <int Leg, Phase Sign, class Spinors, class Face>
void pack_face(ExecutionSpace const& exec, Stencil const& stencil, Stencil::Sites const& sources,
               Spinors const& in, Face const& face) {
  constexpr int lanes = ViewTraits<Spinors>::lanes;
  int const distance = stencil.lattice().lane_distance(Leg / 2);
  Kokkos::parallel_for(
      "kitt::core::pack_face", SitePolicy(exec, 0, static_cast<int>(sources.extent(0))),
      KOKKOS_LAMBDA(int slot) {
        for (int s = 0; s < face.packs_s; ++s) {
          Components const psi(in, sources(slot), s);
          HalfSpinor<typename ViewTraits<Spinors>::pack> half;
          project<Leg / 2, Sign>(
              half, [&](int spin, int colour) { return psi.load(colours * spin + colour); });
          face.at(slot, s, [&](auto* packs) {
            if (face.cut)
              with_lane_distance(distance, [&](auto lanes_apart) {
                for (int c = 0; c < half_spinor_components; ++c)
                  store(to_travel<lanes_apart(), hop_of(Leg)>(half[c / colours][c % colours]),
                        packs + c * lanes);
              });
            else
              for (int c = 0; c < half_spinor_components; ++c) {
                store(half[c / colours][c % colours].re, packs + 2 * c * lanes);
                store(half[c / colours][c % colours].im, packs + (2 * c + 1) * lanes);
              }
          });
        }
      });
}

template <int Leg, class Spinors, class FaceArray>
void pack_leg(ExecutionSpace const& exec, Stencil const& stencil, Spinors const& in,
              HaloRequest request, FaceArray const& faces) {
  auto const& sources = stencil.face_sources(request.target, Leg);
  if (sources.extent(0) == 0)
    return;
  with_constant(request.dagger, [&](auto dag) {
    pack_face<Leg, projector_sign(hop_of(Leg), dag())>(exec, stencil, sources, in, faces[Leg]);
  });
}

} // namespace detail

/// Packs the faces that the hopping term of `request.target` needs from here, one launch per split
/// leg: the upper half of (1 -+ gamma) psi at each slot's source site (face.hpp). The receiver
/// multiplies with its own link.
template <class Spinors, class FaceArray>
void pack_faces(ExecutionSpace const& exec, Stencil const& stencil, Spinors const& in,
                HaloRequest request, FaceArray const& faces) {
  [&]<int... Leg>(std::integer_sequence<int, Leg...>) {
    (detail::pack_leg<Leg>(exec, stencil, in, request, faces), ...);
  }
  (std::make_integer_sequence<int, legs>{});
}

} // namespace kitt
