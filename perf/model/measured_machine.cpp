// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/model/measured_machine.hpp"

#include "core/base/error.hpp"

#include <filesystem>
#include <fmt/format.h>

namespace kitt::perf {

Machine measured_machine(MachineFindings const& findings) {
  Machine machine;
  machine.name = findings.name;
  machine.description = findings.description;
  machine.ranks_per_node = findings.ranks_per_node;
  machine.ceilings = findings.ceilings;
  machine.launch_seconds = findings.launch_seconds;
  for (auto const* key : {"single_gflops_per_s", "double_gflops_per_s", "launch_seconds"})
    machine.sources[key] = {"measured", findings.how};
  for (auto const& level : findings.ceilings.levels)
    machine.sources["levels." + level.level] = {"measured", findings.how + ", triad"};
  return machine;
}

void add_face_links(Machine& machine, std::string const& halo_record) {
  auto const transfers = read_halo_transfers(halo_record);
  machine.shared_memory = fit_transfers(transfers.inside);
  machine.network = fit_transfers(transfers.between);
  KITT_VALIDATE(
      machine.shared_memory || machine.network,
      fmt::format("{} says nothing of faces (no two sizes were measured that went one way "
                  "alone): write it with `kitt halo` on two ranks or more",
                  halo_record));
  NumberSource const source{
      "measured", fmt::format("least squares of messages x latency + bytes / bandwidth over the "
                              "halo cells of {}",
                              std::filesystem::path(halo_record).filename().string())};
  if (machine.shared_memory)
    machine.sources["shared_memory"] = source;
  if (machine.network)
    machine.sources["network"] = source;
}

} // namespace kitt::perf
