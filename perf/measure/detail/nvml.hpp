// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/detail/energy_counters.hpp"
#include "perf/measure/gpu.hpp"

#include <string>

/// \file
/// NVIDIA's library NVML, which is loaded when it is needed.

namespace kitt::perf::detail {

inline constexpr char const* nvml_library = "libnvidia-ml.so.1";

/// Returns the counters of all NVIDIA GPUs of this node. GPUs since Volta have counters.
EnergyCounters nvml_counters(std::string const& library = nvml_library);

/// Adds what NVML states about the GPU with this PCI address. Changes nothing if the library or the
/// GPU is not found.
void add_nvml_facts(Gpu& gpu, std::string const& address,
                    std::string const& library = nvml_library);

} // namespace kitt::perf::detail
