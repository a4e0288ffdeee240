// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/hopping/hopping_options.hpp"
#include "miniapp/benchmarks/hopping/operator_check.hpp"
#include "miniapp/run/run.hpp"
#include "miniapp/run/tuner.hpp"

namespace kitt::miniapp {

/// What all hopping kernels of a run share.
struct HoppingContext {
  Run const& run;
  HoppingOptions const& options;
  Tuner tuner;
  CheckedOperators checked = {};
};

} // namespace kitt::miniapp
