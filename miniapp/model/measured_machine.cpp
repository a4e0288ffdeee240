// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/model/measured_machine.hpp"

#include "core/base/error.hpp"
#include "miniapp/benchmarks/p2p/message_cell.hpp"
#include "miniapp/model/message_link.hpp"
#include "perf/record/record.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <limits>

namespace kitt::miniapp {

perf::Machine measured_machine(MachineFindings const& findings) {
  perf::Machine machine;
  machine.name = findings.name;
  machine.description = findings.description;
  machine.ranks_per_node = findings.ranks_per_node;
  auto const& ceilings = findings.ceilings;
  machine.threads_per_node = ceilings.threads;
  machine.single_gflops_per_s = ceilings.single_gflops_per_s;
  machine.double_gflops_per_s = ceilings.double_gflops_per_s;
  machine.launch_seconds = findings.launch_seconds;
  for (auto const* key : {"single_gflops_per_s", "double_gflops_per_s", "launch_seconds"})
    machine.sources[key] = {"measured", findings.how};
  for (auto const& level : ceilings.levels) {
    bool const is_cache = level.capacity_bytes != std::numeric_limits<std::size_t>::max();
    machine.levels.push_back({level.level,
                              is_cache ? std::optional(level.capacity_bytes) : std::nullopt,
                              level.triad_gb_per_s});
    machine.sources["levels." + level.level] = {"measured", findings.how + ", triad"};
  }
  return machine;
}

void add_face_links(perf::Machine& machine, std::string const& halo_record) {
  auto const transfers = read_halo_transfers(halo_record);
  machine.shared_memory = fit_transfers(transfers.inside);
  machine.network = fit_transfers(transfers.between);
  KITT_VALIDATE(machine.shared_memory || machine.network,
                fmt::format("{} has no halo exchanges that KITT can use (it needs two sizes, of "
                            "which the larger takes longer, with all messages inside nodes or all "
                            "between nodes): write a record with `kitt halo` on two ranks or more",
                            halo_record));
  perf::NumberSource const source{
      "measured",
      fmt::format(
          "least squares of messages x latency + bytes / bandwidth over the halo cells of {}",
          std::filesystem::path(halo_record).filename().string())};
  if (machine.shared_memory)
    machine.sources["shared_memory"] = source;
  if (machine.network)
    machine.sources["network"] = source;
}

namespace {

std::vector<MessageCell> placed(std::vector<MessageCell> cells, std::string const& placement) {
  std::erase_if(cells, [&](auto const& cell) { return cell.placement != placement; });
  return cells;
}

void add_sources(perf::Machine& machine, std::string const& key, std::string const& record) {
  auto const file = std::filesystem::path(record).filename().string();
  auto const source = [&](char const* number, char const* how) {
    machine.sources[key + number] = {"measured", fmt::format("{} of {}", how, file)};
  };
  source(".latency_seconds", "half of the smallest ping-pong of one pair");
  source(".overhead_seconds", "the smallest one-way window of one pair");
  source(".pair_gb_per_s", "the fastest one-way window of one pair");
  source(".node_gb_per_s", "the fastest one-way window of any number of pairs");
}

} // namespace

void add_message_links(perf::Machine& machine, std::string const& p2p_record) {
  auto const cells = perf::RunRecord::read(p2p_record).cells_of<MessageCell>();
  machine.network_messages = fit_messages(placed(cells, "between-nodes"));
  machine.shared_memory_messages = fit_messages(placed(cells, "inside-node"));
  KITT_VALIDATE(machine.network_messages || machine.shared_memory_messages,
                fmt::format("{} has no messages that KITT can use (it needs ping-pong and one-way "
                            "of one pair): write a record with `kitt p2p` on two ranks or more",
                            p2p_record));
  if (machine.network_messages)
    add_sources(machine, "network_messages", p2p_record);
  if (machine.shared_memory_messages)
    add_sources(machine, "shared_memory_messages", p2p_record);
}

} // namespace kitt::miniapp
