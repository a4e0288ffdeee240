// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/run/benchmark_run.hpp"
#include "perf/record/record.hpp"

namespace kitt::miniapp {

/// Throws UserError if a file that the run will write is there already or is one that it reads.
void check_files(BenchmarkRun const& benchmark);

/// The record that the options ask for, of a name of its own where they name none.
perf::RunRecord new_or_resumed_record(BenchmarkRun const& benchmark,
                                      perf::RecordHeader const& header);

} // namespace kitt::miniapp
