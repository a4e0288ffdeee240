// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/ceilings/precision.hpp"

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <variant>

namespace kitt::perf {

/// Parameters that a benchmark varies: {"l", 16}, {"precision", "single"}, {"bytes", 8}.
using ParameterValue = std::variant<std::int64_t, std::string>;
using Parameters = std::map<std::string, ParameterValue>;

/// Identity of a cell. A resumed run does not measure a cell again if the record has its key.
struct CellKey {
  std::string benchmark; ///< "hopping", "memory", "halo"
  std::string kernel;    ///< "Wilson", "DWF4", "DWF5"; "axpy (KITT)", "read"...; "halo"
  std::string variant;   ///< name of a variant; empty if there is only one, or for all variants
  Parameters parameters;

  auto operator<=>(CellKey const&) const = default;

  /// Returns the text of a parameter: "16", "single". Empty if the key has no such parameter.
  std::string text(std::string const& parameter) const;
};

/// Returns the key of a benchmark that works on lattice fields. `ls` is 1 for Wilson fermions and
/// memory kernels.
CellKey lattice_key(std::string const& kernel, int l, int ls, Precision precision,
                    std::string const& variant);

/// Returns a readable name of the cell: "DWF4 L=16 Ls=16 single columns-4.4/overlap".
std::string name_of(CellKey const& key);
/// Returns the name of the Kokkos Tools region that measures the cell: "kitt::cell " and the name
/// of the cell.
std::string region_name(CellKey const& key);

} // namespace kitt::perf
