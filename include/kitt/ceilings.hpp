// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file
/// What this machine can do, what kernels cost, and how close a measured time comes to the
/// roofline.

#include "perf/ceilings/cost_table.hpp"
#include "perf/ceilings/measure_ceilings.hpp"
#include "perf/ceilings/roofline.hpp"
