// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/stencil/stencil_curves.hpp"

#include <string>
#include <vector>

namespace kitt::miniapp {

/// What sizes say of exchanges with neighbours, as whole lines: best rate, the size that reaches
/// half of it, sizes where rates drop. Nothing without curves.
std::string stencil_summary_text(std::vector<StencilCurve> const& curves);

} // namespace kitt::miniapp
