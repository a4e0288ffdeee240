// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/record/pic_cell.hpp"
#include "perf/text/table.hpp"

#include <vector>

namespace kitt::perf::detail {

std::vector<ColumnOf<PicCell>> columns_of(PicCell const*, bool split);

} // namespace kitt::perf::detail
