// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/record/fft_cell.hpp"
#include "perf/text/table.hpp"

#include <vector>

namespace kitt::perf::detail {

std::vector<ColumnOf<FftCell>> columns_of(FftCell const*, bool split);

} // namespace kitt::perf::detail
