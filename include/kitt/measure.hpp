// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file
/// Samples of a function's run time, their statistics, and the energy used meanwhile.

#include "perf/measure/energy_meter.hpp"
#include "perf/measure/sampling.hpp"
#include "perf/measure/statistics.hpp"
