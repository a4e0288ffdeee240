// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "perf/ceilings/ceilings.hpp"
#include "perf/ceilings/roofline.hpp"

#include <limits>

using namespace kitt::perf;

namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

BandwidthPoint point(std::size_t bytes, double read, double copy, double triad) {
  return {bytes, read, copy, triad};
}

/// Returns the curve of a virtual machine: 2 MiB at 200 GB/s, then 60 GB/s up to 32 MiB, then 30
/// GB/s. The machine states a cache of 480 MiB.
std::vector<BandwidthPoint> shared_cache() {
  return {point(1 * mib, 200, 180, 150), point(2 * mib, 190, 200, 150), point(4 * mib, 60, 50, 40),
          point(8 * mib, 58, 60, 40),    point(16 * mib, 55, 60, 40),   point(32 * mib, 50, 60, 40),
          point(64 * mib, 20, 30, 28),   point(256 * mib, 25, 29, 30)};
}

std::vector<CeilingLevel> stated() {
  return {{"L2", 1 * mib, 2 * mib},
          {"L3", 4 * mib, 480 * mib},
          {"memory", 256 * mib, std::numeric_limits<std::size_t>::max()}};
}

} // namespace

TEST_CASE("working sets cover the range from first to last in equal ratios up to the given limit") {
  auto const sets = working_sets(32 << 10, 64 << 20, 1.5);
  CHECK(sets.front() == 32 << 10);
  CHECK(sets.back() == 64 << 20);
  for (std::size_t i = 1; i < sets.size(); ++i) {
    CHECK(sets[i] > sets[i - 1]);
    CHECK(static_cast<double>(sets[i]) < 1.501 * static_cast<double>(sets[i - 1]));
  }
  CHECK(sets.size() == 20); // log(2048) / log(1.5) = 18.8
  CHECK(working_sets(100, 100, 2) == std::vector<std::size_t>{100});
}

TEST_CASE("the bandwidth at a size is the best of all kernels and of all larger sets") {
  auto const curve = shared_cache();
  CHECK(bandwidth_at(curve, 1) == 200);
  CHECK(bandwidth_at(curve, 1 * mib) == 200);
  CHECK(bandwidth_at(curve, 5 * mib) == Approx(60)); // the bandwidth is equal at 4 and 8 MiB
  CHECK(bandwidth_at(curve, 1024 * mib) == 30);
  // Interpolation is a power law: halfway in size on a logarithmic scale is halfway in bandwidth.
  CHECK(bandwidth_at({point(100, 80, 0, 0), point(400, 20, 0, 0)}, 200) == Approx(40));
  // the measurement of the smaller set was disturbed
  CHECK(bandwidth_at({point(100, 10, 0, 0), point(400, 20, 0, 0)}, 50) == 20);
  CHECK(bandwidth_at({point(100, 10, 0, 0), point(400, 20, 0, 0)}, 200) == Approx(20));
}

TEST_CASE("a level is used as long as the curve shows it, whatever size the machine states") {
  auto const levels = levels_of(shared_cache(), stated());
  REQUIRE(levels.size() == 3);
  CHECK(levels[1].level == "L3");
  CHECK(levels[1].working_set_bytes == 4 * mib);
  CHECK(levels[1].read_gb_per_s == 60);
  CHECK(levels[1].capacity_bytes == 480 * mib);
  CHECK(levels[0].effective_bytes > 2 * mib);
  CHECK(levels[0].effective_bytes < 4 * mib);
  CHECK(levels[1].effective_bytes > 32 * mib);
  CHECK(levels[1].effective_bytes < 64 * mib);
  CHECK(levels[2].effective_bytes == 0);
  CHECK(levels_of({}, stated()).empty());
}

TEST_CASE("a kernel's bandwidth comes from kernels that do no more with their streams") {
  BandwidthPoint const cache{1 * mib, 200, 300, 250, 400};
  CHECK(cache.best_gb_per_s(Streams::read) == 200);
  CHECK(cache.best_gb_per_s(Streams::written) == 300);
  CHECK(cache.best_gb_per_s(Streams::updated) == 400);
  CHECK(point(1 * mib, 200, 300, 250).best_gb_per_s(Streams::updated) == 300);
  std::vector<BandwidthPoint> const curve{cache, {2 * mib, 100, 150, 125, 200}};
  CHECK(bandwidth_at(curve, 1 * mib, Streams::read) == 200);
  CHECK(bandwidth_at(curve, 2 * mib, Streams::updated) == 200);
}

TEST_CASE(
    "the level's line and the curve agree, and a larger set that was faster counts for both") {
  auto curve = shared_cache();
  curve[2] = point(4 * mib, 45, 40, 35); // a disturbed measurement
  auto const levels = levels_of(curve, stated());
  CHECK(levels[1].best_gb_per_s() == bandwidth_at(curve, 4 * mib));
  CHECK(levels[1].read_gb_per_s == 58);
  CHECK(levels[1].copy_gb_per_s == 60);
  CHECK(levels[1].triad_gb_per_s == 40);
}

TEST_CASE("between two levels of equal bandwidth, the first level has no known end") {
  auto curve = shared_cache();
  for (std::size_t i = 2; i < curve.size(); ++i)
    curve[i] = point(curve[i].working_set_bytes, 30, 30, 30);
  CHECK(levels_of(curve, stated())[1].effective_bytes == 0);
}

TEST_CASE("a cell's roof belongs to its own working set and is named after the level that holds "
          "the set") {
  Ceilings ceilings;
  ceilings.single_gflops_per_s = 1000;
  ceilings.curve = shared_cache();
  ceilings.levels = levels_of(ceilings.curve, stated());
  CHECK(sustained_bandwidth(ceilings, 8 * mib).level == "L3");
  CHECK(sustained_bandwidth(ceilings, 8 * mib).gb_per_s == Approx(60));
  CHECK(sustained_bandwidth(ceilings, 100 * mib).level == "memory");
  CHECK(sustained_bandwidth(ceilings, 100 * mib).gb_per_s == Approx(30));
  Work const work{8e6, 8.0 * mib};
  auto const found = roofline(ceilings, Precision::single_precision, work, 8.0 * mib / 60e9);
  CHECK(found.ceiling == "L3 bandwidth");
  CHECK(found.fraction.value() == Approx(1));
  // Memory was not measured, so working sets in memory have no roof.
  ceilings.levels.pop_back();
  CHECK(sustained_bandwidth(ceilings, 1024 * mib).level.empty());
  CHECK(sustained_bandwidth(ceilings, 1024 * mib).gb_per_s == 0);
}

TEST_CASE("near the end of a level a cell has a range of roofs, for any measured end") {
  Ceilings ceilings;
  ceilings.single_gflops_per_s = 1000;
  // L3 ends above or below 48 MiB, because other programs use more or less of it.
  for (bool const more : {false, true}) {
    ceilings.curve = {point(8 * mib, 60, 60, 60), point(24 * mib, 60, 60, 60),
                      more ? point(56 * mib, 60, 60, 60) : point(56 * mib, 24, 24, 24),
                      point(120 * mib, 20, 20, 20), point(256 * mib, 20, 20, 20)};
    ceilings.levels = levels_of(ceilings.curve, {stated()[1], stated()[2]});
    auto const cell = [&](double set) {
      return roofline(ceilings, Precision::single_precision, {set, set},
                      set / 15e9); // the cell reaches 15 GB/s
    };
    auto const near = cell(48. * mib);
    REQUIRE(near.range);
    CHECK(near.range->lowest == Approx(0.25));
    CHECK(near.range->highest > 0.5);
    CHECK(ceilings_of(*near.range) == "L3 bandwidth or memory bandwidth");
    CHECK(near.fraction.value() >= near.range->lowest);
    CHECK(near.fraction.value() <= near.range->highest);
    CHECK_FALSE(cell(8. * mib).range);
    CHECK_FALSE(cell(256. * mib).range);
  }
}

TEST_CASE("there is no range of roofs if the peak limits both sides of a step") {
  Ceilings ceilings;
  ceilings.single_gflops_per_s = 1;
  ceilings.curve = shared_cache();
  ceilings.levels = levels_of(ceilings.curve, stated());
  Work const work{64.0 * mib, 48.0 * mib};
  CHECK_FALSE(roofline(ceilings, Precision::single_precision, work, 1).range);
}
