// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"
#include "perf/ceilings/ceilings.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// \file
/// What the model knows of a machine, and its file. All figures are a node's.

namespace kitt::perf {

/// How messages travel between the ranks of pairs.
struct MessageLink {
  double latency_seconds = 0;  ///< of a message of few bytes, one way
  double overhead_seconds = 0; ///< of each message of a window, in the rank that sends it
  double pair_gb_per_s = 0;    ///< of one pair, 10^9 bytes
  double node_gb_per_s = 0;    ///< of all pairs of a node, one way
};
constexpr auto fields_of(MessageLink const*) {
  return kitt::fields(
      figure("latency_seconds", &MessageLink::latency_seconds, "s",
             "latency of a message of few bytes, one way"),
      figure("overhead_seconds", &MessageLink::overhead_seconds, "s",
             "overhead of each message of a window, in the rank that sends it"),
      figure("pair_gb_per_s", &MessageLink::pair_gb_per_s, "GB/s", "bandwidth of one pair")
          .above(0),
      figure("node_gb_per_s", &MessageLink::node_gb_per_s, "GB/s",
             "bandwidth of all pairs of a node, one way")
          .above(0));
}

/// How faces get from rank to rank: a rank's messages go out one after the other, and then all of a
/// node's bytes at the bandwidth of the node, which receives as much at the same time.
struct FaceLink {
  double latency_seconds = 0; ///< of one message
  double gb_per_s = 0;        ///< sent by a node, 10^9 bytes; infinite: no limit
};
constexpr auto fields_of(FaceLink const*) {
  return kitt::fields(
      figure("latency_seconds", &FaceLink::latency_seconds, "s",
             "latency of a message; a rank sends its messages one after the other"),
      figure("gb_per_s", &FaceLink::gb_per_s, "GB/s",
             "bandwidth of a node that sends, and receives as much at the same time")
          .above(0));
}

/// Fractions of peak and of bandwidth that a kernel reaches where each of them binds. Ones are the
/// roofline: an upper bound.
struct KernelFractions {
  double peak = 1;
  double bandwidth = 1;
};
constexpr auto fields_of(KernelFractions const*) {
  return kitt::fields(field("peak_fraction", &KernelFractions::peak,
                            "fraction of the peak that the kernel reaches where the peak binds")
                          .above(0)
                          .at_most(1),
                      field("bandwidth_fraction", &KernelFractions::bandwidth,
                            "fraction of the level's bandwidth, where the bandwidth binds")
                          .above(0)
                          .at_most(1));
}

/// Names of the kernels that the model knows, and kinds of sources of numbers.
std::vector<std::string> hopping_kernels();
std::vector<std::string> source_kinds();

/// A cell that fractions were chosen by: the model's error there says nothing of the model.
struct CalibrationCell {
  std::string table; ///< the record or published table
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

/// Where a number of the file comes from.
struct NumberSource {
  std::string kind; ///< one of source_kinds()
  std::string text;
};
constexpr auto fields_of(NumberSource const*) {
  return kitt::fields(field("kind", &NumberSource::kind, "kind of source").one_of(source_kinds),
                      field("text", &NumberSource::text, "which source, and how").not_empty());
}

/// A level of the memory hierarchy.
struct MachineLevel {
  std::string level;                              ///< "L1", "memory"
  std::optional<std::size_t> capacity_bytes = {}; ///< of all caches of the level; none: memory
  /// Of triad: two streams read, one written, write-allocate traffic not counted.
  double gb_per_s = 0;
};
constexpr auto fields_of(MachineLevel const*) {
  return kitt::fields(
      field("level", &MachineLevel::level, "L1, L2, L3 or memory"),
      field("capacity_bytes", &MachineLevel::capacity_bytes,
            "capacity of all caches of the level; null: memory")
          .at_least(1),
      figure("gb_per_s", &MachineLevel::gb_per_s, "GB/s",
             "bandwidth of triad: two streams read, one written, write-allocate traffic not "
             "counted")
          .above(0));
}

inline constexpr int machine_schema_version = 1; ///< Version of the file.

/// One machine, of equal nodes. `kitt schema machine` prints the schema of its file.
struct Machine {
  int schema_version = machine_schema_version;
  std::string name;
  std::string description;
  int ranks_per_node = 1;
  int threads_per_node = 0;       ///< that peaks and bandwidths are of
  double single_gflops_per_s = 0; ///< a multiply-add counts as two
  double double_gflops_per_s = 0;
  double launch_seconds = 0;                   ///< of starting and ending a kernel on all threads
  std::vector<MachineLevel> levels;            ///< from the smallest to memory
  std::optional<FaceLink> shared_memory;       ///< between ranks of a node; none: not known
  std::optional<FaceLink> network;             ///< between nodes; none: not known
  std::optional<MessageLink> network_messages; ///< pairs of two nodes; none: not known
  std::optional<MessageLink> shared_memory_messages; ///< pairs inside a node; none: not known
  std::map<std::string, KernelFractions> kernels;    ///< by "Wilson", "DWF4", "DWF5"; absent: ones
  std::vector<CalibrationCell> calibrated_on;
  /// Where each number comes from, by its key with those it lies in: "levels.L2", "network",
  /// "kernels.DWF4.peak_fraction".
  std::map<std::string, NumberSource> sources;

  Ceilings ceilings() const; ///< of a level only triad is known
  KernelFractions fractions(std::string const& kernel) const;
  /// The machine with so many of its threads in use: peaks and bandwidths of caches shrink in
  /// proportion; memory, shared by all, stays, as do capacities.
  Machine with_threads(int threads) const;
  bool calibrated_by(CalibrationCell const& cell) const;
};
constexpr auto fields_of(Machine const*) {
  return kitt::fields(
      field("machine_schema_version", &Machine::schema_version, "version of the file")
          .always(machine_schema_version),
      field("name", &Machine::name, "name, as in `kitt model --machine NAME`"),
      field("description", &Machine::description, "what machine it is, for people"),
      field("ranks_per_node", &Machine::ranks_per_node, "ranks on each node, as it is used")
          .at_least(1),
      field("threads_per_node", &Machine::threads_per_node,
            "threads that peaks and bandwidths are of, one for each core")
          .at_least(1),
      figure("single_gflops_per_s", &Machine::single_gflops_per_s, "Gflop/s",
             "multiply-add peak in single precision; a multiply-add counts as two")
          .above(0),
      figure("double_gflops_per_s", &Machine::double_gflops_per_s, "Gflop/s",
             "multiply-add peak in double precision")
          .above(0),
      figure("launch_seconds", &Machine::launch_seconds, "s",
             "time of starting and ending a kernel on all threads"),
      field("levels", &Machine::levels, "levels of memory, from the smallest to memory")
          .not_empty(),
      field("shared_memory", &Machine::shared_memory,
            "how faces travel between ranks of a node; null: not known"),
      field("network", &Machine::network, "how faces travel between nodes; null: not known"),
      field("kernels", &Machine::kernels,
            "fractions that kernels reach; a kernel that is absent reaches all")
          .one_of(hopping_kernels),
      field("calibrated_on", &Machine::calibrated_on,
            "cells that the fractions were chosen by; the model's error on them says nothing of "
            "the model"),
      field("sources", &Machine::sources,
            "where each figure comes from, by its key (levels.L2, kernels.DWF4.peak_fraction)"),
      field("network_messages", &Machine::network_messages,
            "how messages of `kitt p2p` travel between two nodes; absent: not known")
          .or_absent(),
      field("shared_memory_messages", &Machine::shared_memory_messages,
            "how messages of `kitt p2p` travel inside a node; absent: not known")
          .or_absent());
}

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
