// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "perf/ceilings/ceilings.hpp"

using namespace kitt::perf;

TEST_CASE("implausible ceilings are reported with the reason") {
  auto const level = [](std::string const& name, double read, double triad) {
    LevelBandwidth measured;
    measured.level = name;
    measured.read_gb_per_s = measured.copy_gb_per_s = read;
    measured.triad_gb_per_s = measured.update_gb_per_s = triad;
    return measured;
  };
  auto const says = [](std::vector<LevelBandwidth> const& levels) {
    Ceilings ceilings;
    ceilings.levels = levels;
    return ceiling_doubts_text(ceilings);
  };
  auto const memory = level("memory", 20, 20);
  CHECK(says({}).empty());
  CHECK(says({level("L1", 400, 400), level("L2", 382, 382), memory}).empty());
  CHECK(says({level("L1", 100, 100), level("L2", 104, 104), memory})
            .empty()); // a difference within 5 % gives no doubt
  CHECK(says({level("L1", 400, 400), level("L2", 380, 6.9), level("L3", 50, 57.5), memory}) ==
        "! triad bandwidth of L2: 6.9 GB/s is too low (L3 has 57.5 GB/s): something disturbed its "
        "measurement, so run again\n"
        "! update bandwidth of L2: 6.9 GB/s is too low (L3 has 57.5 GB/s): something disturbed its "
        "measurement, so run again\n");
  CHECK(says({level("L1", 0.04, 2), level("memory", 0.04, 1)}) ==
        "! read bandwidth of L1: 0.04 GB/s is too low (no machine is so slow): something "
        "disturbed its measurement, so run again\n"
        "! copy bandwidth of L1: 0.04 GB/s is too low (no machine is so slow): something "
        "disturbed its measurement, so run again\n"
        "! read bandwidth of memory: 0.04 GB/s is too low (no machine is so slow): something "
        "disturbed its measurement, so run again\n"
        "! copy bandwidth of memory: 0.04 GB/s is too low (no machine is so slow): something "
        "disturbed its measurement, so run again\n");
  CHECK(!says({level("L1", 0, 0), memory}).empty());
  CHECK(is_too_low(0.04));
  CHECK(!is_too_low(1));
}
