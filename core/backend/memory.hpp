// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace kitt {

/// Where fields get their memory: a label (shown by Kokkos Tools) and a size in bytes to
/// uninitialised memory aligned to at least 64 bytes, freed with its last owner. Who wants huge
/// pages passes another source.
using MemorySource =
    std::function<std::shared_ptr<void>(std::string const& label, std::size_t bytes)>;

/// Memory as Kokkos allocates it in the kernels' memory space.
inline std::shared_ptr<void> kokkos_memory(std::string const& label, std::size_t bytes) {
  return {Kokkos::kokkos_malloc<MemorySpace>(label, bytes),
          [](void* memory) { Kokkos::kokkos_free<MemorySpace>(memory); }};
}

} // namespace kitt
