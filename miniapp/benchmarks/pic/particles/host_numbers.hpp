// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"

#include <Kokkos_Core.hpp>

#include <span>

namespace kitt::miniapp {

/// Returns a view of numbers of the host, for use in kernels. If kernels run on the host, the view
/// has the same memory, so the numbers must outlive all readers of the view.
template <class T>
auto where_kernels_run(std::span<T const> numbers) {
  Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const here(
      numbers.data(), numbers.size());
  return Kokkos::create_mirror_view_and_copy(MemorySpace(), here);
}

} // namespace kitt::miniapp
