// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "perf/measure/gpu.hpp"

#include <optional>

namespace kitt::perf {

/// Returns the GPU on which kernels of rank 0 run; empty if they run on the CPU. Requires that
/// Kokkos has started. Collective.
std::optional<Gpu> gpu_of_first_rank(comms::Communicator const& world);

} // namespace kitt::perf
