// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/rank_halo.hpp"
#include "core/fields/spinor_field.hpp"
#include "core/lattice/stencil.hpp"

#include <vector>

namespace kitt::miniapp {

/// What a hopping term works on in all variants of one kernel at one size.
template <class T, int Lanes>
struct HoppingOperands {
  using Halo = comms::HaloHere<T, Lanes>;

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
