// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/model/transfer_check.hpp"

#include "core/base/error.hpp"
#include "miniapp/benchmarks/halo/halo_cell.hpp"
#include "miniapp/benchmarks/p2p/message_cell.hpp"
#include "miniapp/model/message_link.hpp"
#include "miniapp/model/transfer_fit.hpp"
#include "perf/record/record.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

constexpr char const* between_nodes = "between-nodes";
constexpr char const* inside_node = "inside-node";

/// Returns whether a number whose key begins with `key` in the machine file was made from a given
/// table or record.
bool made_of(perf::Machine const& machine, std::string const& key, std::string const& table) {
  auto const name = std::filesystem::path(table).filename().string();
  return std::any_of(machine.sources.begin(), machine.sources.end(), [&](auto const& entry) {
    return entry.first.starts_with(key) && entry.second.text.find(name) != std::string::npos;
  });
}

void add_messages(std::vector<TransferError>& errors, perf::Machine const& machine,
                  perf::Results const& measured, std::vector<MessageCell> const& cells) {
  for (auto const& cell : cells) {
    bool const between = cell.placement == between_nodes;
    auto const& link = between ? machine.network_messages : machine.shared_memory_messages;
    auto const seconds = link ? predicted_seconds(*link, cell) : std::nullopt;
    if (!seconds)
      continue;
    std::vector<MessageCell> alike;
    for (auto const& other : cells)
      if (other.placement == cell.placement)
        alike.push_back(other);
    auto const* const key = between ? "network_messages" : "shared_memory_messages";
    errors.push_back(
        {.table = measured.name,
         .measured_on = measured.title,
         .pattern = cell.pattern,
         .placement = cell.placement,
         .bytes = cell.bytes,
         .window = cell.window,
         .pairs = cell.pairs,
         .moved_bytes = static_cast<double>(cell.messages) * static_cast<double>(cell.bytes),
         .measured_seconds = cell.seconds.median,
         .predicted_seconds = *seconds,
         .calibrated = is_fitted(cell, alike) && made_of(machine, key, measured.name)});
  }
}

void add_exchanges(std::vector<TransferError>& errors, perf::Machine const& machine,
                   perf::Results const& measured, perf::RunRecord const& record) {
  auto const& configuration = record.head().at("configuration");
  auto const ranks = configuration.at("ranks_per_node").get<int>();
  for (auto const& cell : record.cells_of<HaloCell>()) {
    auto const travelled = halo_transfer(cell, configuration.at("nodes").get<int>(), ranks);
    if (!travelled)
      continue;
    auto const& [between, transfer] = *travelled;
    auto const& link = between ? machine.network : machine.shared_memory;
    if (!link)
      continue;
    errors.push_back(
        {.table = measured.name,
         .measured_on = measured.title,
         .pattern = halo_kernel(cell) + ' ' + cell.directions,
         .placement = between ? between_nodes : inside_node,
         .bytes = static_cast<std::int64_t>(cell.face_bytes),
         .window = static_cast<std::int64_t>(transfer.starts),
         .pairs = ranks,
         .moved_bytes = transfer.bytes,
         .measured_seconds = transfer.seconds,
         .predicted_seconds =
             transfer.starts * link->latency_seconds + transfer.bytes / link->gb_per_s * 1e-9,
         .calibrated = made_of(machine, between ? "network" : "shared_memory", measured.name)});
  }
}

void add_latency(std::vector<TransferError>& errors, perf::Machine const& machine,
                 perf::Results const& measured) {
  for (auto const& figure : measured.figures)
    if (figure.benchmark == "latency" && machine.network_messages)
      errors.push_back({.table = measured.name,
                        .measured_on = measured.title,
                        .pattern = "latency",
                        .placement = between_nodes,
                        .measured_seconds = figure.mean * 1e-6,
                        .predicted_seconds = machine.network_messages->latency_seconds,
                        .calibrated = made_of(machine, "network_messages", measured.name)});
}

} // namespace

std::vector<MessageCell> predicted_messages(perf::Machine const& machine) {
  KITT_VALIDATE(machine.network_messages,
                fmt::format("machine {} has no figures for messages between nodes (it has no "
                            "\"network_messages\"): measure them with `kitt p2p`, and add its "
                            "record with `kitt machine --write FILE --p2p RECORD`",
                            machine.name));
  return predicted_cells(*machine.network_messages,
                         std::max(machine.ranks_per_node, machine.threads_per_node));
}

std::vector<TransferError> transfer_errors(perf::Machine const& machine,
                                           perf::Results const& measured) {
  std::vector<TransferError> errors;
  if (measured.published) {
    add_latency(errors, machine, measured);
    return errors;
  }
  auto const record = perf::RunRecord::read(perf::results_file(measured.name));
  add_messages(errors, machine, measured, record.cells_of<MessageCell>());
  add_exchanges(errors, machine, measured, record);
  return errors;
}

} // namespace kitt::miniapp
