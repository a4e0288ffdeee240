// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/error.hpp"
#include "core/operators/compiled_kernels.hpp"
#include "miniapp/benchmarks/hopping/staggered_application.hpp"

namespace kitt::miniapp {

template <class T, Packing How, std::size_t Reaches>
std::function<void()>
staggered_application([[maybe_unused]] KernelOperands<T, lanes_of<T>(How), 1> const& operands,
                      [[maybe_unused]] KernelReaches<T, How, Reaches> const& reaches,
                      [[maybe_unused]] KernelCall const& call) {
  if constexpr (is_compiled<T>(How)) {
    StaggeredHopping const hopping(reaches, call.order, operands.halo, call.schedule);
    return [hopping, &operands, dagger = call.dagger] {
      for (auto const& [target, in, out, expected] : operands.parts)
        hopping(operands.exec, target, in.view(), out.view(), dagger);
      operands.exec.fence("kitt::dslash: one call is timed");
    };
  } else {
    throw InternalError("no kernel is compiled for these lanes");
  }
}

} // namespace kitt::miniapp

/// Instantiates staggered_application. Use this macro in namespace kitt::miniapp.
#define KITT_COMPILE_STAGGERED(Real, packing, reaches)                                             \
  template std::function<void()> staggered_application<Real, packing, reaches>(                    \
      KernelOperands<Real, lanes_of<Real>(packing), 1> const&,                                     \
      KernelReaches<Real, packing, reaches> const&, KernelCall const&)
