// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/energy.hpp"
#include "perf/measure/statistics.hpp"
#include "perf/record/cell_key.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// One of the threads of a node that all multiply matrices at the same time.
struct NumaThread {
  int thread = 0;      ///< number of the thread, counted over the ranks of its node
  std::string cpus;    ///< CPUs that the thread is bound to: "4,68"
  int data_thread = 0; ///< thread whose data this thread uses; for local data, this thread
  int domain = 0;      ///< system's number of the NUMA domain of the thread
  int memory_domain = 0;
  std::string relation; ///< relation of the two domains: "local", "same socket"
  double seconds = 0;   ///< median seconds of a product
};
constexpr auto fields_of(NumaThread const*) {
  return kitt::fields(
      field("thread", &NumaThread::thread,
            "number of the thread, counted over the ranks of the node"),
      field("cpus", &NumaThread::cpus,
            "measured list of hardware threads that the thread may run on"),
      field("data_thread", &NumaThread::data_thread,
            "number of the thread whose NUMA domain holds the data"),
      field("thread_domain", &NumaThread::domain,
            "number that the operating system gives the NUMA domain in which the thread runs"),
      field("memory_domain", &NumaThread::memory_domain,
            "number that the operating system gives the NUMA domain that holds the data"),
      field("relation", &NumaThread::relation,
            "relation of the NUMA domains of the thread and of the data")
          .like("^(local|same socket|other socket|other socket, diagonal)$"),
      figure("seconds", &NumaThread::seconds, "s", "median time of a matrix product").above(0));
}

/// Measured and verified access of threads to near or far memory. Either the threads of one NUMA
/// domain work on the memory of one domain, or all threads multiply matrices.
struct NumaCell {
  static constexpr char const* benchmark = "numa";
  static constexpr char const* read = "read";
  static constexpr char const* triad = "triad";
  static constexpr char const* latency = "latency";
  static constexpr char const* matmul = "matmul";
  static constexpr char const* all_local = "all local";
  static constexpr char const* half_remote = "half remote";

  std::string kernel;  ///< "read", "triad", "latency" or "matmul"
  std::string variant; ///< "one domain", "all domains"; matmul: "all local", "half remote"
  /// System's number of the domain; empty for matmul.
  std::optional<std::int64_t> thread_domain = {};
  /// System's number of the domain; empty for matmul.
  std::optional<std::int64_t> memory_domain = {};
  std::optional<std::int64_t> matrix = {}; ///< extent of the matrices of matmul
  std::int64_t bytes = 0;                  ///< bytes that each thread uses
  std::int64_t threads = 1;                ///< number of timed threads of a node
  std::int64_t ranks = 1;                  ///< number of ranks of the run
  std::int64_t nodes = 1;
  std::string relation = {}; ///< relation of the two domains; empty for matmul
  /// Distance of the two domains that the system reports, 10 for local. Empty if the system reports
  /// no distance.
  std::optional<std::int64_t> distance = {};
  std::size_t bytes_moved = 0; ///< bytes that the threads of a node move per call; 0 if not counted
  std::size_t loads = 0;       ///< number of dependent loads in a call of latency
  std::size_t pages_checked = 0;   ///< pages checked before and after the timing, on all ranks
  std::size_t pages_misplaced = 0; ///< checked pages in a wrong domain; if any, there is no figure
  std::optional<std::size_t> page_bytes = {}; ///< measured page size of the memory
  std::vector<NumaThread> per_thread = {};    ///< threads of node 0 in matmul
  perf::Statistics seconds;                   ///< seconds per call of the slowest thread
  std::optional<double> ratio_to_local = {};  ///< time divided by the time on local memory
  double verification_error = 0;              ///< number of threads whose result was wrong
  perf::EnergyUse energy = {};
};
/// Returns the rate at which the threads of a node move data, in 10^9 bytes per second, from the
/// median time. Returns nothing for latency and matmul.
std::optional<double> gb_per_s(NumaCell const& cell);
/// Returns the time of a load that waits for the load before it, in nanoseconds, from the median
/// time. Returns nothing for kernels other than latency.
std::optional<double> nanoseconds(NumaCell const& cell);
/// Returns the rate of matmul in 10^9 additions and multiplications per second, the mean of the
/// threads. Returns nothing for other kernels.
std::optional<double> gflops_per_s_per_thread(NumaCell const& cell);
constexpr auto fields_of(NumaCell const*) {
  return kitt::fields(
      field("kernel", &NumaCell::kernel,
            "kernel; read, triad: bandwidth; latency: loads that each wait for the load before; "
            "matmul: matrix products")
          .column("Kernel", as::text(7)),
      field("variant", &NumaCell::variant,
            "threads that work at once; one domain: the threads of one domain; all domains: the "
            "threads of all domains. For matmul, where the data are; all local: all threads use "
            "local memory; half remote: half of the threads use far memory")
          .like("^(one domain|all domains|all local|half remote)$")
          .column("At once", as::text(11)),
      field("parameters/thread_domain", &NumaCell::thread_domain,
            "number that the operating system gives the NUMA domain whose threads are timed; "
            "absent for matmul")
          .or_absent()
          .column("Threads domain", as::text()),
      field("parameters/memory_domain", &NumaCell::memory_domain,
            "number that the operating system gives the NUMA domain whose memory is used; absent "
            "for matmul")
          .or_absent()
          .column("Memory domain", as::text()),
      field("relation", &NumaCell::relation,
            "relation of the domains of threads and memory, as hwloc reports it; absent for matmul")
          .like("^(local|same socket|other socket|other socket, diagonal)$")
          .or_absent()
          .column("Relation", as::text(22)),
      field("parameters/threads", &NumaCell::threads, "number of timed threads of a node")
          .at_least(1)
          .column("Timed threads", as::text()),
      figure("parameters/bytes", &NumaCell::bytes, "bytes", "bytes that each thread uses")
          .at_least(1)
          .column("Per thread", as::bytes()),
      field("parameters/ranks", &NumaCell::ranks, "number of ranks of the run").at_least(1),
      field("parameters/matrix", &NumaCell::matrix,
            "extent of the square matrices of matmul; absent for other kernels")
          .at_least(2)
          .or_absent(),
      field("nodes", &NumaCell::nodes,
            "number of nodes that make this measurement at the same time")
          .at_least(1),
      field("distance", &NumaCell::distance,
            "distance of the domains of threads and memory that the operating system reports, 10 "
            "for local; absent if the system reports no distance")
          .or_absent(),
      figure("bytes_moved", &NumaCell::bytes_moved, "bytes",
             "bytes that the timed threads of a node move in a call; 0 for latency and matmul"),
      field("loads", &NumaCell::loads,
            "number of loads in a call of latency, one after another; 0 for other kernels"),
      figure("gb_per_s", gb_per_s, "GB/s",
             "10^9 bytes per second that the timed threads of a node move; null for latency and "
             "matmul")
          .above(0)
          .column("Median (GB/s)", as::fixed(2, 8)),
      figure(
          "nanoseconds", nanoseconds, "ns",
          "time of one load that waits for the load before it; null for kernels other than latency")
          .above(0)
          .column("Latency (ns)", as::fixed(1, 8)),
      figure("gflops_per_s_per_thread", gflops_per_s_per_thread, "Gflop/s/thread",
             "10^9 additions and multiplications per second of matmul, mean of the threads; null "
             "for other kernels")
          .above(0)
          .column("Per thread (Gflop/s)", as::fixed(2)),
      field("seconds", &NumaCell::seconds, "wall time of one call on the slowest thread")
          .compared()
          .less_is_better(),
      field("ratio_to_local", &NumaCell::ratio_to_local,
            "time divided by the time on local memory (for matmul: with all data local); null if "
            "the time on local memory was not measured")
          .above(0)
          .column("Of local (times)", as::fixed(3, 8)),
      figure("page_bytes_obtained", &NumaCell::page_bytes, "bytes",
             "measured size of the pages that hold most of the memory, minimum over ranks; null if "
             "unknown")
          .at_least(1)
          .column("Pages", as::bytes()),
      field("pages_checked", &NumaCell::pages_checked,
            "number of checks of a page's NUMA domain before and after the timing, on all ranks")
          .at_least(1)
          .column("Pages checked", as::text()),
      field("pages_misplaced", &NumaCell::pages_misplaced,
            "number of checked pages in another domain than requested; a cell with such pages has "
            "no figure")
          .at_most(0),
      field("verification_error", &NumaCell::verification_error,
            "number of threads whose result was wrong")
          .at_least(0),
      field("threads", &NumaCell::per_thread,
            "results of each thread of the first node in matmul; absent for other kernels")
          .or_absent(),
      inlined(&NumaCell::energy));
}

/// Mean time of the threads with one relation.
struct RelationTime {
  std::string relation;
  std::vector<double> seconds;
  double mean = 0;
};
/// Returns the times of the threads of matmul for each relation, in the order of the threads.
/// Returns an empty list for other kernels.
std::vector<RelationTime> relation_times(NumaCell const& cell);

/// Sets the ratio of the time of `cell` to the time of `local`. Both cells have the same kernel.
void set_against(NumaCell const& local, NumaCell& cell);

/// Returns the key that tells this cell from all others.
perf::CellKey key_of(NumaCell const& cell);

/// Returns a table of the threads of a matrix product, sorted by time, as in HECToR's guide. Below
/// the table is the mean time of each relation, compared with the local mean. Returns an empty text
/// for other kernels.
std::string thread_table(NumaCell const& cell);

/// Returns a matrix (threads by memory) for each kernel that was measured on several pairs of
/// domains.
std::string numa_matrices(std::vector<NumaCell> const& cells);

} // namespace kitt::miniapp
