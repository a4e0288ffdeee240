// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/binding.hpp"
#include "comms/node/topology.hpp"
#include "comms/ranks/process_grid.hpp"
#include "comms/ranks/simulation.hpp"
#include "core/halo/travel.hpp"
#include "perf/ceilings/precision.hpp"
#include "perf/record/memory_found.hpp"
#include "perf/record/rank_binding.hpp"
#include "perf/record/run_environment.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kitt::perf {

/// Where a result comes from.
struct Provenance {
  std::vector<std::string> command_line;
  std::string time; ///< ISO 8601, UTC
  std::string kitt_version;
  std::string git_commit;
  std::string compiler;
  std::string compiler_flags;
  std::string build_type;
  std::string kokkos_version;
  std::string kokkos_backend; ///< default execution space: "OpenMP"
  std::string kokkos_kernels_version;
  std::string mpi_version;
  std::string message_transport = {}; ///< what MPI moves messages with; empty: it does not tell
  std::vector<std::string> hostnames; ///< one per node
  std::string label = {};             ///< the user's own words for this run; empty: none
};
/// A record has "resumed" beside them: when, how and where later runs went on.
constexpr auto fields_of(Provenance const*) {
  return kitt::fields(
      field("label", &Provenance::label).or_null().since_later(), field("time", &Provenance::time),
      field("command_line", &Provenance::command_line), field("hostnames", &Provenance::hostnames),
      field("kitt_version", &Provenance::kitt_version),
      field("git_commit", &Provenance::git_commit), field("compiler", &Provenance::compiler),
      field("compiler_flags", &Provenance::compiler_flags),
      field("build_type", &Provenance::build_type),
      field("kokkos_version", &Provenance::kokkos_version),
      field("kokkos_backend", &Provenance::kokkos_backend),
      field("kokkos_kernels_version", &Provenance::kokkos_kernels_version),
      field("mpi_version", &Provenance::mpi_version),
      field("message_transport", &Provenance::message_transport).or_null().since_later());
}

/// Options with which the user read a gauge file. Texts are the words of the options.
struct GaugeFileReading {
  std::vector<std::string> accepted; ///< statements that were allowed to differ
  std::string phases_removed;
  std::string boundary_in_links;
  std::optional<Extents> extents;    ///< empty if the file's own are used
  std::optional<int> file_precision; ///< bits; empty if the file's own are used
};
constexpr auto fields_of(GaugeFileReading const*) {
  return kitt::fields(field("accepted", &GaugeFileReading::accepted),
                      field("phases_removed", &GaugeFileReading::phases_removed),
                      field("boundary_in_links", &GaugeFileReading::boundary_in_links),
                      field("extents", &GaugeFileReading::extents),
                      field("file_precision", &GaugeFileReading::file_precision));
}

/// What was run: as found where the system decides (ranks, threads, binding, pages), as asked where
/// the user does. A resumed run must have the same.
struct Configuration {
  std::string benchmark; ///< the command: "itt", "dslash", "memory", "machine"
  int ranks = 1;
  int nodes = 1;
  int ranks_per_node = 1;
  int threads_per_rank = 1;
  int lanes_single = 1;
  int lanes_double = 1;
  comms::Binding binding;                      ///< rank 0's, with the warnings of all
  std::vector<RankBinding> rank_bindings = {}; ///< every rank's
  std::optional<comms::RankGrid> grid = {}; ///< ranks per direction; none: no lattice is shared out
  std::optional<comms::RankGrid> node_block = {}; ///< those of one node
  std::string huge_pages;          ///< as asked: "none", "madvise", "explicit", "explicit-1g"
  std::string first_touch = "own"; ///< as asked: "own", "one", "interleave"
  std::size_t page_bytes = 0;      ///< the system's default page
  std::uint64_t seed = 0;
  Precision precision = Precision::single_precision;
  int ls = 16;
  std::string gauge;                               ///< "hot", "unit", "weak" or a file's path
  std::optional<GaugeFileReading> gauge_file = {}; ///< empty if there was no gauge file
  std::string boundary;
  std::string volume_convention; ///< whose volume is given: "per node", "per rank", "whole job"
  std::string scaling = "weak";  ///< "weak" or "strong"
  std::optional<Extents> global_volume = {}; ///< where that is what is given
  std::string transport = "shm";             ///< as asked: "mpi", "shm"
  Travel comms_precision = Travel::same;
  std::string strategy = "both"; ///< "sequential", "overlap", "both"
  int comms_threads = 0;         ///< of threads_per_rank
  int flops_per_site = 1344;
  double minimum_seconds = 0.5; ///< per cell
  std::size_t minimum_samples = 10;
  std::string tune = "off"; ///< how the tuned variant is chosen: "off", "quick", "full"
  std::string energy_source = "not available";           ///< "powercap", "perf"
  NamedTexts environment = {};                           ///< rank 0's variables_that_matter()
  NamedTexts mpi_protocol = {};                          ///< rank 0's comms::message_limits()
  std::optional<comms::SimulatedMachine> simulated = {}; ///< none: a real machine
};
constexpr auto fields_of(Configuration const*) {
  return kitt::fields(
      field("benchmark", &Configuration::benchmark), field("ranks", &Configuration::ranks),
      field("nodes", &Configuration::nodes),
      field("ranks_per_node", &Configuration::ranks_per_node),
      field("threads_per_rank", &Configuration::threads_per_rank),
      field("lanes/single", &Configuration::lanes_single),
      field("lanes/double", &Configuration::lanes_double),
      field("binding", &Configuration::binding),
      field("rank_bindings", &Configuration::rank_bindings).since_later(),
      field("grid", &Configuration::grid).since_later(),
      field("node_block", &Configuration::node_block).since_later(),
      field("pages/huge_pages_asked", &Configuration::huge_pages),
      field("pages/page_bytes", &Configuration::page_bytes),
      field("pages/first_touch", &Configuration::first_touch).since_later(),
      derived("pages/huge_page_bytes_obtained", // the record notes them as they are found
              [](Configuration const&) { return std::optional<std::size_t>(); }),
      derived("pages/sizes_obtained",
              [](Configuration const&) { return std::vector<BytesOnPages>(); })
          .since_later(),
      derived("pages/shared_sizes_obtained",
              [](Configuration const&) { return std::vector<BytesOnPages>(); })
          .since_later(),
      derived("pages/domains_obtained",
              [](Configuration const&) { return std::vector<BytesInDomain>(); })
          .since_later(),
      field("seed", &Configuration::seed), field("precision", &Configuration::precision),
      field("ls", &Configuration::ls), field("gauge", &Configuration::gauge),
      field("gauge_file", &Configuration::gauge_file).or_absent(),
      field("boundary", &Configuration::boundary),
      field("conventions/volume", &Configuration::volume_convention),
      field("conventions/flops_per_site", &Configuration::flops_per_site),
      derived("conventions/mflops_per_node_uses",
              [](Configuration const&) { return std::string("median"); }),
      derived("conventions/gb_bytes", [](Configuration const&) { return 1000000000; }),
      field("scaling", &Configuration::scaling).since_later(),
      field("global_volume", &Configuration::global_volume).since_later(),
      field("comms/transport", &Configuration::transport).since_later(),
      field("comms/precision", &Configuration::comms_precision).since_later(),
      field("comms/strategy", &Configuration::strategy).since_later(),
      field("comms/threads", &Configuration::comms_threads).since_later(),
      field("sampling/minimum_seconds", &Configuration::minimum_seconds),
      field("sampling/minimum_samples", &Configuration::minimum_samples),
      field("tune", &Configuration::tune).since_later(),
      field("energy_source", &Configuration::energy_source).since_later(),
      field("environment", &Configuration::environment).since_later(),
      field("mpi_protocol", &Configuration::mpi_protocol).since_later(),
      field("simulated", &Configuration::simulated).or_absent());
}

/// Everything a record says beside its results.
struct RecordHeader {
  Provenance provenance;
  Configuration configuration;
  comms::Topology topology;
};

/// Now, ISO 8601 in UTC: "2026-11-21T10:11:26Z".
std::string utc_time_now();
/// The same without punctuation, for file names: "20261121T101126Z".
std::string utc_time_for_file_name();

} // namespace kitt::perf
