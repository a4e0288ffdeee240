// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/halo/halo_cell.hpp"
#include "miniapp/benchmarks/memory/memory_cell.hpp"
#include "perf/json/json_words.hpp"
#include "perf/record/cell_kind.hpp"
#include "test/catch.hpp"

using namespace kitt::miniapp;
using namespace kitt::perf;

namespace {

MemoryCell memory(std::string const& kernel, int l, double gb_per_s) {
  MemoryCell cell;
  cell.kernel = kernel;
  cell.l = l;
  cell.gb_per_s_per_node = gb_per_s;
  cell.seconds = {.count = 1, .median = 1, .mean = 1};
  cell.ceiling = l > 24 ? "memory bandwidth" : "L2 bandwidth";
  return cell;
}

HaloCell halo(std::string const& directions, std::string const& transport, std::size_t face_bytes,
              double seconds) {
  HaloCell cell;
  cell.directions = directions;
  cell.transport = transport;
  cell.face_bytes = face_bytes;
  cell.bytes_per_node = 2'000'000;
  cell.seconds = {.count = 2,
                  .median = seconds,
                  .mean = seconds,
                  .standard_error = 0,
                  .minimum = seconds,
                  .maximum = seconds};
  return cell;
}

/// Returns the summary of a run with the given ranks and nodes that measured these cells.
template <class Kind>
Json summary_of(std::vector<Kind> const& cells, int ranks = 1, int nodes = 1) {
  auto const part = cell_kind_named(Kind::benchmark)
                        .summary_part({{"configuration", {{"ranks", ranks}, {"nodes", nodes}}}});
  for (auto const& cell : cells)
    part->add(cell);
  Json summary;
  part->write(summary);
  return summary;
}

} // namespace

TEST_CASE("the memory bandwidth is the rate of the fastest axpy at the largest size") {
  auto of_bytes = memory("axpy (KITT)", 0, 900);
  of_bytes.asked_bytes = 4096;
  auto const reading = summary_of<MemoryCell>(
      {memory("axpy (KITT)", 8, 900), memory("axpy (Kokkos Kernels)", 48, 60),
       memory("axpy (KITT)", 48, 70), memory("read", 48, 99), memory("axpy (KITT)", 44, 80),
       of_bytes})["memory_bandwidth"];
  CHECK(reading.at("gb_per_s_per_node") == 70);
  CHECK(reading.at("kernel") == "axpy (KITT)");
  CHECK(reading.at("l") == 48);
  CHECK(reading.at("ceiling") == "memory bandwidth");
  CHECK(summary_of<MemoryCell>({of_bytes})["memory_bandwidth"].is_null());
}

TEST_CASE("the rate of large messages comes from the fastest exchange of the largest faces in all "
          "directions") {
  auto const reading = summary_of<HaloCell>(
      {halo("t", "mpi", 4096, 0.001), halo("zt", "mpi", 8192, 0.5), halo("zt", "shm", 8192, 0.25),
       halo("t", "shm", 8192, 0.125), halo("zt", "shm", 4096, 0.01)})["large_message_bandwidth"];
  CHECK(reading.at("directions") == "zt");
  CHECK(reading.at("transport") == "shm");
  CHECK(reading.at("face_bytes") == 8192);
  CHECK(reading.at("one_way_mb_per_s_per_node").get<double>() == Approx(8));
  CHECK(reading.at("both_ways_mb_per_s_per_node").get<double>() == Approx(16));
}

TEST_CASE(
    "the summary says whether faces are exchanged between nodes, inside a node, or within a rank") {
  auto const between = [](int ranks, int nodes) {
    return summary_of<HaloCell>({halo("t", "mpi", 8, 1)}, ranks, nodes)["large_message_bandwidth"]
        .at("between");
  };
  CHECK(between(1, 1) == "a rank and itself");
  CHECK(between(4, 1) == "ranks of a node");
  CHECK(between(4, 2) == "nodes");
}
