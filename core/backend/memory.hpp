// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace kitt {

/// A function that allocates the memory of a field. The function takes a label (shown by Kokkos
/// Tools) and a size in bytes. The function returns uninitialised memory, aligned to at least 64
/// bytes, which is freed together with its last owner. Huge pages, for example, need a source other
/// than the default.
using MemorySource =
    std::function<std::shared_ptr<void>(std::string const& label, std::size_t bytes)>;

/// Returns memory that Kokkos allocates in the kernels' memory space.
inline std::shared_ptr<void> kokkos_memory(std::string const& label, std::size_t bytes) {
  return {Kokkos::kokkos_malloc<MemorySpace>(label, bytes),
          [](void* memory) { Kokkos::kokkos_free<MemorySpace>(memory); }};
}

/// Returns memory of the host that a GPU copies from and to at full speed. Kernels can use it, too.
/// On a CPU it is ordinary memory.
inline std::shared_ptr<void> pinned_memory(std::string const& label, std::size_t bytes) {
  using Space = Kokkos::SharedHostPinnedSpace;
  return {Kokkos::kokkos_malloc<Space>(label, bytes),
          [](void* memory) { Kokkos::kokkos_free<Space>(memory); }};
}

/// Size of a cache line. Buffers that lie next to each other each begin in a cache line of their
/// own.
inline constexpr std::size_t cache_line_bytes = 64;

/// Returns `bytes` rounded up to a multiple of the cache line size.
constexpr std::size_t whole_cache_lines(std::size_t bytes) {
  return (bytes + cache_line_bytes - 1) / cache_line_bytes * cache_line_bytes;
}

} // namespace kitt
