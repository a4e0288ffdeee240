// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/solve/detail/staggered_discrete.hpp"

namespace kitt::miniapp {
template bool measure_staggered<SolverPrecision::double_precision, 1>(Session&, SolveOptions const&,
                                                                      SolveProblem const&,
                                                                      SolveCase const&);
}
