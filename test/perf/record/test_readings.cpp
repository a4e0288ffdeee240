// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/halo_cell.hpp"
#include "perf/record/memory_cell.hpp"
#include "perf/record/readings.hpp"
#include "test/catch.hpp"

using namespace kitt::perf;

namespace {

MemoryCell memory(std::string const& kernel, int l, double gb_per_s) {
  MemoryCell cell;
  cell.kernel = kernel;
  cell.l = l;
  cell.gb_per_s_per_node = gb_per_s;
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

} // namespace

TEST_CASE("memory bandwidth is that of the fastest axpy at the largest size") {
  std::optional<MemoryReading> reading;
  for (auto const& cell :
       {memory("axpy (KITT)", 8, 900), memory("axpy (Kokkos Kernels)", 48, 60),
        memory("axpy (KITT)", 48, 70), memory("read", 48, 99), memory("axpy (KITT)", 44, 80)})
    add_to(reading, cell);
  CHECK(reading->gb_per_s_per_node == 70);
  CHECK(reading->kernel == "axpy (KITT)");
  CHECK(reading->l == 48);
  CHECK(reading->ceiling == "memory bandwidth");
}

TEST_CASE("large messages: the fastest exchange of the largest faces in all directions") {
  std::optional<ExchangeReading> reading;
  for (auto const& cell :
       {halo("t", "mpi", 4096, 0.001), halo("zt", "mpi", 8192, 0.5), halo("zt", "shm", 8192, 0.25),
        halo("t", "shm", 8192, 0.125), halo("zt", "shm", 4096, 0.01)})
    add_to(reading, cell);
  CHECK(reading->directions == "zt");
  CHECK(reading->transport == "shm");
  CHECK(reading->face_bytes == 8192);
  CHECK(reading->one_way_mb_per_s_per_node == Approx(8));
  CHECK(reading->both_ways_mb_per_s_per_node == Approx(16));
}

TEST_CASE("who exchanges faces") {
  CHECK(parties(1, 1) == "a rank and itself");
  CHECK(parties(4, 1) == "ranks of a node");
  CHECK(parties(4, 2) == "nodes");
}
