// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/run/benchmark_run.hpp"
#include "perf/record/record.hpp"

namespace kitt::miniapp {

/// Throws UserError if a file that the run will write exists already, or is one of its inputs.
void check_files(BenchmarkRun const& benchmark);

/// Opens the record that the options name, or a new record with a default name.
perf::RunRecord new_or_resumed_record(BenchmarkRun const& benchmark,
                                      perf::RecordHeader const& header);

} // namespace kitt::miniapp
