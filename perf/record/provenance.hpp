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

/// Origin of a result.
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
  std::string message_transport = {}; ///< MPI's transport layer; empty if unknown
  std::vector<std::string> hostnames; ///< one per node
  std::string label = {};             ///< the user's words for this run; may be empty
};
/// A record also has "resumed": time, command and nodes of later runs that continued it.
constexpr auto fields_of(Provenance const*) {
  return kitt::fields(
      field("label", &Provenance::label, "the user's words for this run (--label); null: none")
          .or_null()
          .since_later(),
      field("time", &Provenance::time, "start, ISO 8601, UTC"),
      field("command_line", &Provenance::command_line, "program and arguments").not_empty(),
      field("hostnames", &Provenance::hostnames, "name of each node").not_empty(),
      field("kitt_version", &Provenance::kitt_version, "version"),
      field("git_commit", &Provenance::git_commit,
            "commit; '-dirty' with changes; 'unknown' outside git"),
      field("compiler", &Provenance::compiler, "name and version"),
      field("compiler_flags", &Provenance::compiler_flags, "flags"),
      field("build_type", &Provenance::build_type, "build type of CMake"),
      field("kokkos_version", &Provenance::kokkos_version, "version"),
      field("kokkos_backend", &Provenance::kokkos_backend, "default execution space"),
      field("kokkos_kernels_version", &Provenance::kokkos_kernels_version, "version"),
      field("mpi_version", &Provenance::mpi_version, "library version"),
      field("message_transport", &Provenance::message_transport,
            "transport layer of MPI, if MPI names it, and settings in the environment for the "
            "libraries below MPI")
          .or_null()
          .since_later());
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
  return kitt::fields(
      field("accepted", &GaugeFileReading::accepted,
            "statements of the file that were allowed to differ from its links")
          .like("^(checksum|plaquette|link-trace)$"),
      field("phases_removed", &GaugeFileReading::phases_removed,
            "signs that were removed from the links")
          .like("^(none|milc|cps|minus-one)$"),
      field("boundary_in_links", &GaugeFileReading::boundary_in_links,
            "antiperiodic: the factor -1 of the file's last links in time was removed")
          .like("^(periodic|antiperiodic)$"),
      field("extents", &GaugeFileReading::extents,
            "extents of the file's lattice along x, y, z, t that the user stated; null: the file's "
            "own extents")
          .at_least(1),
      field("file_precision", &GaugeFileReading::file_precision,
            "bits of the file's numbers that the user stated; null: the file's own bits"));
}

/// Configuration of a run. Ranks, threads, binding and pages are measured; all else is as requested
/// by the user. A resumed run must have the same configuration.
struct Configuration {
  std::string benchmark; ///< the command: "itt", "dslash", "memory", "machine"
  int ranks = 1;
  int nodes = 1;
  int ranks_per_node = 1;
  int threads_per_rank = 1;
  int lanes_single = 1;
  int lanes_double = 1;
  comms::Binding binding;                         ///< of rank 0, with the warnings of all ranks
  std::vector<RankBinding> rank_bindings = {};    ///< of every rank
  std::optional<comms::RankGrid> grid = {};       ///< ranks per direction; none without a lattice
  std::optional<comms::RankGrid> node_block = {}; ///< ranks of one node per direction
  std::string huge_pages;          ///< as requested: "none", "madvise", "explicit", "explicit-1g"
  std::string first_touch = "own"; ///< as requested: "own", "one", "interleave"
  std::size_t page_bytes = 0;      ///< the system's default page
  std::uint64_t seed = 0;
  Precision precision = Precision::single_precision;
  int ls = 16;
  std::string gauge;                               ///< "hot", "unit", "weak" or a file's path
  std::optional<GaugeFileReading> gauge_file = {}; ///< empty if there was no gauge file
  std::string boundary;
  std::string volume_convention; ///< owner of the given volume: "per node", "per rank", "whole job"
  std::string scaling = "weak";  ///< "weak" or "strong"
  std::optional<Extents> global_volume = {}; ///< if the volume of the whole job is given
  std::string transport = "shm";             ///< as requested: "mpi", "shm"
  Travel comms_precision = Travel::same;
  std::string strategy = "both"; ///< "sequential", "overlap", "both"
  int comms_threads = 0;         ///< threads of threads_per_rank that only communicate
  int flops_per_site = 1344;
  double minimum_seconds = 0.5; ///< per cell
  std::size_t minimum_samples = 10;
  std::string tune = "off"; ///< how the tuned variant is chosen: "off", "quick", "full"
  std::string energy_source = "not available";           ///< "powercap", "perf"
  NamedTexts environment = {};                           ///< variables_that_matter() of rank 0
  NamedTexts mpi_protocol = {};                          ///< comms::message_limits() of rank 0
  std::optional<comms::SimulatedMachine> simulated = {}; ///< none for a real machine
};
constexpr auto fields_of(Configuration const*) {
  return kitt::fields(
      field("benchmark", &Configuration::benchmark, "command of kitt"),
      field("ranks", &Configuration::ranks, "MPI ranks").at_least(1),
      field("nodes", &Configuration::nodes, "groups of ranks that share memory").at_least(1),
      field("ranks_per_node", &Configuration::ranks_per_node, "largest number of ranks on a node")
          .at_least(1),
      field("threads_per_rank", &Configuration::threads_per_rank, "host threads of rank 0")
          .at_least(1),
      field("lanes/single", &Configuration::lanes_single, "SIMD lanes in single precision")
          .at_least(1),
      field("lanes/double", &Configuration::lanes_double, "SIMD lanes in double precision")
          .at_least(1),
      field("binding", &Configuration::binding,
            "threads of rank 0 and their CPUs, read back from the system; warnings of all ranks"),
      field("rank_bindings", &Configuration::rank_bindings,
            "every rank and the CPUs of its threads; absent from records of versions without many "
            "ranks")
          .since_later(),
      field("grid", &Configuration::grid,
            "ranks per direction; null: the command splits no lattice")
          .at_least(1)
          .since_later(),
      field("node_block", &Configuration::node_block,
            "ranks of one node per direction; null: the command splits no lattice")
          .at_least(1)
          .since_later(),
      field("pages/huge_pages_asked", &Configuration::huge_pages, "requested pages")
          .like("^(none|madvise|explicit|explicit-1g)$"),
      figure("pages/page_bytes", &Configuration::page_bytes, "bytes",
             "the system's default page; 0: unknown"),
      field("pages/first_touch", &Configuration::first_touch,
            "threads that touch memory first; own: the threads that use it; one: the rank's first "
            "thread; interleave: page by page threads of different NUMA domains")
          .like("^(own|one|interleave)$")
          .since_later(),
      figure(
          "pages/huge_page_bytes_obtained", // the record notes them as they are found
          [](Configuration const&) { return std::optional<std::size_t>(); }, "bytes",
          "largest number of bytes on huge pages at any time, all ranks; null: unknown or not "
          "measured"),
      derived("pages/sizes_obtained",
              [](Configuration const&) { return std::vector<BytesOnPages>(); },
              {"bytes of fields and message buffers by page size, all ranks, when the number of "
               "bytes was largest"})
          .since_later(),
      derived("pages/shared_sizes_obtained",
              [](Configuration const&) { return std::vector<BytesOnPages>(); },
              {"bytes of memory that ranks share (windows of halos, MPI's segments) by page size; "
               "each rank that touched a page counts it"})
          .since_later(),
      derived("pages/domains_obtained",
              [](Configuration const&) { return std::vector<BytesInDomain>(); },
              {"bytes of fields and message buffers by the number of their NUMA domain, all ranks, "
               "when the number of bytes was largest; empty: unknown"})
          .since_later(),
      field("seed", &Configuration::seed, "seed of all random fields"),
      field("precision", &Configuration::precision, "precision of all fields"),
      field("ls", &Configuration::ls, "requested extent of the fifth dimension").at_least(1),
      field("gauge", &Configuration::gauge, "hot, unit, weak or the path of a file"),
      field("gauge_file", &Configuration::gauge_file,
            "options with which the user read the gauge file; absent without a file and in older "
            "records")
          .or_absent(),
      field("boundary", &Configuration::boundary,
            "boundary condition of the fermion fields in time")
          .like("^(periodic|antiperiodic)$"),
      field("conventions/volume", &Configuration::volume_convention,
            "owner of the given volume: l^4 of a node or a rank, or the volume of the whole job "
            "(strong scaling, a gauge file)")
          .like("^(per node|per rank|whole job)$"),
      field("conventions/flops_per_site", &Configuration::flops_per_site,
            "flops counted per 5-D site of the hopping term"),
      derived("conventions/mflops_per_node_uses",
              [](Configuration const&) { return std::string("median"); },
              {"statistic of the time behind the figures"}),
      derived("conventions/gb_bytes", [](Configuration const&) { return 1000000000; },
              {"bytes in a GB"})
          .always(1000000000),
      field("scaling", &Configuration::scaling,
            "constant volume when ranks are added; weak: of a node or a rank; strong: of the job")
          .like("^(weak|strong)$")
          .since_later(),
      field("global_volume", &Configuration::global_volume,
            "extents of the whole job's lattice if they are given (strong scaling, a gauge file); "
            "null otherwise")
          .at_least(2)
          .since_later(),
      field("comms/transport", &Configuration::transport,
            "transport between ranks of one node; always mpi between nodes")
          .like("^(mpi|shm)$")
          .since_later(),
      field("comms/precision", &Configuration::comms_precision,
            "halo precision; same: precision of the fields")
          .since_later(),
      field("comms/strategy", &Configuration::strategy, "order of halo exchange and interior")
          .like("^(sequential|overlap|both)$")
          .since_later(),
      field("comms/threads", &Configuration::comms_threads,
            "threads of each rank that only communicate")
          .since_later(),
      figure("sampling/minimum_seconds", &Configuration::minimum_seconds, "s",
             "smallest total time of the samples of a cell")
          .above(0),
      field("sampling/minimum_samples", &Configuration::minimum_samples,
            "smallest number of samples of a cell")
          .at_least(2),
      field("tune", &Configuration::tune,
            "how the tuned variant is chosen (--tune); absent from older records")
          .like("^(off|quick|full)$")
          .since_later(),
      field("energy_source", &Configuration::energy_source,
            "counters that give the energy of cells; absent from older records")
          .like("^(powercap|perf|not available)$")
          .since_later(),
      field("environment", &Configuration::environment,
            "variables in the environment of rank 0 that can change the speed of a run; selected "
            "by prefixes")
          .since_later(),
      field("mpi_protocol", &Configuration::mpi_protocol,
            "message sizes at which MPI changes its protocol: control variables of MPI_T")
          .since_later(),
      field("simulated", &Configuration::simulated,
            "machine that SimGrid simulated; absent: a real machine")
          .or_absent());
}

/// All of a record except its results.
struct RecordHeader {
  Provenance provenance;
  Configuration configuration;
  comms::Topology topology;
};

/// Returns the present time, ISO 8601 in UTC: "2026-11-21T10:11:26Z".
std::string utc_time_now();
/// Returns the present time without punctuation, for file names: "20261121T101126Z".
std::string utc_time_for_file_name();

} // namespace kitt::perf
