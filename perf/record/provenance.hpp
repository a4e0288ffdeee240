// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/binding.hpp"
#include "comms/node/topology.hpp"
#include "comms/ranks/process_grid.hpp"
#include "comms/ranks/simulation.hpp"
#include "core/fields/storage.hpp"
#include "perf/ceilings/precision.hpp"
#include "perf/measure/gpu.hpp"
#include "perf/record/memory_found.hpp"
#include "perf/record/rank_binding.hpp"
#include "perf/record/rules.hpp"
#include "perf/record/run_environment.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kitt::perf {

/// Later run that continued a record.
struct Resumption {
  std::string time;
  std::vector<std::string> command_line;
  std::vector<std::string> hostnames;
  std::string label;
};
constexpr auto fields_of(Resumption const*) {
  return kitt::fields(field("time", &Resumption::time, "start, ISO 8601, UTC"),
                      field("command_line", &Resumption::command_line, "program and arguments"),
                      field("hostnames", &Resumption::hostnames, "names of the nodes"),
                      field("label", &Resumption::label,
                            "label that the user gave the run; absent if there is no label")
                          .or_absent());
}

/// Origin of a result: time, program, libraries and nodes.
struct Provenance {
  std::vector<std::string> command_line;
  std::string time; ///< start of the run: ISO 8601, UTC
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
  std::optional<Gpu> gpu = {};        ///< GPU of rank 0; empty if kernels run on the CPU
  std::vector<std::string> hostnames; ///< name of each node
  std::string label = {};             ///< label that the user gave this run; may be empty
  std::vector<Resumption> resumed = {};
};
constexpr auto fields_of(Provenance const*) {
  return kitt::fields(
      field("label", &Provenance::label,
            "label that the user gave this run (--label); null if there is no label")
          .or_null(),
      field("time", &Provenance::time, "start of the run: ISO 8601, UTC"),
      field("command_line", &Provenance::command_line,
            "command line of the run: program and arguments")
          .not_empty(),
      field("hostnames", &Provenance::hostnames, "name of each node").not_empty(),
      field("kitt_version", &Provenance::kitt_version, "version of KITT"),
      field("git_commit", &Provenance::git_commit,
            "git commit of KITT; ends with '-dirty' if files were changed; 'unknown' if KITT was "
            "built outside git"),
      field("compiler", &Provenance::compiler, "name and version of the compiler"),
      field("compiler_flags", &Provenance::compiler_flags, "flags of the compiler"),
      field("build_type", &Provenance::build_type, "build type of CMake"),
      field("kokkos_version", &Provenance::kokkos_version, "version of Kokkos"),
      field("kokkos_backend", &Provenance::kokkos_backend, "default execution space of Kokkos"),
      field("kokkos_kernels_version", &Provenance::kokkos_kernels_version,
            "version of Kokkos Kernels; none if the program was built without it"),
      field("mpi_version", &Provenance::mpi_version, "version of the MPI library"),
      field("message_transport", &Provenance::message_transport,
            "transport layer of MPI, and settings in the environment for libraries below MPI; null "
            "if MPI does not name the layer")
          .or_null(),
      field("gpu", &Provenance::gpu, "GPU of rank 0; absent if kernels run on the CPU").or_absent(),
      field("resumed", &Provenance::resumed,
            "later runs that continued this record with --resume, one entry for each"));
}

/// Options with which the user read a gauge file, in the words of the command line.
struct GaugeFileReading {
  std::vector<std::string> accepted; ///< statements of the file that were allowed to be wrong
  std::string phases_removed;
  std::string boundary_in_links;
  std::optional<Extents> extents; ///< extents that the user stated; empty if the file states them
  std::optional<int>
      file_precision; ///< bits per number that the user stated; empty if the file states them
};
constexpr auto fields_of(GaugeFileReading const*) {
  return kitt::fields(
      field("accepted", &GaugeFileReading::accepted,
            "statements of the file that were allowed to contradict its links")
          .like("^(checksum|plaquette|link-trace)$"),
      field("phases_removed", &GaugeFileReading::phases_removed,
            "convention of the signs that were removed from the links of the file")
          .like("^(none|milc|cps|minus-one)$"),
      field("boundary_in_links", &GaugeFileReading::boundary_in_links,
            "boundary condition in the links of the file; antiperiodic: the factor -1 was removed "
            "from the last links in time")
          .like("^(periodic|antiperiodic)$"),
      field("extents", &GaugeFileReading::extents,
            "extents x, y, z, t of the file's lattice that the user stated; null if the file "
            "states them")
          .at_least(1),
      field("file_precision", &GaugeFileReading::file_precision,
            "bits per number of the file that the user stated; null if the file states them"));
}

/// Configuration of a run. Ranks, threads, binding and pages are measured. All other values are as
/// the user requested. A resumed run must have the same configuration.
struct Configuration {
  std::string benchmark;           ///< command of KITT: "itt", "dslash", "memory", "machine"
  std::optional<Rules> rules = {}; ///< rules that the command follows; empty if it follows none
  int ranks = 1;
  int nodes = 1;
  int ranks_per_node = 1;
  int threads_per_rank = 1;
  int lanes_single = 1;
  int lanes_double = 1;
  comms::Binding binding; ///< binding of rank 0, with the warnings of all ranks
  std::vector<RankBinding> rank_bindings = {};    ///< binding of every rank
  std::optional<comms::RankGrid> grid = {};       ///< ranks per direction; empty without a lattice
  std::optional<comms::RankGrid> node_block = {}; ///< ranks of one node per direction
  std::string huge_pages;          ///< requested: "none", "madvise", "explicit", "explicit-1g"
  std::string first_touch = "own"; ///< requested: "own", "one", "interleave"
  std::size_t page_bytes = 0;      ///< bytes of the system's default page
  std::uint64_t seed = 0;
  Precision precision = Precision::single_precision;
  int ls = 16;
  std::string gauge;                               ///< "hot", "unit", "weak" or a file's path
  std::optional<GaugeFileReading> gauge_file = {}; ///< empty if there was no gauge file
  std::string boundary;
  std::string volume_convention; ///< owner of the given volume: "per node", "per rank", "whole job"
  std::string scaling = "weak";  ///< "weak" or "strong"
  std::optional<Extents> global_volume = {}; ///< extents of the whole job, if given
  std::string transport = "shm";             ///< requested transport: "mpi", "shm", "direct"
  Travel comms_precision = Travel::same;
  std::string strategy = "both"; ///< "sequential", "overlap", "both"
  int comms_threads = 0;         ///< number of a rank's threads that only communicate
  int flops_per_site = 1344;
  double minimum_seconds = 0.5; ///< smallest total time of the samples of a cell
  std::size_t minimum_samples = 10;
  std::string tune = "off"; ///< search for the tuned variant: "off", "quick", "full"
  std::string energy_source = "not available";           ///< energy counters, such as "powercap"
  NamedTexts environment = {};                           ///< variables_that_matter() of rank 0
  NamedTexts mpi_protocol = {};                          ///< comms::message_limits() of rank 0
  std::optional<comms::SimulatedMachine> simulated = {}; ///< empty for a real machine
};
constexpr auto fields_of(Configuration const*) {
  return kitt::fields(
      field("benchmark", &Configuration::benchmark, "command of KITT, such as itt"),
      field("rules", &Configuration::rules,
            "rules of `kitt itt` (--rules); absent from records of other commands and from older "
            "records, whose points follow itt-2017")
          .or_absent(),
      field("ranks", &Configuration::ranks, "number of MPI ranks").at_least(1),
      field("nodes", &Configuration::nodes, "number of nodes: groups of ranks that share memory")
          .at_least(1),
      field("ranks_per_node", &Configuration::ranks_per_node, "largest number of ranks on a node")
          .at_least(1),
      field("threads_per_rank", &Configuration::threads_per_rank,
            "number of host threads of rank 0")
          .at_least(1),
      field("lanes/single", &Configuration::lanes_single,
            "number of SIMD lanes in single precision")
          .at_least(1),
      field("lanes/double", &Configuration::lanes_double,
            "number of SIMD lanes in double precision")
          .at_least(1),
      field(
          "binding", &Configuration::binding,
          "threads of rank 0 and their CPUs as the system reports them, and warnings of all ranks"),
      field("rank_bindings", &Configuration::rank_bindings, "CPUs of the threads of every rank"),
      field("grid", &Configuration::grid,
            "number of ranks along x, y, z, t; null if the command uses no lattice")
          .at_least(1),
      field("node_block", &Configuration::node_block,
            "number of ranks of one node along x, y, z, t; null if the command uses no lattice")
          .at_least(1),
      field("pages/huge_pages_asked", &Configuration::huge_pages, "requested pages")
          .like("^(none|madvise|explicit|explicit-1g)$"),
      figure("pages/page_bytes", &Configuration::page_bytes, "bytes",
             "the system's default page; 0: unknown"),
      field("pages/first_touch", &Configuration::first_touch,
            "threads that touch memory first; own: the threads that use the memory; one: the first "
            "thread of the rank; interleave: threads of different NUMA domains in rotation, page "
            "by page")
          .like("^(own|one|interleave)$"),
      figure(
          "pages/huge_page_bytes_obtained", // the record notes them as they are found
          [](Configuration const&) { return std::optional<std::size_t>(); }, "bytes",
          "largest number of bytes that all ranks together had on huge pages at any time; null if "
          "unknown or not measured"),
      derived("pages/sizes_obtained",
              [](Configuration const&) { return std::vector<BytesOnPages>(); },
              {"bytes of fields and message buffers of all ranks on pages of each size, at the "
               "time of the largest number of bytes"}),
      derived("pages/shared_sizes_obtained",
              [](Configuration const&) { return std::vector<BytesOnPages>(); },
              {"bytes of memory that ranks share (halo windows, segments of MPI) on pages of each "
               "size; each rank that touched a page counts it"}),
      derived("pages/domains_obtained",
              [](Configuration const&) { return std::vector<BytesInDomain>(); },
              {"bytes of fields and message buffers of all ranks in each NUMA domain, at the time "
               "of the largest number of bytes; empty if unknown"}),
      field("seed", &Configuration::seed, "seed of all random fields"),
      field("precision", &Configuration::precision,
            "precision of all fields; if several were asked for, the first one"),
      field("ls", &Configuration::ls, "requested extent of the fifth dimension").at_least(1),
      field("gauge", &Configuration::gauge,
            "choice of the links: hot, unit, weak or the path of a gauge file"),
      field("gauge_file", &Configuration::gauge_file,
            "options with which the user read the gauge file; absent if there is no file")
          .or_absent(),
      field("boundary", &Configuration::boundary,
            "boundary condition of the fermion fields in time")
          .like("^(periodic|antiperiodic)$"),
      field("conventions/volume", &Configuration::volume_convention,
            "owner of the given volume: L^4 sites of a node or of a rank, or the lattice of the "
            "whole job (strong scaling, or a gauge file)")
          .like("^(per node|per rank|whole job)$"),
      field("conventions/flops_per_site", &Configuration::flops_per_site,
            "flops counted per 5-D site of the hopping term"),
      derived("conventions/mflops_per_node_uses",
              [](Configuration const&) { return std::string("median"); },
              {"statistic of the measured times from which figures are computed"}),
      derived("conventions/gb_bytes", [](Configuration const&) { return 1000000000; },
              {"bytes in a GB"})
          .always(1000000000),
      field("scaling", &Configuration::scaling,
            "volume that stays constant when ranks are added; weak: the volume of a node or a "
            "rank; strong: the volume of the job")
          .like("^(weak|strong)$"),
      field("global_volume", &Configuration::global_volume,
            "extents x, y, z, t of the lattice of the whole job, if given (strong scaling, or a "
            "gauge file); null otherwise")
          .at_least(2),
      field("comms/transport", &Configuration::transport,
            "transport of faces between ranks of one node; between nodes mpi, or direct (from the "
            "memory of the GPU)")
          .like("^(mpi|shm|direct)$"),
      field("comms/precision", &Configuration::comms_precision,
            "halo precision; same: precision of the fields"),
      field("comms/strategy", &Configuration::strategy,
            "order of halo exchange and computation of the interior")
          .like("^(sequential|overlap|both)$"),
      field("comms/threads", &Configuration::comms_threads,
            "number of threads of each rank that only communicate"),
      figure("sampling/minimum_seconds", &Configuration::minimum_seconds, "s",
             "smallest total time of the samples of a cell")
          .above(0),
      field("sampling/minimum_samples", &Configuration::minimum_samples,
            "smallest number of samples of a cell")
          .at_least(2),
      field("tune", &Configuration::tune, "length of the search for the tuned variant (--tune)")
          .like("^(off|quick|full)$"),
      field("energy_source", &Configuration::energy_source,
            "counters from which the energy of cells is read")
          .like("^(powercap|perf|cray|hwmon|nvml|not available)$"),
      field("environment", &Configuration::environment,
            "environment variables of rank 0 that can change the speed of a run, selected by the "
            "beginning of their names"),
      field("mpi_protocol", &Configuration::mpi_protocol,
            "message sizes at which MPI changes its protocol, as its MPI_T control variables state "
            "them"),
      field("simulated", &Configuration::simulated,
            "machine that SimGrid simulated; absent for a real machine")
          .or_absent());
}

/// Contents of a record except its results.
struct RecordHeader {
  Provenance provenance;
  Configuration configuration;
  comms::Topology topology;
};

/// Returns whether this command line asks for a quick run, whose samples are too few for the rules.
bool is_quick(std::vector<std::string> const& command_line);

/// Returns the present time in UTC by ISO 8601: "2026-11-21T10:11:26Z".
std::string utc_time_now();
/// Returns the present time without punctuation, for file names: "20261121T101126Z".
std::string utc_time_for_file_name();

} // namespace kitt::perf
