// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file
/// Conjugate gradients, and the systems of equations that they solve.

#include "core/solvers/block_conjugate_gradient.hpp"
#include "core/solvers/column_ratios.hpp"
#include "core/solvers/conjugate_gradient.hpp"
#include "core/solvers/mixed_conjugate_gradient.hpp"
#include "core/solvers/multiple_conjugate_gradient.hpp"
#include "core/solvers/pipelined_conjugate_gradient.hpp"
#include "core/solvers/red_black_system.hpp"
#include "core/solvers/solver.hpp"
#include "core/solvers/staggered_system.hpp"
