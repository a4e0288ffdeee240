// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/rank_halo.hpp"
#include "core/fields/spinor_field.hpp"
#include "core/halo/halo.hpp"
#include "core/lattice/stencil.hpp"

#include <type_traits>
#include <vector>

namespace kitt::miniapp {

/// What a hopping term works on in all variants of one kernel at one size.
template <class T, int Lanes>
struct HoppingOperands {
  /// A GPU has one rank, whose lattice is not split.
  using Halo = std::conditional_t<BackendTraits<ExecutionSpace>::on_host, comms::RankHalo<T, Lanes>,
                                  PeriodicHalo>;

  /// The sites of one parity: the source on those of the other, result, what it should be.
  struct Part {
    Parity target;
    SpinorField<T, Lanes> in, out, expected;
  };

  ExecutionSpace exec;
  Stencil stencil;
  int packs_s;
  Halo halo;
  std::vector<Part> parts; ///< one for each parity that a call computes
};

} // namespace kitt::miniapp
