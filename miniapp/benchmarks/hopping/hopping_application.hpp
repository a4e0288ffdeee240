// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/rank_halo.hpp"
#include "core/fields/link_field.hpp"
#include "core/fields/spinor_field.hpp"
#include "core/lattice/order.hpp"
#include "core/lattice/stencil.hpp"
#include "core/operators/schedule.hpp"
#include "miniapp/benchmarks/hopping/packing.hpp"

#include <array>
#include <functional>
#include <vector>

namespace kitt::miniapp {

/// Operands that all variants of a kernel share. `Spins` is 1 for staggered kernels.
template <class T, int Lanes, int Spins = spins>
struct KernelOperands {
  using Field = SpinorField<T, Lanes, Spins>;
  using Halo = comms::RankHalo<T, Lanes, Spins>;

  /// Fields of one target parity: the source on the sites of the other parity, the result, and the
  /// expected result.
  struct Part {
    Parity target;
    Field in, out, expected;
  };

  ExecutionSpace exec;
  Stencil stencil;
  int packs_s;
  Halo halo;
  std::vector<Part> parts; ///< fields of each parity that a call computes
};

/// Links of a kernel for the even and the odd target sites.
template <class T, Packing How, LinkStorage Storage>
using LinksOfParities = std::array<LinkField<T, link_lanes_of<T>(How), Storage>, 2>;

/// Parameters for one application of a kernel that are known only at run time.
struct KernelCall {
  Order order;
  Schedule schedule;
  Dagger dagger;
  /// Launch the work of a whole operator before and after its hopping term. Empty for other
  /// kernels.
  std::function<void()> before = {};
  std::function<void()> after = {};
};

/// Returns a function that computes all parities once and waits until the results are complete.
/// `operands` must outlive the function. If a parity is not computed, its links are not read. The
/// kernels take long to compile, so CMake compiles them in separate files (compile.cpp.in).
template <class T, Packing How, LinkStorage Storage>
std::function<void()> hopping_application(KernelOperands<T, lanes_of<T>(How)> const& operands,
                                          LinksOfParities<T, How, Storage> const& links,
                                          KernelCall const& call);

} // namespace kitt::miniapp
