// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"
#include "perf/ceilings/ceilings.hpp"
#include "perf/json/document_version.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// \file
/// What the model knows about a machine, and the file that holds it. All figures are per node.

namespace kitt::perf {

/// Speed of point-to-point messages between pairs of ranks.
struct MessageLink {
  double latency_seconds = 0;  ///< one-way latency of a message of a few bytes
  double overhead_seconds = 0; ///< overhead of each message of a window, in the rank that sends it
  double pair_gb_per_s = 0;    ///< bandwidth of one pair, 10^9 bytes per second
  double node_gb_per_s = 0;    ///< bandwidth of all pairs of a node together, one way
};
constexpr auto fields_of(MessageLink const*) {
  return kitt::fields(
      figure("latency_seconds", &MessageLink::latency_seconds, "s",
             "one-way latency of a message of a few bytes"),
      figure("overhead_seconds", &MessageLink::overhead_seconds, "s",
             "overhead of each message of a window, in the rank that sends it"),
      figure("pair_gb_per_s", &MessageLink::pair_gb_per_s, "GB/s", "bandwidth of one pair")
          .above(0),
      figure("node_gb_per_s", &MessageLink::node_gb_per_s, "GB/s",
             "bandwidth of all pairs of a node together, one way")
          .above(0));
}

/// Speed of halo exchanges between ranks. The messages of a rank start one after the other. When
/// the messages have started, all bytes of a node travel at the bandwidth of the node, which
/// receives equally many bytes at the same time.
struct FaceLink {
  double latency_seconds = 0; ///< latency of one message
  /// Rate at which a node sends, 10^9 bytes per second; infinite means no limit.
  double gb_per_s = 0;
};
constexpr auto fields_of(FaceLink const*) {
  return kitt::fields(figure("latency_seconds", &FaceLink::latency_seconds, "s",
                             "latency of a message; a rank sends its messages one after the other"),
                      figure("gb_per_s", &FaceLink::gb_per_s, "GB/s",
                             "bandwidth at which a node sends while it receives equally many bytes")
                          .above(0));
}

/// Fractions of peak and bandwidth that a kernel reaches. Each fraction applies where its ceiling
/// limits the kernel. Fractions of 1 are the roofline, an upper bound.
struct KernelFractions {
  double peak = 1;
  double bandwidth = 1;
};
constexpr auto fields_of(KernelFractions const*) {
  return kitt::fields(
      field("peak_fraction", &KernelFractions::peak,
            "fraction of the peak that the kernel reaches where the peak limits it")
          .above(0)
          .at_most(1),
      field(
          "bandwidth_fraction", &KernelFractions::bandwidth,
          "fraction of the level's bandwidth that the kernel reaches where the bandwidth limits it")
          .above(0)
          .at_most(1));
}

/// Return the names of the kernels that the model knows, and the kinds of sources of numbers.
std::vector<std::string> hopping_kernels();
std::vector<std::string> source_kinds();

/// A measured cell that was used to choose fractions. The model's error on this cell does not test
/// the model.
struct CalibrationCell {
  std::string table; ///< name of the record or published table
  std::string kernel;
  int l = 0;
  int nodes = 1;

  bool operator==(CalibrationCell const&) const = default;
};
constexpr auto fields_of(CalibrationCell const*) {
  return kitt::fields(field("table", &CalibrationCell::table, "record, or published:NAME"),
                      field("kernel", &CalibrationCell::kernel, "kernel of the hopping term")
                          .one_of(hopping_kernels),
                      field("l", &CalibrationCell::l, "L of the cell").at_least(1),
                      field("nodes", &CalibrationCell::nodes, "number of nodes").at_least(1));
}

/// Source of one number in the machine file.
struct NumberSource {
  std::string kind; ///< kind of the source, one of source_kinds()
  std::string text;
};
constexpr auto fields_of(NumberSource const*) {
  return kitt::fields(field("kind", &NumberSource::kind, "kind of source").one_of(source_kinds),
                      field("text", &NumberSource::text,
                            "name of the source, and how the number was obtained from it")
                          .not_empty());
}

/// One level of the memory hierarchy.
struct MachineLevel {
  std::string level; ///< "L1", "memory"
  /// Capacity of all caches of the level together; empty for memory.
  std::optional<std::size_t> capacity_bytes = {};
  /// Bandwidth of triad, 10^9 bytes per second: two streams read, one written. Write-allocate
  /// traffic is not counted.
  double gb_per_s = 0;
};
constexpr auto fields_of(MachineLevel const*) {
  return kitt::fields(
      field("level", &MachineLevel::level, "L1, L2, L3 or memory"),
      field("capacity_bytes", &MachineLevel::capacity_bytes,
            "capacity of all caches of the level together; null for memory")
          .at_least(1),
      figure(
          "gb_per_s", &MachineLevel::gb_per_s, "GB/s",
          "bandwidth of triad: two streams read, one written, write-allocate traffic not counted")
          .above(0));
}

/// A machine with equal nodes. `kitt schema machine` prints the schema of its file.
struct Machine {
  std::string name;
  std::string description;
  int ranks_per_node = 1;
  int threads_per_node = 0;       ///< number of threads that peaks and bandwidths refer to
  double single_gflops_per_s = 0; ///< peak in single precision; a multiply-add counts as two flops
  double double_gflops_per_s = 0;
  double launch_seconds = 0;        ///< time of starting and ending a kernel on all threads
  std::vector<MachineLevel> levels; ///< memory levels, from the smallest cache to memory
  /// Halo exchange between ranks of a node; empty if unknown.
  std::optional<FaceLink> shared_memory;
  std::optional<FaceLink> network; ///< halo exchange between nodes; empty if unknown
  /// Messages between pairs on two nodes; empty if unknown.
  std::optional<MessageLink> network_messages;
  /// Messages between pairs inside a node; empty if unknown.
  std::optional<MessageLink> shared_memory_messages;
  /// Fractions of each kernel ("Wilson", "DWF4", "DWF5"); an absent kernel has fractions of 1.
  std::map<std::string, KernelFractions> kernels;
  std::vector<CalibrationCell> calibrated_on;
  /// Source of each number. The key is the path of the number in the file: "levels.L2", "network",
  /// "kernels.DWF4.peak_fraction".
  std::map<std::string, NumberSource> sources;

  /// Returns the ceilings. Only the triad bandwidth of each level is known.
  Ceilings ceilings() const;
  KernelFractions fractions(std::string const& kernel) const;
  /// Returns the machine with only `threads` of its threads in use. Peaks and cache bandwidths
  /// shrink in proportion. Capacities, and the bandwidth of memory, which all threads share, do not
  /// change.
  Machine with_threads(int threads) const;
  bool calibrated_by(CalibrationCell const& cell) const;
};
constexpr auto fields_of(Machine const*) {
  return kitt::fields(
      version_field<Machine>("machine_schema_version"),
      field("name", &Machine::name, "name, as in `kitt model --machine NAME`"),
      field("description", &Machine::description, "description of the machine, for people"),
      field("ranks_per_node", &Machine::ranks_per_node, "number of ranks on each node").at_least(1),
      field("threads_per_node", &Machine::threads_per_node,
            "number of threads (one per core) that peaks and bandwidths refer to")
          .at_least(1),
      figure("single_gflops_per_s", &Machine::single_gflops_per_s, "Gflop/s",
             "multiply-add peak in single precision; a multiply-add counts as two flops")
          .above(0),
      figure("double_gflops_per_s", &Machine::double_gflops_per_s, "Gflop/s",
             "multiply-add peak in double precision")
          .above(0),
      figure("launch_seconds", &Machine::launch_seconds, "s",
             "time of starting and ending a kernel on all threads"),
      field("levels", &Machine::levels,
            "levels of the memory hierarchy, from the smallest cache to memory")
          .not_empty(),
      field("shared_memory", &Machine::shared_memory,
            "halo exchange between ranks of a node; null if unknown"),
      field("network", &Machine::network, "halo exchange between nodes; null if unknown"),
      field("kernels", &Machine::kernels,
            "fractions of the ceilings that kernels reach; 1 for a kernel that is absent")
          .one_of(hopping_kernels),
      field("calibrated_on", &Machine::calibrated_on,
            "cells that were used to choose the fractions; the model's error there does not test "
            "the model"),
      field("sources", &Machine::sources,
            "where each figure comes from, by its key (levels.L2, kernels.DWF4.peak_fraction)"),
      field("network_messages", &Machine::network_messages,
            "messages of `kitt p2p` between two nodes; absent if unknown")
          .or_absent(),
      field("shared_memory_messages", &Machine::shared_memory_messages,
            "messages of `kitt p2p` inside a node; absent if unknown")
          .or_absent());
}

/// Convert a machine to the text of its file and back. machine_from_text() throws UserError, naming
/// `origin`, if the text is not a machine file or holds impossible values: no levels, bandwidths or
/// peaks that are not positive, capacities that do not grow, fractions outside (0, 1], or a number
/// without a source.
std::string to_text(Machine const& machine);
Machine machine_from_text(std::string const& text, std::string const& origin);

/// Returns the path of a machine file, given its path or the name of a machine that comes with
/// KITT. Throws UserError if the file does not exist.
std::filesystem::path machine_path(std::string const& name_or_path);

/// Reads a machine file, given its path or the name of a machine that comes with KITT. Throws
/// UserError if the file cannot be read.
Machine load_machine(std::string const& name_or_path);
/// Returns the names of the machines that come with KITT.
std::vector<std::string> shipped_machine_names();

} // namespace kitt::perf
