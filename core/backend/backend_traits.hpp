// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/kokkos_ext.hpp"

#include <Kokkos_Core.hpp>

#include <string_view>
#include <type_traits>

namespace kitt {

/// Everything that differs between kinds of hardware: field layout, lane count, launch policy.
/// No other file chooses by backend.
template <class ExecutionSpace>
struct BackendTraits {
  /// A space whose fields the host reads directly is a CPU.
  static constexpr bool on_host =
      Kokkos::SpaceAccessibility<Kokkos::HostSpace,
                                 typename ExecutionSpace::memory_space>::accessible;

  /// Whether several sites share a pack. KITT_GPU_LAYOUT (tests): a GPU's layout on a CPU.
#ifdef KITT_GPU_LAYOUT
  static constexpr bool packs_sites = false;
#else
  static constexpr bool packs_sites = on_host;
#endif

  /// CPU: site-major with lanes innermost. GPU: component-major, so that neighbouring threads read
  /// neighbouring words.
  using layout = std::conditional_t<packs_sites, Kokkos::LayoutRight, Kokkos::LayoutLeft>;

  /// Lanes that fill one register; 1 on a GPU and where Kokkos has no SIMD type.
  template <class T>
  static constexpr int native_lanes = packs_sites ? register_lanes<T> : 1;

  /// Static chunks: the thread that first touched a site computes it every time.
  using policy =
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<int>>;
};

/// Whether kernels on the host run in threads beside the first.
inline bool has_host_threads() {
  return std::string_view(Kokkos::DefaultHostExecutionSpace::name()) != "Serial";
}

using ExecutionSpace = Kokkos::DefaultExecutionSpace;      ///< Where kernels run.
using MemorySpace = ExecutionSpace::memory_space;          ///< Where fields lie.
using FieldLayout = BackendTraits<ExecutionSpace>::layout; ///< How they lie there.
using SitePolicy = BackendTraits<ExecutionSpace>::policy;  ///< Launches over sites.

/// Lanes of a full register of `T` where the kernels run.
template <class T>
inline constexpr int native_lanes = BackendTraits<ExecutionSpace>::native_lanes<T>;

/// The lane counts kernels are compiled for: a full register, half of one where the hardware has
/// it, and one.
template <class T>
inline constexpr int half_lanes = has_pack<T, native_lanes<T> / 2> ? native_lanes<T> / 2 : 1;

} // namespace kitt
