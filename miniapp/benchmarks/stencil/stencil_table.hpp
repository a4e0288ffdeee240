// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/stencil/stencil_curves.hpp"

#include <string>
#include <vector>

namespace kitt::miniapp {

/// Returns the figures of exchanges with neighbours as lines of text. The figures are the best
/// rate, the size that reaches half of the best rate, and sizes where the rate drops. Returns an
/// empty text if there are no curves.
std::string stencil_summary_text(std::vector<StencilCurve> const& curves);

} // namespace kitt::miniapp
