// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "perf/ceilings/ceiling_doubts.hpp"

using namespace kitt::perf;

TEST_CASE("ceilings that cannot be are said, and why") {
  auto const level = [](std::string const& name, double gb_per_s) {
    LevelBandwidth measured;
    measured.level = name;
    measured.read_gb_per_s = gb_per_s / 2;
    measured.triad_gb_per_s = gb_per_s;
    return measured;
  };
  auto const says = [](std::vector<LevelBandwidth> const& levels) {
    Ceilings ceilings;
    ceilings.levels = levels;
    return ceiling_doubts_text(ceilings);
  };
  CHECK(says({level("L1", 400), level("L2", 382), level("memory", 20)}).empty());
  CHECK(says({level("L1", 100), level("L2", 104), level("memory", 20)}).empty()); // within 5 %
  CHECK(says({level("L1", 17.6), level("L2", 382), level("memory", 20)}) ==
        "! Bandwidth of L1: 17.6 GB/s is too low (L2 has 382 GB/s): something disturbed its "
        "measurement\n");
  CHECK(says({level("L1", 0.04), level("L2", 0.12), level("memory", 0.1)}) ==
        "! Bandwidth of L1: 0.04 GB/s is too low (L2 has 0.12 GB/s): something disturbed its "
        "measurement\n"
        "! Bandwidth of L2: 0.12 GB/s is too low (no machine has so little): something disturbed "
        "its measurement\n"
        "! Bandwidth of memory: 0.1 GB/s is too low (no machine has so little): something "
        "disturbed its measurement\n");
  CHECK(!says({level("L1", 0), level("memory", 2)}).empty());
  CHECK(is_too_low(0.04));
  CHECK(!is_too_low(1));
}
