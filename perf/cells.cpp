// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/cells.hpp"

namespace kitt::perf {

CellKey key_of(HoppingCell const& cell) {
  return {cell.kernel, cell.l, cell.ls, cell.precision, cell.variant};
}

CellKey key_of(MemoryCell const& cell) {
  return {cell.kernel, cell.l, 1, cell.precision, ""};
}

CellKey key_of(SkippedCell const& cell) {
  return {cell.kernel, cell.l, cell.ls, cell.precision, cell.variant};
}

CellKey key_of(FailedCell const& cell) {
  return {cell.kernel, cell.l, cell.ls, cell.precision, cell.variant};
}

} // namespace kitt::perf
