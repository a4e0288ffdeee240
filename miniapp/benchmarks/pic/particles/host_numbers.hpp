// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"

#include <Kokkos_Core.hpp>

#include <span>

namespace kitt::miniapp {

/// A view of numbers of the host where kernels run; the same memory where they run here, so that
/// the numbers outlive what reads the view.
template <class T>
auto where_kernels_run(std::span<T const> numbers) {
  Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const here(
      numbers.data(), numbers.size());
  return Kokkos::create_mirror_view_and_copy(MemorySpace(), here);
}

} // namespace kitt::miniapp
