// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/operators/staggered.hpp"
#include "miniapp/benchmarks/hopping/hopping_application.hpp"

#include <array>
#include <cstddef>
#include <functional>

namespace kitt::miniapp {

/// Hops of a staggered kernel: over one site (`Reaches` 1), or over one and three sites.
template <class T, Packing How, std::size_t Reaches>
using KernelReaches = std::array<StaggeredReach<LinkField<T, link_lanes_of<T>(How)>>, Reaches>;

/// Returns a function like that of hopping_application(), for a staggered kernel. CMake compiles
/// the kernels in separate files (compile.cpp.in).
template <class T, Packing How, std::size_t Reaches>
std::function<void()> staggered_application(KernelOperands<T, lanes_of<T>(How), 1> const& operands,
                                            KernelReaches<T, How, Reaches> const& reaches,
                                            KernelCall const& call);

} // namespace kitt::miniapp
