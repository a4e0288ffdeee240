// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/cells.hpp"

#include <algorithm>

namespace kitt::perf {

std::string application_name(std::optional<HoppingApplication> const& application) {
  if (!application)
    return "";
  auto const& [parity, dagger] = *application;
  auto const sites = parity == "both" ? "both parities" : parity + " parity";
  if (dagger == "no")
    return " (" + sites + ')';
  return parity == "odd" ? " (daggered)" : " (" + sites + ", daggered)";
}

void add_application(CellKey& key, std::optional<HoppingApplication> const& application) {
  if (!application)
    return;
  key.parameters["parity"] = application->parity;
  key.parameters["dagger"] = application->dagger;
}

std::optional<HoppingApplication> application_of(CellKey const& key) {
  if (!key.parameters.contains("parity"))
    return std::nullopt;
  return HoppingApplication{.parity = key.text("parity"), .dagger = key.text("dagger")};
}

CellKey key_of(HoppingCell const& cell) {
  auto key = lattice_key(cell.kernel, cell.l, cell.ls, cell.precision, cell.variant);
  add_application(key, cell.application);
  return key;
}

CellKey key_of(MemoryCell const& cell) {
  auto key = lattice_key(cell.kernel, cell.l, 1, cell.precision, "");
  if (cell.asked_bytes > 0) { // the size was given in bytes
    key.parameters.erase("l");
    key.parameters.erase("ls");
    key.parameters["bytes"] = cell.asked_bytes;
  }
  return key;
}

namespace {
HaloRate rate(double bytes, Statistics const& seconds) {
  auto const megabytes = bytes * 1e-6;
  return {.median = megabytes / seconds.median,
          .standard_error = megabytes * seconds.standard_error / (seconds.mean * seconds.mean),
          .minimum = megabytes / seconds.maximum,
          .maximum = megabytes / seconds.minimum};
}
} // namespace

HaloRate one_way(HaloCell const& cell) {
  return rate(static_cast<double>(cell.bytes_per_node), cell.seconds);
}

HaloRate both_ways(HaloCell const& cell) {
  return rate(2 * static_cast<double>(cell.bytes_per_node), cell.seconds);
}

std::optional<double> launch_share(MemoryCell const& cell) {
  if (cell.launch_seconds <= 0)
    return std::nullopt;
  return std::min(1.0, cell.launch_seconds / cell.seconds.median);
}

std::optional<double> gb_per_s_per_node_without_launch(MemoryCell const& cell) {
  constexpr double most = 0.8; // above it the rest is a difference of two almost equal times
  auto const share = launch_share(cell);
  if (!share || *share > most)
    return std::nullopt;
  return cell.gb_per_s_per_node / (1 - *share);
}

std::string halo_variant(HaloWay const& way) {
  return way.directions + '/' + way.transport;
}

HaloWay halo_way(std::string const& variant) {
  auto const slash = variant.find('/');
  return {variant.substr(0, slash),
          slash == std::string::npos ? std::string() : variant.substr(slash + 1)};
}

CellKey key_of(HaloCell const& cell) {
  return lattice_key(halo_kernel, cell.l, cell.ls, cell.precision,
                     halo_variant({cell.directions, cell.transport}));
}

CellKey key_of(Cell const& cell) {
  return std::visit(
      [](auto const& kind) {
        if constexpr (requires { kind.key; })
          return kind.key;
        else
          return key_of(kind);
      },
      cell);
}

} // namespace kitt::perf
