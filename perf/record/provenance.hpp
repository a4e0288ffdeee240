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
      field("label", &Provenance::label, "the user's words for this run (--label); null: none")
          .or_null()
          .since_later(),
      field("time", &Provenance::time, "start, ISO 8601, UTC"),
      field("command_line", &Provenance::command_line, "program and arguments").not_empty(),
      field("hostnames", &Provenance::hostnames, "one per node").not_empty(),
      field("kitt_version", &Provenance::kitt_version, "version"),
      field("git_commit", &Provenance::git_commit,
            "commit; '-dirty' with changes; 'unknown' outside git"),
      field("compiler", &Provenance::compiler, "name and version"),
      field("compiler_flags", &Provenance::compiler_flags, "flags"),
      field("build_type", &Provenance::build_type, "CMake's"),
      field("kokkos_version", &Provenance::kokkos_version, "version"),
      field("kokkos_backend", &Provenance::kokkos_backend, "default execution space"),
      field("kokkos_kernels_version", &Provenance::kokkos_kernels_version, "version"),
      field("mpi_version", &Provenance::mpi_version, "library version"),
      field("message_transport", &Provenance::message_transport,
            "what MPI moves messages with, as far as it tells, and what the environment asks of "
            "the libraries below it")
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
      field("benchmark", &Configuration::benchmark, "the command"),
      field("ranks", &Configuration::ranks, "MPI ranks").at_least(1),
      field("nodes", &Configuration::nodes, "groups of ranks that share memory").at_least(1),
      field("ranks_per_node", &Configuration::ranks_per_node, "the most on any node").at_least(1),
      field("threads_per_rank", &Configuration::threads_per_rank, "host threads of rank 0")
          .at_least(1),
      field("lanes/single", &Configuration::lanes_single, "lanes").at_least(1),
      field("lanes/double", &Configuration::lanes_double, "lanes").at_least(1),
      field("binding", &Configuration::binding,
            "Threads of rank 0 and where they may run, read back from the system; warnings of all "
            "ranks"),
      field("rank_bindings", &Configuration::rank_bindings,
            "every rank and where its threads may run; absent from records before there was more "
            "than one")
          .since_later(),
      field("grid", &Configuration::grid,
            "ranks per direction; null: the command shares out no lattice")
          .at_least(1)
          .since_later(),
      field("node_block", &Configuration::node_block,
            "ranks of one node per direction; null and absent as grid")
          .at_least(1)
          .since_later(),
      field("pages/huge_pages_asked", &Configuration::huge_pages, "as asked")
          .like("^(none|madvise|explicit|explicit-1g)$"),
      figure("pages/page_bytes", &Configuration::page_bytes, "bytes",
             "the system's default page; 0: unknown"),
      field("pages/first_touch", &Configuration::first_touch,
            "who touches memory first, as asked: the threads that use it, the rank's first thread, "
            "or page by page threads of different NUMA domains")
          .like("^(own|one|interleave)$")
          .since_later(),
      figure(
          "pages/huge_page_bytes_obtained", // the record notes them as they are found
          [](Configuration const&) { return std::optional<std::size_t>(); }, "bytes",
          "most bytes found on huge pages at any time, all ranks; null: unknown or not measured"),
      derived("pages/sizes_obtained",
              [](Configuration const&) { return std::vector<BytesOnPages>(); },
              {"fields and message buffers by the size of the pages that they lie on, all ranks, "
               "when most was found"})
          .since_later(),
      derived("pages/shared_sizes_obtained",
              [](Configuration const&) { return std::vector<BytesOnPages>(); },
              {"the same of memory that ranks share: windows of faces, MPI's segments; each rank "
               "that touched a page counts it"})
          .since_later(),
      derived("pages/domains_obtained",
              [](Configuration const&) { return std::vector<BytesInDomain>(); },
              {"fields and message buffers by the number of the NUMA domain that they lie in, all "
               "ranks, when most was found; empty: the system does not tell"})
          .since_later(),
      field("seed", &Configuration::seed, "of all random fields"),
      field("precision", &Configuration::precision, "Precision of all fields"),
      field("ls", &Configuration::ls, "extent of the fifth dimension asked for").at_least(1),
      field("gauge", &Configuration::gauge, "hot, unit, weak or the path of a file"),
      field("gauge_file", &Configuration::gauge_file,
            "options with which the user read the gauge file; absent without a file and in older "
            "records")
          .or_absent(),
      field("boundary", &Configuration::boundary, "of the fermion fields in time")
          .like("^(periodic|antiperiodic)$"),
      field("conventions/volume", &Configuration::volume_convention,
            "whose volume is given: l^4 of a node or a rank, or that of the whole job (strong "
            "scaling, a gauge file)")
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
            "what stays as ranks are added: the volume of a node or a rank, or that of the job")
          .like("^(weak|strong)$")
          .since_later(),
      field("global_volume", &Configuration::global_volume,
            "extents of the whole job's lattice where they are given (strong scaling, a gauge "
            "file), else null")
          .at_least(2)
          .since_later(),
      field("comms/transport", &Configuration::transport,
            "between ranks of one node; between nodes it is always mpi")
          .like("^(mpi|shm)$")
          .since_later(),
      field("comms/precision", &Configuration::comms_precision,
            "of what travels; same: the fields' own")
          .since_later(),
      field("comms/strategy", &Configuration::strategy, "order of exchange and interior")
          .like("^(sequential|overlap|both)$")
          .since_later(),
      field("comms/threads", &Configuration::comms_threads, "threads of each rank for MPI alone")
          .since_later(),
      figure("sampling/minimum_seconds", &Configuration::minimum_seconds, "s", "seconds of samples")
          .above(0),
      field("sampling/minimum_samples", &Configuration::minimum_samples, "samples").at_least(2),
      field("tune", &Configuration::tune,
            "how the tuned variant is chosen (--tune); absent from records before there was one")
          .like("^(off|quick|full)$")
          .since_later(),
      field("energy_source", &Configuration::energy_source,
            "whose counters give the energy of cells; absent from records before there were any")
          .like("^(powercap|perf|not available)$")
          .since_later(),
      field("environment", &Configuration::environment,
            "variables of rank 0's environment that change how fast a run is, by allow-listed "
            "prefixes")
          .since_later(),
      field("mpi_protocol", &Configuration::mpi_protocol,
            "at which message sizes MPI changes its protocol: control variables of MPI_T, as found")
          .since_later(),
      field("simulated", &Configuration::simulated,
            "the machine that SimGrid simulated; absent: it was a real one")
          .or_absent());
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
