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
      field("thread", &NumaThread::thread), field("cpus", &NumaThread::cpus),
      field("data_thread", &NumaThread::data_thread), field("thread_domain", &NumaThread::domain),
      field("memory_domain", &NumaThread::memory_domain), field("relation", &NumaThread::relation),
      field("seconds", &NumaThread::seconds));
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
      field("kernel", &NumaCell::kernel), field("variant", &NumaCell::variant),
      field("parameters/bytes", &NumaCell::bytes), field("parameters/threads", &NumaCell::threads),
      field("parameters/ranks", &NumaCell::ranks),
      field("parameters/thread_domain", &NumaCell::thread_domain).or_absent(),
      field("parameters/memory_domain", &NumaCell::memory_domain).or_absent(),
      field("parameters/matrix", &NumaCell::matrix).or_absent(), field("nodes", &NumaCell::nodes),
      field("relation", &NumaCell::relation).or_absent(),
      field("distance", &NumaCell::distance).or_absent(),
      field("bytes_moved", &NumaCell::bytes_moved), field("loads", &NumaCell::loads),
      field("pages_checked", &NumaCell::pages_checked),
      field("pages_misplaced", &NumaCell::pages_misplaced),
      field("page_bytes_obtained", &NumaCell::page_bytes).since_later(),
      field("seconds", &NumaCell::seconds),
      field("verification_error", &NumaCell::verification_error), derived("gb_per_s", gb_per_s),
      derived("nanoseconds", nanoseconds),
      derived("gflops_per_s_per_thread", gflops_per_s_per_thread),
      field("ratio_to_local", &NumaCell::ratio_to_local),
      field("threads", &NumaCell::per_thread).or_absent(), inlined(&NumaCell::energy));
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
