// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/error.hpp"
#include "core/operators/compiled_kernels.hpp"
#include "core/operators/hopping.hpp"
#include "miniapp/benchmarks/hopping/hopping_application.hpp"

namespace kitt::miniapp {

template <class T, Packing How, LinkStorage Storage>
std::function<void()>
hopping_application([[maybe_unused]] KernelOperands<T, lanes_of<T>(How)> const& operands,
                    [[maybe_unused]] LinksOfParities<T, How, Storage> const& links,
                    [[maybe_unused]] KernelCall const& call) {
  if constexpr (is_compiled<T>(How) && (Storage == LinkStorage::full || compresses<T>(How))) {
    HoppingTerm const hopping(operands.stencil, links, operands.packs_s, call.order, operands.halo,
                              call.schedule);
    return [hopping, &operands, dagger = call.dagger, before = call.before, after = call.after] {
      if (before)
        before();
      for (auto const& [target, in, out, expected] : operands.parts)
        if (dagger == Dagger::no)
          hopping(operands.exec, target, in.view(), out.view());
        else // D^dagger is compiled only without prefetches (has_kernel)
          hopping.template apply<Dagger::yes, Prefetch::no>(operands.exec, target, in.view(),
                                                            out.view());
      if (after)
        after();
      operands.exec.fence("kitt::dslash: one call is timed");
    };
  } else {
    throw InternalError("no kernel is compiled for these lanes and links");
  }
}

} // namespace kitt::miniapp

/// Instantiates hopping_application. Use this macro in namespace kitt::miniapp.
#define KITT_COMPILE_KERNEL(Real, packing, links)                                                  \
  template std::function<void()> hopping_application<Real, packing, links>(                        \
      KernelOperands<Real, lanes_of<Real>(packing)> const&,                                        \
      LinksOfParities<Real, packing, links> const&, KernelCall const&)
