// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/error.hpp"
#include "miniapp/benchmarks/hopping/hopping_benchmark.hpp"

namespace kitt::miniapp {

template <class T, Packing How, LinkStorage Storage>
bool measure_variant(
    [[maybe_unused]] HoppingFields<T, lanes_of<T>(How)>& fields,
    [[maybe_unused]] std::array<LinkField<T, link_lanes_of<T>(How), Storage>, 2> const& links,
    [[maybe_unused]] HoppingVariant const& variant) {
  if constexpr (is_compiled<T>(How) && (Storage == LinkStorage::full || compresses<T>(How)))
    return HoppingBenchmark<T, How, Storage>(fields, links).run(variant);
  else
    throw InternalError("such lanes are not compiled here");
}

} // namespace kitt::miniapp

/// Compiles measure_variant; in namespace kitt::miniapp.
#define KITT_COMPILE_VARIANT(Real, packing, links)                                                 \
  template bool measure_variant<Real, packing, links>(                                             \
      HoppingFields<Real, lanes_of<Real>(packing)>&,                                               \
      std::array<LinkField<Real, link_lanes_of<Real>(packing), links>, 2> const&,                  \
      HoppingVariant const&)
