// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file
/// Samples of the run time of a function, statistics of the samples, and the energy used during the
/// samples.

#include "perf/measure/energy_meter.hpp"
#include "perf/measure/sampling.hpp"
#include "perf/measure/statistics.hpp"
