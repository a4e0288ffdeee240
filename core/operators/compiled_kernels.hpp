// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/operators/hopping_site.hpp"

/// \file
/// The kernels of the hopping term that the library kitt::core contains in compiled form. The
/// compiled kernels are for full links, and for spinors whose lanes fill a register and lie in
/// space-time, as in make.hpp, in both precisions. Files that include this header use these
/// kernels; other files compile their own.
///
/// The library also contains, for spinors and colour vectors, the packing of faces, and the reading
/// of faces that are cut or have reduced precision. On a GPU each file compiles its own kernels. A
/// launch takes the site functor there instead of a loop over sites, and a kernel can call only
/// functions of its own file.

/// Instantiates a kernel. If EXTERN is `extern`, declares that another file instantiates it.
#define KITT_KERNEL(EXTERN, T, LEGS, DAGGER, PREFETCH, KEPT)                                       \
  KITT_INSTANTIATION_FOR_KERNELS(                                                                  \
      EXTERN template void                                                                         \
          HoppingSite<SpinorView<T, native_lanes<T>>, LinkView<T, native_lanes<T>>, LegSet::LEGS,  \
                      Dagger::DAGGER, Prefetch::PREFETCH, Diagonal::KEPT>::sweep(int, int) const)
#define KITT_KERNELS_OF_PREFETCH(EXTERN, T, DAGGER, KEPT)                                          \
  KITT_KERNEL(EXTERN, T, present, DAGGER, no, KEPT)                                                \
  KITT_KERNEL(EXTERN, T, present, DAGGER, yes, KEPT)
/// Instantiates the kernels with and without the diagonal part of the Wilson operator, and the
/// function for sites at the edge.
#define KITT_KERNELS_OF_DAGGER(EXTERN, T, DAGGER)                                                  \
  KITT_KERNELS_OF_PREFETCH(EXTERN, T, DAGGER, absent)                                              \
  KITT_KERNELS_OF_PREFETCH(EXTERN, T, DAGGER, present)                                             \
  KITT_INSTANTIATION_FOR_KERNELS(                                                                  \
      EXTERN template void                                                                         \
          HoppingSum<SpinorView<T, native_lanes<T>>,                                               \
                     LinkView<T, native_lanes<T>>>::visit_edge<Dagger::DAGGER>(int) const)
#define KITT_KERNELS(EXTERN, T)                                                                    \
  KITT_KERNELS_OF_DAGGER(EXTERN, T, no)                                                            \
  KITT_KERNELS_OF_DAGGER(EXTERN, T, yes)

/// Instantiates or declares the functions that pack the faces of a field and read them.
#define KITT_FACES_OF(EXTERN, FIELD)                                                               \
  KITT_INSTANTIATION_FOR_KERNELS(EXTERN template void pack_faces(                                  \
      ExecutionSpace const&, Stencil const&, FIELD const&, HaloRequest, FacesOf<FIELD> const&))    \
  KITT_INSTANTIATION_FOR_KERNELS(EXTERN template void detail::read_into_room(                      \
      FIELD const&, FaceOf<FIELD> const&, Hop, Projector<ViewTraits<FIELD>::value_type> const&,    \
      int, int, int, FaceOf<FIELD>::Room&))
#define KITT_FACES(EXTERN, T)                                                                      \
  KITT_FACES_OF(EXTERN, FullSpinors<T>)                                                            \
  KITT_FACES_OF(EXTERN, FullColourVectors<T>)

namespace kitt {

/// Spinors whose lanes fill a register.
template <class T>
using FullSpinors = SpinorView<T, native_lanes<T>>;
/// Colour vectors whose lanes fill a register.
template <class T>
using FullColourVectors = SpinorView<T, native_lanes<T>, 1>;

KITT_KERNELS(extern, float)
KITT_KERNELS(extern, double)
KITT_FACES(extern, float)
KITT_FACES(extern, double)

} // namespace kitt
