// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/model/transfer_fit.hpp"

#include "comms/ranks/message_transport.hpp"
#include "perf/json/json_words.hpp"
#include "perf/record/record.hpp"

#include <algorithm>

namespace kitt::miniapp {

std::optional<perf::FaceLink> fit_transfers(std::span<Transfer const> transfers) {
  // Minimises the sum of (a x + b y - 1)^2 with x = starts / seconds, y = bytes / seconds.
  double xx = 0, xy = 0, yy = 0, x1 = 0, y1 = 0;
  for (auto const& transfer : transfers) {
    auto const x = transfer.starts / transfer.seconds;
    auto const y = transfer.bytes / transfer.seconds;
    xx += x * x;
    xy += x * y;
    yy += y * y;
    x1 += x;
    y1 += y;
  }
  auto const determinant = xx * yy - xy * xy;
  if (determinant <= 1e-12 * xx * yy)
    return std::nullopt;
  auto latency = (x1 * yy - y1 * xy) / determinant;
  auto seconds_per_byte = (y1 * xx - x1 * xy) / determinant;
  if (latency < 0) {
    latency = 0;
    seconds_per_byte = y1 / yy;
  }
  if (seconds_per_byte <= 0)
    return std::nullopt;
  return perf::FaceLink{latency, 1e-9 / seconds_per_byte};
}

std::optional<HaloTransfer> halo_transfer(HaloCell const& cell, int nodes, int ranks_per_node) {
  auto const all_of_node = [&](std::size_t bytes) {
    return Transfer{static_cast<double>(bytes / cell.face_bytes),
                    static_cast<double>(bytes) * ranks_per_node, cell.seconds.median};
  };
  bool const shared = cell.transport == kitt::to_string(comms::Transport::shm);
  if (shared && cell.bytes_by_messages == 0)
    return HaloTransfer{false, all_of_node(cell.bytes_by_shared_memory)};
  if (nodes > 1 && cell.bytes_by_shared_memory == 0 && (shared || ranks_per_node == 1))
    return HaloTransfer{true, all_of_node(cell.bytes_by_messages)};
  return std::nullopt;
}

HaloTransfers halo_transfers(std::span<HaloCell const> cells, int nodes, int ranks_per_node) {
  HaloTransfers result;
  for (auto const& cell : cells)
    if (auto const found = halo_transfer(cell, nodes, ranks_per_node))
      (found->between_nodes ? result.between : result.inside).push_back(found->transfer);
  return result;
}

HaloTransfers read_halo_transfers(std::filesystem::path const& record) {
  auto const run = perf::RunRecord::read(record);
  auto const& configuration = run.head().at("configuration");
  return halo_transfers(run.cells_of<HaloCell>(), configuration.at("nodes").get<int>(),
                        configuration.at("ranks_per_node").get<int>());
}

} // namespace kitt::miniapp
