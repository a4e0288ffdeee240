// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause

#include "perf/measure/statistics.hpp"

int main() {
  kitt::perf::Statistics const statistics = kitt::perf::summarize({1.0, 4.0, 2.0});
  return statistics.median == 2.0 ? 0 : 1;
}
