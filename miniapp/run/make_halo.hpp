// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/rank_halo.hpp"
#include "core/halo/halo.hpp"
#include "miniapp/run/run_context.hpp"

namespace kitt::miniapp {

/// The halo of this rank's part of a field with `packs_s` packs along s, as the run's options have
/// it; of a type that never splits, that type's own.
template <class Halo>
Halo make_halo(RunContext const& context, Stencil const& stencil, int packs_s,
               Travel travel = Travel::same) {
  if constexpr (Halo::splits) {
    auto const& options = context.options();
    return {context.communicator(),
            context.grid(),
            stencil,
            packs_s,
            {options.transport, travel, options.huge_pages}};
  } else {
    return {};
  }
}

} // namespace kitt::miniapp
