// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/operators/hopping_site.hpp"

/// \file
/// The kernels of the hopping term that kitt::core holds compiled: for full links, and spinors
/// whose lanes fill a register and lie in space-time, as make.hpp has them, in both precisions.
/// Files that include this one call them, as the solvers do; others compile their own, for most of
/// a minute, as does `kitt dslash`, whose kernels the optimiser sees together with their launches.
/// On a GPU each file compiles its own, since launches there take the site and not a loop over
/// sites.

/// Compiles a kernel, or declares it, with EXTERN, as compiled elsewhere.
#define KITT_KERNEL(EXTERN, T, LEGS, DAGGER, PREFETCH, KEPT)                                       \
  EXTERN template void                                                                             \
  HoppingSite<SpinorView<T, native_lanes<T>>, LinkView<T, native_lanes<T>>, LegSet::LEGS,          \
              Dagger::DAGGER, Prefetch::PREFETCH, Diagonal::KEPT>::sweep(int, int) const;
#define KITT_KERNELS_OF_PREFETCH(EXTERN, T, LEGS, DAGGER, KEPT)                                    \
  KITT_KERNEL(EXTERN, T, LEGS, DAGGER, no, KEPT)                                                   \
  KITT_KERNEL(EXTERN, T, LEGS, DAGGER, yes, KEPT)
/// With the diagonal part of Wilson's operator and without.
#define KITT_KERNELS_OF_LEGS(EXTERN, T, LEGS, DAGGER)                                              \
  KITT_KERNELS_OF_PREFETCH(EXTERN, T, LEGS, DAGGER, absent)                                        \
  KITT_KERNELS_OF_PREFETCH(EXTERN, T, LEGS, DAGGER, present)
/// All that a hopping term calls whose halo never splits a lattice.
#define KITT_KERNELS_WHOLE(EXTERN, T)                                                              \
  KITT_KERNELS_OF_LEGS(EXTERN, T, all, no)                                                         \
  KITT_KERNELS_OF_LEGS(EXTERN, T, all, yes)
/// All that one calls whose halo may.
#define KITT_KERNELS_SPLIT(EXTERN, T)                                                              \
  KITT_KERNELS_OF_LEGS(EXTERN, T, present, no)                                                     \
  KITT_KERNELS_OF_LEGS(EXTERN, T, present, yes)                                                    \
  KITT_KERNEL(EXTERN, T, remote, no, no, absent)                                                   \
  KITT_KERNEL(EXTERN, T, remote, yes, no, absent)

namespace kitt {
KITT_KERNELS_WHOLE(extern, float)
KITT_KERNELS_WHOLE(extern, double)
KITT_KERNELS_SPLIT(extern, float)
KITT_KERNELS_SPLIT(extern, double)
} // namespace kitt
