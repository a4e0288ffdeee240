// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/run_time.hpp"

#include "perf/text/words.hpp"

#include <fmt/format.h>

namespace kitt::mpi_profile {

std::string run_time_text(int ranks, RunTime const& run) {
  return fmt::format("{}, means: total {:.3f} s, compute {:.3f} s, communication {:.3f} s, share "
                     "{:.1f} %",
                     perf::counted(ranks, "rank"), run.total_seconds, run.compute_seconds(),
                     run.communication_seconds, 100 * run.communication_share());
}

} // namespace kitt::mpi_profile
