// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace kitt {

/// The GPU that kernels run on.
struct Device {
  std::string name;
  std::size_t memory_bytes = 0;
  std::size_t cache_bytes = 0; ///< size of the last-level cache, which the whole GPU shares [bytes]
};

/// Returns the GPU of an execution space. Empty if its kernels run on the CPU.
template <class Space>
std::optional<Device> device_of([[maybe_unused]] Space const& exec) {
  if constexpr (requires { exec.cuda_device_prop(); }) {
    auto const& found = exec.cuda_device_prop();
    return Device{found.name, found.totalGlobalMem, static_cast<std::size_t>(found.l2CacheSize)};
  } else {
    return std::nullopt;
  }
}

} // namespace kitt
