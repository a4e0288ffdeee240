// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/ceilings/cost_table.hpp"
#include "perf/json/document_version.hpp"
#include "perf/record/thread_relations.hpp"
#include "perf/results/work.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// \file
/// Document of a published table, as `kitt schema published` describes it. An empty value (null)
/// always means that the source does not state it.

namespace kitt::perf::published {

/// Publication from which the figures were taken.
struct Source {
  std::string document;
  std::optional<std::string> date;
  std::string text_file;
  std::array<int, 2> text_lines{};
};
constexpr auto fields_of(Source const*) {
  return kitt::fields(
      field("document", &Source::document, "title and author"),
      field("date", &Source::date, "date as far as known, ISO 8601; null if not stated"),
      field("text_file", &Source::text_file, "local copy from which the figures were taken"),
      field("text_lines", &Source::text_lines, "first and last line of the table's section, from 1")
          .at_least(1));
}

/// Hardware and software of one node.
struct Machine {
  std::string cpu_model;
  std::string cpu_number;
  std::optional<int> sockets;
  std::optional<int> cores;
  std::optional<std::string> network;
  std::optional<std::string> compiler;
};
constexpr auto fields_of(Machine const*) {
  return kitt::fields(
      field("cpu_model", &Machine::cpu_model, "name of the CPU"),
      field("cpu_number", &Machine::cpu_number,
            "part of the name that distinguishes this CPU from others, as in cpu_model of a record")
          .not_empty(),
      field("sockets", &Machine::sockets, "number of sockets; null if not stated").at_least(1),
      field("cores", &Machine::cores, "number of cores; null if not stated").at_least(1),
      field("network", &Machine::network, "network between nodes; null if not stated"),
      field("compiler", &Machine::compiler,
            "name and version of the compiler; null if not stated"));
}

/// Regular expression of the convention: L^4 is the volume of a node or of a rank.
inline constexpr char const* volume_pattern = "^per (node|rank)$";

/// Conventions behind the figures.
struct Conventions {
  int flops_per_site = 0;
  std::string statistic;
  std::optional<std::string> hopping_volume;
  std::optional<std::string> memory_volume;
  std::optional<std::string> halo_volume;
  std::int64_t gb_bytes = 0;
  std::string comms_precision;
};
constexpr auto fields_of(Conventions const*) {
  return kitt::fields(
      field("flops_per_site", &Conventions::flops_per_site,
            "flops counted for each 5-D site of the hopping term: 1344 or 1320")
          .at_least(static_cast<int>(FlopCount::usual))
          .at_most(static_cast<int>(FlopCount::grid)),
      field("statistic", &Conventions::statistic, "statistic of the times behind the figures")
          .like("^mean$"),
      field("hopping_volume", &Conventions::hopping_volume,
            "meaning of l^4 in hopping cells: volume per node or per rank; null without such cells")
          .like(volume_pattern),
      field("memory_volume", &Conventions::memory_volume,
            "meaning of l^4 in memory cells: volume per node or per rank; null without such cells")
          .like(volume_pattern),
      field("halo_volume", &Conventions::halo_volume,
            "meaning of l^4 in halo cells: volume per node or per rank; null without such cells")
          .like(volume_pattern),
      field("gb_bytes", &Conventions::gb_bytes, "bytes in a GB").always(1e9),
      field("comms_precision", &Conventions::comms_precision,
            "halo precision; same: precision of the fields")
          .like("^(same|single|half)$"));
}

/// Work of a cell that has a lattice.
struct LatticeWork {
  std::string kernel;
  int l = 0;
  std::optional<int> ls;
  Precision precision = Precision::single_precision;
  std::string variant;
};
constexpr auto fields_of(LatticeWork const*) {
  return kitt::fields(
      field("kernel", &LatticeWork::kernel,
            "kernel, as in records; axpy is \"axpy (...)\" there; \"DWF4 (both parities)\" is the "
            "hopping term on the whole lattice at once")
          .not_empty(),
      field("l", &LatticeWork::l, "L, the extent of the volume that is defined in `conventions`")
          .at_least(1),
      field("ls", &LatticeWork::ls,
            "extent of the fifth dimension; 1 for Wilson and memory kernels; null if not stated")
          .at_least(1),
      field("precision", &LatticeWork::precision, "precision of all fields"),
      field("variant", &LatticeWork::variant,
            "name of the variant; empty means the best of the measured variants"));
}

/// One figure of the even-odd hopping term.
struct Hopping {
  static constexpr char const* benchmark = "hopping";

  LatticeWork work;
  double mflops_per_node = 0;
  std::string comms_precision; ///< halo precision; empty means the value in the conventions
};
constexpr auto fields_of(Hopping const*) {
  return kitt::fields(
      inlined(&Hopping::work),
      figure("mflops_per_node", &Hopping::mflops_per_node, "Mflop/s/node", "speed").above(0),
      field("comms_precision", &Hopping::comms_precision,
            "halo precision, if it differs from the one in `conventions`")
          .like("^(same|half)$")
          .or_absent());
}

/// One figure of a x + y over fields of l^4 x 8 reals.
struct Memory {
  static constexpr char const* benchmark = "memory";

  LatticeWork work;
  double bytes = 0;
  double gb_per_s = 0;
  double gflops_per_s = 0;
  double seconds_of_all_calls = 0;
  double gb_per_s_per_node = 0;
};
constexpr auto fields_of(Memory const*) {
  return kitt::fields(
      inlined(&Memory::work),
      figure("bytes", &Memory::bytes, "bytes", "bytes moved in a call by all ranks, as printed")
          .above(0),
      figure("gb_per_s", &Memory::gb_per_s, "GB/s", "bandwidth of all ranks").above(0),
      figure("gflops_per_s", &Memory::gflops_per_s, "Gflop/s", "speed of all ranks").above(0),
      figure("seconds_of_all_calls", &Memory::seconds_of_all_calls, "s",
             "time of all calls, as printed")
          .above(0),
      figure("gb_per_s_per_node", &Memory::gb_per_s_per_node, "GB/s/node", "bandwidth of a node")
          .above(0));
}

/// Rates of a halo exchange, one way or both ways together.
struct HaloRate {
  double mean = 0;
  double standard_error = 0;
  double minimum = 0;
  double maximum = 0;
};
constexpr auto fields_of(HaloRate const*) {
  return kitt::fields(
      figure("mb_per_s_per_node", &HaloRate::mean, "MB/s/node", "mean").above(0),
      figure("standard_error_mb_per_s_per_node", &HaloRate::standard_error, "MB/s/node",
             "standard error of the mean"),
      figure("minimum_mb_per_s_per_node", &HaloRate::minimum, "MB/s/node", "lowest rate").above(0),
      figure("maximum_mb_per_s_per_node", &HaloRate::maximum, "MB/s/node", "fastest").above(0));
}

/// One figure of the halo exchange without computing.
struct Halo {
  static constexpr char const* benchmark = "halo";

  LatticeWork work;
  std::string directions;
  std::string transport;
  std::int64_t face_bytes = 0;
  HaloRate one_way;
  HaloRate both_ways;
};
constexpr auto fields_of(Halo const*) {
  return kitt::fields(
      inlined(&Halo::work),
      field("directions", &Halo::directions, "directions exchanged at the same time, both ways")
          .like("^x?y?z?t?$"),
      field("transport", &Halo::transport,
            "how faces travel inside a node: mpi, shm (shared memory) or direct (from a GPU)")
          .like("^(mpi|shm|direct)$"),
      figure("face_bytes", &Halo::face_bytes, "bytes",
             "size of a face: l^3 x ls x 96 bytes in double precision")
          .at_least(1),
      field("one_way", &Halo::one_way, "rates one way"),
      field("both_ways", &Halo::both_ways, "rates both ways"));
}

/// One-way latency of a message between two nodes, one core on each.
struct Latency {
  static constexpr char const* benchmark = "latency";

  std::string kernel;
  std::optional<int> bytes;
  double microseconds = 0;
};
constexpr auto fields_of(Latency const*) {
  return kitt::fields(
      field("kernel", &Latency::kernel, "latency").like("^latency$"),
      figure("bytes", &Latency::bytes, "bytes", "size of the message; null if not stated")
          .at_least(1),
      figure("microseconds", &Latency::microseconds, "us", "one-way latency").above(0));
}

/// Time of one thread when all threads of a node compute, on data in a given NUMA domain.
struct ThreadTime : TimedThread {
  static constexpr char const* benchmark = "numa";

  int thread = 0;
  int data_thread = 0;
};
constexpr auto fields_of(ThreadTime const*) {
  return kitt::fields(
      field("kernel", &ThreadTime::kernel,
            "product of two square matrices, one by each thread, all at the same time")
          .like("^matmul$"),
      field("matrix", &ThreadTime::matrix, "number of rows of a matrix").at_least(1),
      field("pattern", &ThreadTime::pattern,
            "all local: each thread works on data of its own domain; half remote: three of six "
            "threads work on data of another domain")
          .like("^(all local|half remote)$"),
      field("thread", &ThreadTime::thread, "thread that computes"),
      field("data_thread", &ThreadTime::data_thread,
            "thread that wrote the data first, so that the data are in its domain"),
      field("relation", &ThreadTime::relation, "relation of the two threads' domains")
          .like("^(local|same socket|other socket|other socket, diagonal)$"),
      figure("seconds", &ThreadTime::seconds, "s", "time of the thread").above(0));
}

/// A whole run of an application, with separate times of its communication.
struct ApplicationRun {
  static constexpr char const* benchmark = "run";

  std::string kernel;
  std::string machine;
  bool large_pages = false;
  bool memory_affinity = false;
  double total_seconds = 0;
  double compute_seconds = 0;
  double communication_seconds = 0;
  std::optional<std::array<double, 3>> speed_ups;
  double percent = 0;
};
constexpr auto fields_of(ApplicationRun const*) {
  using Run = ApplicationRun;
  return kitt::fields(
      field("kernel", &Run::kernel, "application and its case").not_empty(),
      field("machine", &Run::machine, "machine, as the source calls it").not_empty(),
      field("large_pages", &Run::large_pages, "whether fields and buffers were on large pages"),
      field("memory_affinity", &Run::memory_affinity,
            "whether memory was near the processors that use it"),
      figure("total_seconds", &Run::total_seconds, "s", "time of the run").above(0),
      figure("compute_seconds", &Run::compute_seconds, "s", "time outside communication").above(0),
      figure("communication_seconds", &Run::communication_seconds, "s", "time in communication")
          .above(0),
      field("speed_ups", &Run::speed_ups,
            "total, compute and communication time of the slowest run of this case divided by the "
            "time of this run, as printed; null for the slowest run itself")
          .above(0),
      figure("percent", &Run::percent, "%", "share of communication, as printed"));
}

/// One kind of data exchange of an application, as its tasks measured it.
struct ApplicationExchange {
  static constexpr char const* benchmark = "exchange";

  std::string kernel;
  std::string machine;
  std::string between;
  double megabytes = 0;
  double mb_per_s_per_task = 0;
};
constexpr auto fields_of(ApplicationExchange const*) {
  using Exchange = ApplicationExchange;
  return kitt::fields(
      field("kernel", &Exchange::kernel, "application, its case and the exchange").not_empty(),
      field("machine", &Exchange::machine, "machine, as the source calls it").not_empty(),
      field("between", &Exchange::between, "partners of the exchange, in the source's words")
          .not_empty(),
      figure("megabytes", &Exchange::megabytes, "MB", "mean size of a message").above(0),
      figure("mb_per_s_per_task", &Exchange::mb_per_s_per_task, "MB/s/task", "rate of a task")
          .above(0));
}

/// Speed-up of one thing over another, stated as a factor or in percent.
struct SpeedUp {
  static constexpr char const* benchmark = "speedup";

  std::string kernel;
  std::optional<int> nodes;
  std::string of;
  std::string over;
  std::optional<double> factor;
  std::optional<double> percent;
  std::string text;
};
constexpr auto fields_of(SpeedUp const*) {
  return kitt::fields(
      field("kernel", &SpeedUp::kernel, "program and its case").not_empty(),
      field("nodes", &SpeedUp::nodes, "number of nodes; null if not stated").at_least(1),
      field("of", &SpeedUp::of, "the faster one").not_empty(),
      field("over", &SpeedUp::over, "the slower one").not_empty(),
      field("factor", &SpeedUp::factor, "speed-up as a factor; absent if `percent` is stated")
          .above(0)
          .or_absent(),
      figure("percent", &SpeedUp::percent, "%", "faster; absent: `factor` is stated")
          .above(0)
          .or_absent(),
      field("text", &SpeedUp::text, "words of the source").not_empty());
}

/// Figures that the source states for all cells together.
struct Summary {
  std::optional<double> comparison_point;
  std::optional<std::string> comparison_point_is;
  std::optional<double> robustness;
};
constexpr auto fields_of(Summary const*) {
  return kitt::fields(figure("comparison_point_mflops_per_node", &Summary::comparison_point,
                             "Mflop/s/node", "comparison point; null if not stated")
                          .above(0),
                      field("comparison_point_is", &Summary::comparison_point_is,
                            "cells from which the comparison point is made; null if not stated")
                          .like("^(mean of DWF4 at l = 12 and l = 16|DWF4 at l = 16)$"),
                      field("robustness", &Summary::robustness,
                            "slowest divided by fastest DWF4 variant at l = 16; null if not stated")
                          .at_least(0)
                          .at_most(1));
}

/// One MPI routine (and message size), summed over all ranks.
struct Routine {
  std::string routine;
  std::optional<std::int64_t> communicator_ranks;
  double bytes_per_call = 0;
  std::int64_t calls = 0;
  std::optional<double> megabytes;
  double seconds_total = 0;
  std::optional<double> seconds_mean;
  std::optional<double> seconds_minimum;
  std::optional<double> seconds_maximum;
  std::optional<double> share_of_mpi;
  std::optional<double> share_of_wall;
};
constexpr auto fields_of(Routine const*) {
  return kitt::fields(
      field("routine", &Routine::routine, "name of the routine").like("^MPI_"),
      field("communicator_ranks", &Routine::communicator_ranks,
            "ranks of the communicator; 0 if the routine has none")
          .or_absent(),
      figure("bytes_per_call", &Routine::bytes_per_call, "bytes", "message size, or its mean"),
      field("calls", &Routine::calls, "number of calls"),
      figure("megabytes", &Routine::megabytes, "MB", "bytes of all calls").or_absent(),
      figure("seconds_total", &Routine::seconds_total, "s", "time in this routine"),
      figure("seconds_mean", &Routine::seconds_mean, "s", "mean time of a call").or_absent(),
      figure("seconds_minimum", &Routine::seconds_minimum, "s", "shortest time of a call")
          .or_absent(),
      figure("seconds_maximum", &Routine::seconds_maximum, "s", "longest time of a call")
          .or_absent(),
      field("share_of_mpi", &Routine::share_of_mpi, "fraction of the time in MPI")
          .at_least(0)
          .at_most(1)
          .or_absent(),
      field("share_of_wall", &Routine::share_of_wall, "fraction of the wall time")
          .at_least(0)
          .at_most(1)
          .or_absent());
}

/// Time of a run that is spent in MPI.
struct Profile {
  std::optional<double> wall_seconds;
  std::optional<double> mpi_seconds;
  std::vector<Routine> routines;
};
constexpr auto fields_of(Profile const*) {
  return kitt::fields(
      figure("wall_seconds", &Profile::wall_seconds, "s", "time of the run; null if not stated")
          .above(0),
      figure("mpi_seconds", &Profile::mpi_seconds, "s", "time of the run in all routines")
          .above(0)
          .or_absent(),
      field("routines", &Profile::routines, "routines in the order of the source").not_empty());
}

/// One row of a published table.
using Cell = std::variant<Hopping, Memory, Halo, Latency, ThreadTime, ApplicationRun,
                          ApplicationExchange, SpeedUp>;

/// Figures that others published, copied digit by digit. `kitt schema published` prints the schema
/// of the document.
struct Table {
  std::string name;
  std::string title;
  std::string program;
  Source source;
  Machine machine;
  std::optional<int> nodes;
  std::optional<int> ranks_per_node;
  std::optional<int> cores_per_node;
  std::optional<int> threads_per_rank;
  std::optional<std::array<int, 4>> rank_grid;
  /// Conventions behind the figures; required if cells have a lattice.
  std::optional<Conventions> conventions;
  std::vector<std::string> notes;
  std::vector<Cell> cells;
  std::optional<Summary> summary;
  std::optional<Profile> profile;
};
constexpr auto fields_of(Table const*) {
  return kitt::fields(
      version_field<Table>(),
      field("name", &Table::name,
            "name of the file without .json: `published:NAME` on the command line")
          .like("^[a-z0-9-]+$"),
      field("title", &Table::title, "title in one line").not_empty(),
      field("program", &Table::program, "program that was run").not_empty(),
      field("source", &Table::source, "publication"), field("machine", &Table::machine, "one node"),
      field("nodes", &Table::nodes, "number of nodes; null if not stated").at_least(1),
      field("ranks_per_node", &Table::ranks_per_node, "ranks of each node; null if not stated")
          .at_least(1),
      field("cores_per_node", &Table::cores_per_node,
            "cores in use on each node; null if not stated")
          .at_least(1),
      field("threads_per_rank", &Table::threads_per_rank,
            "threads of each rank; null if not stated")
          .at_least(1),
      field("rank_grid", &Table::rank_grid, "ranks along x, y, z, t; null if not stated")
          .at_least(1),
      field("conventions", &Table::conventions,
            "definitions of the figures; required if cells have a lattice")
          .or_absent(),
      field("notes", &Table::notes, "assumptions and peculiarities that a reader should know"),
      field("cells", &Table::cells, "figures in the order of the source").not_empty().or_absent(),
      field("summary", &Table::summary, "figures that the source states for all cells together")
          .or_absent(),
      field("profile", &Table::profile, "time in MPI").or_absent());
}

} // namespace kitt::perf::published
