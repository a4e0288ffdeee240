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

/// A thread that multiplies matrices while all others of its node do so, too.
struct NumaThread {
  int thread = 0;      ///< over the ranks of its node
  std::string cpus;    ///< that it is bound to, "4,68"
  int data_thread = 0; ///< whose data it works on; itself: its own
  int domain = 0;      ///< it runs in; the system's number
  int memory_domain = 0;
  std::string relation; ///< of the two domains: "local", "same socket"
  double seconds = 0;   ///< of a product, the median
};
constexpr auto fields_of(NumaThread const*) {
  return kitt::fields(
      field("thread", &NumaThread::thread, "over the ranks of the node"),
      field("cpus", &NumaThread::cpus, "hardware threads that it may run on, as found"),
      field("data_thread", &NumaThread::data_thread, "in whose domain its data lie"),
      field("thread_domain", &NumaThread::domain, "the system's number of the domain it runs in"),
      field("memory_domain", &NumaThread::memory_domain,
            "the system's number of the domain in which its data lie"),
      field("relation", &NumaThread::relation, "of the two domains")
          .like("^(local|same socket|other socket|other socket, diagonal)$"),
      figure("seconds", &NumaThread::seconds, "s", "of a product, the median").above(0));
}

/// Threads of one NUMA domain work on memory of one, measured and verified; or all threads multiply
/// matrices, each on near or far memory.
struct NumaCell {
  static constexpr char const* benchmark = "numa";
  static constexpr char const* read = "read";
  static constexpr char const* triad = "triad";
  static constexpr char const* latency = "latency";
  static constexpr char const* matmul = "matmul";
  static constexpr char const* all_local = "all local";
  static constexpr char const* half_remote = "half remote";

  std::string kernel;  ///< one of the first four
  std::string variant; ///< "one domain", "all domains" at once; of products one of the two patterns
  std::optional<std::int64_t> thread_domain = {}; ///< the system's number; none of products
  std::optional<std::int64_t> memory_domain = {}; ///< as thread_domain
  std::optional<std::int64_t> matrix = {};        ///< its extent, of products
  std::int64_t bytes = 0;                         ///< of each thread
  std::int64_t threads = 1;                       ///< of a node, which are timed
  std::int64_t ranks = 1;                         ///< of the run
  std::int64_t nodes = 1;
  std::string relation = {}; ///< of the two domains; empty of products
  /// Between the two domains, the system's, 10: local; none where it gives none.
  std::optional<std::int64_t> distance = {};
  std::size_t bytes_moved = 0;     ///< per call, by the threads of a node; 0: not counted
  std::size_t loads = 0;           ///< of a call of the latency, one after the other
  std::size_t pages_checked = 0;   ///< before and after the timing, on all ranks
  std::size_t pages_misplaced = 0; ///< of these: 0, or there is no figure
  std::optional<std::size_t> page_bytes = {}; ///< of the memory, as found
  std::vector<NumaThread> per_thread = {};    ///< of node 0, of products
  perf::Statistics seconds;                   ///< per call, of the slowest thread
  std::optional<double> ratio_to_local = {};  ///< of the figure
  double verification_error = 0;              ///< threads whose result was wrong
  perf::EnergyUse energy = {};
};
/// 10^9 bytes that the threads of a node move per second, from the median; none of others.
std::optional<double> gb_per_s(NumaCell const& cell);
/// Of a load that waits for the one before, from the median; none of others.
std::optional<double> nanoseconds(NumaCell const& cell);
/// 10^9 additions and multiplications per second, the mean of the threads; none of others.
std::optional<double> gflops_per_s_per_thread(NumaCell const& cell);
constexpr auto fields_of(NumaCell const*) {
  return kitt::fields(
      field("kernel", &NumaCell::kernel,
            "bandwidth of reads, of a triad; latency of loads that wait for each other; products "
            "of matrices"),
      field("variant", &NumaCell::variant,
            "whether the threads of one domain work at a time or those of all; of products whose "
            "data threads work on")
          .like("^(one domain|all domains|all local|half remote)$"),
      figure("parameters/bytes", &NumaCell::bytes, "bytes", "of each thread").at_least(1),
      field("parameters/threads", &NumaCell::threads, "of a node that are timed").at_least(1),
      field("parameters/ranks", &NumaCell::ranks, "of the run").at_least(1),
      field("parameters/thread_domain", &NumaCell::thread_domain,
            "the system's number of the domain whose threads are timed; not of products")
          .or_absent(),
      field("parameters/memory_domain", &NumaCell::memory_domain,
            "the system's number of the domain whose memory they work on; not of products")
          .or_absent(),
      field("parameters/matrix", &NumaCell::matrix,
            "extent of the square matrices; of products alone")
          .at_least(2)
          .or_absent(),
      field("nodes", &NumaCell::nodes, "that did this at once").at_least(1),
      field("relation", &NumaCell::relation, "of the two domains, as hwloc finds; not of products")
          .like("^(local|same socket|other socket|other socket, diagonal)$")
          .or_absent(),
      field("distance", &NumaCell::distance,
            "between the two domains, as the system says, 10: local; not where it says nothing")
          .or_absent(),
      figure("bytes_moved", &NumaCell::bytes_moved, "bytes",
             "by the timed threads of a node in a call; 0 of latency and products"),
      field("loads", &NumaCell::loads, "one after the other in a call of the latency; 0 of others"),
      field("pages_checked", &NumaCell::pages_checked,
            "looks at a page, before and after the timing, on all ranks")
          .at_least(1),
      field("pages_misplaced", &NumaCell::pages_misplaced,
            "of these, in another domain than asked for: with any there is no figure")
          .at_most(0),
      figure(
          "page_bytes_obtained", &NumaCell::page_bytes, "bytes",
          "the pages that most bytes of the memory lie on, the smallest of any rank; null: unknown")
          .at_least(1)
          .since_later(),
      field("seconds", &NumaCell::seconds, "Wall time of one call in seconds, of the slowest rank"),
      field("verification_error", &NumaCell::verification_error, "threads whose result was wrong")
          .at_least(0),
      figure("gb_per_s", gb_per_s, "GB/s",
             "10^9 bytes that the timed threads of a node move per second; null of latency and "
             "products")
          .above(0),
      figure("nanoseconds", nanoseconds, "ns", "of a load; null of others").above(0),
      figure("gflops_per_s_per_thread", gflops_per_s_per_thread, "Gflop/s/thread",
             "10^9 additions and multiplications per second, mean of the threads; null of others")
          .above(0),
      field("ratio_to_local", &NumaCell::ratio_to_local,
            "how many times as long as on local memory (of products: as where all is local); null "
            "where that was not measured")
          .above(0),
      field("threads", &NumaCell::per_thread, "of the first node, of products").or_absent(),
      inlined(&NumaCell::energy));
}

/// The mean time of the threads of one relation.
struct RelationTime {
  std::string relation;
  std::vector<double> seconds;
  double mean = 0;
};
/// Of a product's threads, in the order in which they come; empty of others.
std::vector<RelationTime> relation_times(NumaCell const& cell);

/// Sets the figure of `cell` against that of `local`, of the same kernel: how many times as long.
void set_against(NumaCell const& local, NumaCell& cell);

/// What makes this cell another than the rest.
perf::CellKey key_of(NumaCell const& cell);

} // namespace kitt::miniapp
