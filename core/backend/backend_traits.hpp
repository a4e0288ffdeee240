// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/kokkos_ext.hpp"

#include <Kokkos_Core.hpp>

#include <array>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace kitt {

/// Properties that differ between kinds of hardware: field layout, lane count, launch policy. Other
/// files choose by `on_host`, and not by backend.
template <class ExecutionSpace>
struct BackendTraits {
  /// True on a CPU. A test whether the host can read the memory would not be enough: on an APU of
  /// AMD (MI300A), the host can read the memory of the GPU.
  static constexpr bool on_host =
      std::is_same_v<typename ExecutionSpace::memory_space, Kokkos::HostSpace>;

  /// True if one pack holds numbers of several sites. Tests define KITT_GPU_LAYOUT to use a GPU's
  /// layout on a CPU.
#ifdef KITT_GPU_LAYOUT
  static constexpr bool packs_sites = false;
#else
  static constexpr bool packs_sites = on_host;
#endif

  /// Layout of field views. On a CPU the layout is site-major with the lanes innermost. On a GPU
  /// the layout is component-major, so that neighbouring threads read neighbouring words.
  using layout = std::conditional_t<packs_sites, Kokkos::LayoutRight, Kokkos::LayoutLeft>;

  /// Number of lanes that fill one SIMD register. The number is 1 on a GPU, and if Kokkos has no
  /// SIMD type for this CPU.
  template <class T>
  static constexpr int native_lanes = packs_sites ? register_lanes<T> : 1;

  /// Launch policy with static chunks: the thread that first touched a site computes it in every
  /// launch.
  using policy =
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<int>>;
};

/// Returns true if kernels on the host run in more than one thread.
inline bool has_host_threads() {
  return std::string_view(Kokkos::DefaultHostExecutionSpace::name()) != "Serial";
}

using ExecutionSpace = Kokkos::DefaultExecutionSpace;      ///< execution space of all kernels
using MemorySpace = ExecutionSpace::memory_space;          ///< memory space of all fields
using FieldLayout = BackendTraits<ExecutionSpace>::layout; ///< layout of all fields
using SitePolicy = BackendTraits<ExecutionSpace>::policy;  ///< launch policy of kernels over sites

/// Number of lanes of a full register of `T` in the kernels' execution space.
template <class T>
inline constexpr int native_lanes = BackendTraits<ExecutionSpace>::native_lanes<T>;

/// Number of lanes of half a register of `T`, or 1 if the hardware has no half registers. Kernels
/// are compiled for three lane counts: a full register, half a register and 1.
template <class T>
inline constexpr int half_lanes = has_pack<T, native_lanes<T> / 2> ? native_lanes<T> / 2 : 1;

/// Returns whether kernels can run: on the CPU, or on a GPU that this process sees. Needs no Kokkos
/// that has started.
inline bool kernels_can_run() {
  [[maybe_unused]] int gpus = 0;
#if defined(KOKKOS_ENABLE_CUDA)
  return cudaGetDeviceCount(&gpus) == cudaSuccess && gpus > 0;
#elif defined(KOKKOS_ENABLE_HIP)
  return hipGetDeviceCount(&gpus) == hipSuccess && gpus > 0;
#elif defined(KOKKOS_ENABLE_SYCL)
  return !sycl::device::get_devices(sycl::info::device_type::gpu).empty();
#else
  return true;
#endif
}

/// The GPU that kernels run on.
struct Device {
  std::string name;
  std::size_t memory_bytes = 0;
  std::size_t cache_bytes = 0; ///< size of the last-level cache, which the whole GPU shares [bytes]
  std::string address;         ///< PCI address, as "0000:3b:00.0"; empty if unknown
};

/// Returns the GPU of an execution space. Empty if its kernels run on the CPU.
template <class Space>
std::optional<Device> device_of([[maybe_unused]] Space const& exec) {
  [[maybe_unused]] auto const described = [](auto const& found) {
    std::array<char, 32> address{};
    std::snprintf(address.data(), address.size(), "%04x:%02x:%02x.0", found.pciDomainID,
                  found.pciBusID, found.pciDeviceID);
    return Device{found.name, found.totalGlobalMem, static_cast<std::size_t>(found.l2CacheSize),
                  address.data()};
  };
  if constexpr (requires { exec.cuda_device_prop(); }) {
    return described(exec.cuda_device_prop());
  } else if constexpr (requires { exec.hip_device_prop(); }) {
    return described(exec.hip_device_prop());
#ifdef KOKKOS_ENABLE_SYCL
  } else if constexpr (requires { exec.sycl_queue(); }) {
    namespace property = sycl::info::device;
    sycl::device const found = exec.sycl_queue().get_device();
    return Device{found.get_info<property::name>(), found.get_info<property::global_mem_size>(),
                  found.get_info<property::global_mem_cache_size>(), ""};
#endif
  } else {
    return std::nullopt;
  }
}

} // namespace kitt
