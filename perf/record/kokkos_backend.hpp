// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace kitt::perf {

/// Returns true if kernels of a run were on a GPU. `kokkos_backend` is the name in its record, such
/// as "Cuda on NVIDIA H200".
inline bool is_on_gpu(std::string_view kokkos_backend) {
  constexpr std::array<std::string_view, 3> gpus{"Cuda", "HIP", "SYCL"};
  return std::ranges::find(gpus, kokkos_backend.substr(0, kokkos_backend.find(' '))) != gpus.end();
}

} // namespace kitt::perf
