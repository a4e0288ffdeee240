// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace kitt::perf {

/// The GPU of rank 0. Facts that only NVIDIA's library NVML states are empty if it is not there.
struct Gpu {
  std::string name;
  std::size_t memory_bytes = 0;
  std::size_t cache_bytes = 0;     ///< last-level cache, which the whole GPU shares
  int ranks = 1;                   ///< ranks that use this GPU
  std::string ecc = {};            ///< error correction of its memory: "on", "off" or empty
  std::optional<int> clock = {};   ///< highest clock of its cores [MHz]
  std::string driver = {};         ///< version of the driver; may be empty
  std::string newest_runtime = {}; ///< newest runtime that the driver can run, as "CUDA 13.0"
};
constexpr auto fields_of(Gpu const*) {
  return kitt::fields(
      field("name", &Gpu::name, "name of the GPU of rank 0"),
      figure("memory_bytes", &Gpu::memory_bytes, "bytes", "memory of the GPU"),
      figure("cache_bytes", &Gpu::cache_bytes, "bytes",
             "last-level cache, which the whole GPU shares"),
      field("ranks", &Gpu::ranks, "number of ranks that use this GPU").at_least(1),
      field("ecc", &Gpu::ecc, "error correction of the memory (ECC); null if unknown")
          .like("^(on|off)$")
          .or_null(),
      figure("clock", &Gpu::clock, "MHz", "highest clock of the cores; null if unknown"),
      field("driver", &Gpu::driver, "version of the driver; null if unknown").or_null(),
      field("newest_runtime", &Gpu::newest_runtime,
            "newest runtime that the driver can run, such as CUDA 13.0; null if unknown")
          .or_null());
}

/// Describes a GPU in a line, as "NVIDIA H200, 140.4 GiB with ECC on, 50 MiB of cache, up to 1980
/// MHz".
std::string describe(Gpu const& gpu);

} // namespace kitt::perf
