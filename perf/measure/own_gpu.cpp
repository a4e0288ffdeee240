// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/measure/own_gpu.hpp"

#include "comms/node/systems.hpp"
#include "core/backend/backend_traits.hpp"
#include "perf/measure/detail/nvml.hpp"

namespace kitt::perf {

std::optional<Gpu> gpu_of_first_rank(comms::Communicator const& world) {
  auto const device = device_of(ExecutionSpace());
  if (!device)
    return std::nullopt;
  auto const gpus = world.gather(device->address);
  Gpu gpu{.name = device->name,
          .memory_bytes = device->memory_bytes,
          .cache_bytes = device->cache_bytes,
          .ranks = comms::ranks_on_gpu(world.places(), gpus, 0)};
  if (world.rank() == 0)
    detail::add_nvml_facts(gpu, device->address);
  return gpu;
}

} // namespace kitt::perf
