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

/// Thread that multiplies matrices while all other threads of its node do so, too.
struct NumaThread {
  int thread = 0;      ///< number over the ranks of its node
  std::string cpus;    ///< CPUs that the thread is bound to, "4,68"
  int data_thread = 0; ///< thread whose data it works on; itself for local data
  int domain = 0;      ///< the system's number of the domain that the thread runs in
  int memory_domain = 0;
  std::string relation; ///< of the two domains: "local", "same socket"
  double seconds = 0;   ///< of a product, the median
};
constexpr auto fields_of(NumaThread const*) {
  return kitt::fields(
      field("thread", &NumaThread::thread, "number of the thread over the ranks of the node"),
      field("cpus", &NumaThread::cpus, "hardware threads that the thread may run on, as measured"),
      field("data_thread", &NumaThread::data_thread, "thread in whose domain the data lie"),
      field("thread_domain", &NumaThread::domain,
            "the system's number of the domain that the thread runs in"),
      field("memory_domain", &NumaThread::memory_domain,
            "the system's number of the domain in which the data lie"),
      field("relation", &NumaThread::relation, "relation of the two domains")
          .like("^(local|same socket|other socket|other socket, diagonal)$"),
      figure("seconds", &NumaThread::seconds, "s", "median time of a product").above(0));
}

/// Threads of one NUMA domain that work on the memory of one domain; or all threads that multiply
/// matrices, each on near or far memory. Measured and verified.
struct NumaCell {
  static constexpr char const* benchmark = "numa";
  static constexpr char const* read = "read";
  static constexpr char const* triad = "triad";
  static constexpr char const* latency = "latency";
  static constexpr char const* matmul = "matmul";
  static constexpr char const* all_local = "all local";
  static constexpr char const* half_remote = "half remote";

  std::string kernel;  ///< "read", "triad", "latency" or "matmul"
  std::string variant; ///< "one domain", "all domains" at once; matmul: "all local", "half remote"
  std::optional<std::int64_t> thread_domain = {}; ///< the system's number; none for matmul
  std::optional<std::int64_t> memory_domain = {}; ///< the system's number; none for matmul
  std::optional<std::int64_t> matrix = {};        ///< extent of the matrices of matmul
  std::int64_t bytes = 0;                         ///< bytes of each thread
  std::int64_t threads = 1;                       ///< timed threads of a node
  std::int64_t ranks = 1;                         ///< ranks of the run
  std::int64_t nodes = 1;
  std::string relation = {}; ///< of the two domains; empty for matmul
  /// The system's distance of the two domains, 10 for local. None if the system states none.
  std::optional<std::int64_t> distance = {};
  std::size_t bytes_moved = 0;     ///< per call, by the threads of a node; 0 if not counted
  std::size_t loads = 0;           ///< dependent loads of a call of latency
  std::size_t pages_checked = 0;   ///< before and after the timing, on all ranks
  std::size_t pages_misplaced = 0; ///< checked pages in a wrong domain: any cancels the figure
  std::optional<std::size_t> page_bytes = {}; ///< measured page size of the memory
  std::vector<NumaThread> per_thread = {};    ///< threads of node 0 in matmul
  perf::Statistics seconds;                   ///< per call, of the slowest thread
  std::optional<double> ratio_to_local = {};  ///< time / time on local memory
  double verification_error = 0;              ///< number of threads whose result was wrong
  perf::EnergyUse energy = {};
};
/// Returns the 10^9 bytes that the threads of a node move per second, from the median time. Returns
/// none for latency and matmul.
std::optional<double> gb_per_s(NumaCell const& cell);
/// Returns the time of a load that waits for the load before it, from the median time. Returns none
/// for other kernels than latency.
std::optional<double> nanoseconds(NumaCell const& cell);
/// Returns the 10^9 additions and multiplications per second of matmul, the mean of the threads.
/// Returns none for other kernels.
std::optional<double> gflops_per_s_per_thread(NumaCell const& cell);
constexpr auto fields_of(NumaCell const*) {
  return kitt::fields(
      field("kernel", &NumaCell::kernel,
            "read, triad: bandwidth; latency: loads that wait for each other; matmul: products of "
            "matrices")
          .column("Kernel", as::text(7)),
      field("variant", &NumaCell::variant,
            "one domain: the threads of one domain work; all domains: the threads of all domains; "
            "all local, half remote: data that the threads of matmul work on")
          .like("^(one domain|all domains|all local|half remote)$")
          .column("At once", as::text(11)),
      field("parameters/thread_domain", &NumaCell::thread_domain,
            "the system's number of the domain whose threads are timed; absent for matmul")
          .or_absent()
          .column("Threads domain", as::text()),
      field("parameters/memory_domain", &NumaCell::memory_domain,
            "the system's number of the domain whose memory they use; absent for matmul")
          .or_absent()
          .column("Memory domain", as::text()),
      field("relation", &NumaCell::relation,
            "relation of the two domains by hwloc; absent for matmul")
          .like("^(local|same socket|other socket|other socket, diagonal)$")
          .or_absent()
          .column("Relation", as::text(22)),
      field("parameters/threads", &NumaCell::threads, "timed threads of a node")
          .at_least(1)
          .column("Timed threads", as::text()),
      figure("parameters/bytes", &NumaCell::bytes, "bytes", "bytes of each thread")
          .at_least(1)
          .column("Per thread", as::bytes()),
      field("parameters/ranks", &NumaCell::ranks, "ranks of the run").at_least(1),
      field("parameters/matrix", &NumaCell::matrix,
            "extent of the square matrices of matmul; absent for other kernels")
          .at_least(2)
          .or_absent(),
      field("nodes", &NumaCell::nodes, "nodes that did this at once").at_least(1),
      field("distance", &NumaCell::distance,
            "the system's distance of the two domains, 10 for local; absent if the system states "
            "none")
          .or_absent(),
      figure("bytes_moved", &NumaCell::bytes_moved, "bytes",
             "bytes that the timed threads of a node move in a call; 0 for latency and matmul"),
      field("loads", &NumaCell::loads,
            "loads of a call of latency, one after the other; 0 for other kernels"),
      figure("gb_per_s", gb_per_s, "GB/s",
             "10^9 bytes that the timed threads of a node move per second; null for latency and "
             "matmul")
          .above(0)
          .column("Median (GB/s)", as::fixed(2, 8)),
      figure("nanoseconds", nanoseconds, "ns",
             "time of a load; null for other kernels than latency")
          .above(0)
          .column("Latency (ns)", as::fixed(1, 8)),
      figure("gflops_per_s_per_thread", gflops_per_s_per_thread, "Gflop/s/thread",
             "10^9 additions and multiplications per second of matmul, mean of the threads; null "
             "for other kernels")
          .above(0)
          .column("Per thread (Gflop/s)", as::fixed(2)),
      field("seconds", &NumaCell::seconds, "wall time of one call, of the slowest thread"),
      field("ratio_to_local", &NumaCell::ratio_to_local,
            "time divided by the time on local memory (matmul: with all data local); null if that "
            "was not measured")
          .above(0)
          .column("Of local (times)", as::fixed(3, 8)),
      figure("page_bytes_obtained", &NumaCell::page_bytes, "bytes",
             "measured size of the pages that hold most bytes of the memory, the smallest of any "
             "rank; null: unknown")
          .at_least(1)
          .since_later()
          .column("Pages", as::bytes()),
      field("pages_checked", &NumaCell::pages_checked,
            "checks of a page's domain before and after the timing, on all ranks")
          .at_least(1)
          .column("Pages checked", as::text()),
      field("pages_misplaced", &NumaCell::pages_misplaced,
            "checked pages in another domain than requested; any of them cancels the figure")
          .at_most(0),
      field("verification_error", &NumaCell::verification_error,
            "number of threads whose result was wrong")
          .at_least(0),
      field("threads", &NumaCell::per_thread, "threads of the first node in matmul").or_absent(),
      inlined(&NumaCell::energy));
}

/// Mean time of the threads with one relation.
struct RelationTime {
  std::string relation;
  std::vector<double> seconds;
  double mean = 0;
};
/// Returns the times of the threads of matmul by relation, in the order of the threads. Returns
/// none for other kernels.
std::vector<RelationTime> relation_times(NumaCell const& cell);

/// Sets the ratio of the time of `cell` to the time of `local`, of the same kernel.
void set_against(NumaCell const& local, NumaCell& cell);

/// Returns the key that tells this cell from all others.
perf::CellKey key_of(NumaCell const& cell);

} // namespace kitt::miniapp
