// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kitt_build_info.hpp"
#include "perf/ceilings/precision.hpp"

namespace kitt::miniapp {

/// Returns whether the kernels were compiled for this precision (KITT_PRECISIONS).
constexpr bool built_for(perf::Precision precision) {
  return build_info::precisions.find(names_of(precision)[static_cast<std::size_t>(precision)]) !=
         std::string_view::npos;
}

} // namespace kitt::miniapp
