// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/solve/detail/system.hpp"

namespace kitt::miniapp {
template bool measure_wilson<SolverPrecision::mixed>(Session&, SolveOptions const&,
                                                     SolveProblem const&, SolveCase const&);
}
