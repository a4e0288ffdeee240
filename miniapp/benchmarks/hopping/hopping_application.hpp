// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/link_field.hpp"
#include "core/operators/schedule.hpp"
#include "miniapp/benchmarks/hopping/hopping_operands.hpp"
#include "miniapp/benchmarks/hopping/packing.hpp"

#include <array>
#include <functional>

namespace kitt::miniapp {

/// How a hopping term goes about its work.
struct HoppingCall {
  Order order;
  Schedule schedule;
  Dagger dagger;
};

/// The links of a kernel, of the even and the odd target sites.
template <class T, Packing How, LinkStorage Storage>
using LinksOfParities = std::array<LinkField<T, link_lanes_of<T>(How), Storage>, 2>;

/// A function that computes all parts once and returns when the results are there; `operands`
/// outlives it. Links of those parities that no part has as its target are not read. Its kernels
/// take long to compile: compile_kernel.cpp.in does that.
template <class T, Packing How, LinkStorage Storage>
std::function<void()> hopping_application(HoppingOperands<T, lanes_of<T>(How)> const& operands,
                                          LinksOfParities<T, How, Storage> const& links,
                                          HoppingCall const& call);

} // namespace kitt::miniapp
