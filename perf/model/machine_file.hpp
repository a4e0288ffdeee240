// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/ceilings/ceilings.hpp"
#include "perf/model/message_link.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// \file
/// What the model knows of a machine, and its file (perf/schema/kitt-machine-1.schema.json). All
/// figures are a node's.

namespace kitt::perf {

/// How faces get from rank to rank: a rank's messages go out one after the other, and then all of a
/// node's bytes at the bandwidth of the node, which receives as much at the same time.
struct FaceLink {
  double latency_seconds = 0; ///< of one message
  double gb_per_s = 0;        ///< sent by a node, 10^9 bytes; infinite: no limit
};
constexpr auto fields_of(FaceLink const*) {
  return kitt::fields(field("latency_seconds", &FaceLink::latency_seconds),
                      field("gb_per_s", &FaceLink::gb_per_s));
}

/// Fractions of peak and of bandwidth that a kernel reaches where each of them binds. Ones are the
/// roofline: an upper bound.
struct KernelFractions {
  double peak = 1;
  double bandwidth = 1;
};
constexpr auto fields_of(KernelFractions const*) {
  return kitt::fields(field("peak_fraction", &KernelFractions::peak),
                      field("bandwidth_fraction", &KernelFractions::bandwidth));
}

/// A cell that fractions were chosen by: the model's error there says nothing of the model.
struct CalibrationCell {
  std::string table; ///< the record or published table
  std::string kernel;
  int l = 0;
  int nodes = 1;

  bool operator==(CalibrationCell const&) const = default;
};
constexpr auto fields_of(CalibrationCell const*) {
  return kitt::fields(field("table", &CalibrationCell::table),
                      field("kernel", &CalibrationCell::kernel), field("l", &CalibrationCell::l),
                      field("nodes", &CalibrationCell::nodes));
}

/// Where a number of the file comes from.
struct NumberSource {
  std::string kind; ///< "measured", "published", "data sheet", "calibrated" or "estimate"
  std::string text;
};
constexpr auto fields_of(NumberSource const*) {
  return kitt::fields(field("kind", &NumberSource::kind), field("text", &NumberSource::text));
}

/// One machine, of equal nodes.
struct Machine {
  std::string name;
  std::string description;
  int ranks_per_node = 1;
  /// Peaks, levels and how many threads they are of; of a level only triad is known: two streams
  /// read, one written, write-allocate traffic not counted.
  Ceilings ceilings;
  double launch_seconds = 0;                   ///< of starting and ending a kernel on all threads
  std::optional<FaceLink> shared_memory;       ///< between ranks of a node; none: not known
  std::optional<FaceLink> network;             ///< between nodes; none: not known
  std::optional<MessageLink> network_messages; ///< pairs of two nodes; none: not known
  std::optional<MessageLink> shared_memory_messages; ///< pairs inside a node; none: not known
  std::map<std::string, KernelFractions> kernels;    ///< by "Wilson", "DWF4", "DWF5"; absent: ones
  std::vector<CalibrationCell> calibrated_on;
  /// Where each number comes from, by its key with those it lies in: "levels.L2", "network",
  /// "kernels.DWF4.peak_fraction".
  std::map<std::string, NumberSource> sources;

  KernelFractions fractions(std::string const& kernel) const;
  /// The machine with so many of its threads in use: peaks and bandwidths of caches shrink in
  /// proportion; memory, shared by all, stays, as do capacities.
  Machine with_threads(int threads) const;
  bool calibrated_by(CalibrationCell const& cell) const;
};

/// The file's text and back. Throws UserError naming `origin` where it is no machine file or holds
/// what cannot be: no levels, bandwidths or peaks that are not positive, capacities that do not
/// grow, fractions outside (0, 1], a number without a source.
std::string to_text(Machine const& machine);
Machine machine_from_text(std::string const& text, std::string const& origin);

/// The file of one that comes with KITT, by its name, or of one by its path. Throws UserError.
std::filesystem::path machine_path(std::string const& name_or_path);

/// What is in that file. Throws UserError.
Machine load_machine(std::string const& name_or_path);
/// Names of those that come with KITT.
std::vector<std::string> shipped_machine_names();

} // namespace kitt::perf
