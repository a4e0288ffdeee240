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

/// What a benchmark is run over: {"l", 16}, {"precision", "single"}, {"bytes", 8}.
using ParameterValue = std::variant<std::int64_t, std::string>;
using Parameters = std::map<std::string, ParameterValue>;

/// What makes two cells the same: a resumed run does not measure it again.
struct CellKey {
  std::string benchmark; ///< "hopping", "memory", "halo": of the table of benchmarks, as the kernel
  std::string kernel;    ///< "Wilson", "DWF4", "DWF5"; "axpy (KITT)", "read"...; "halo"
  std::string variant;   ///< empty where there is but one way, or all are meant
  Parameters parameters;

  auto operator<=>(CellKey const&) const = default;

  /// The parameter as a table writes it: "16", "single"; empty if the key has no such parameter.
  std::string text(std::string const& parameter) const;
};

/// A key of the benchmarks that run over fields on lattices. `ls`: 1 for Wilson and the memory
/// kernels.
CellKey lattice_key(std::string const& kernel, int l, int ls, Precision precision,
                    std::string const& variant);

/// "DWF4 L=16 Ls=16 single columns-4.4/overlap".
std::string name_of(CellKey const& key);
/// What Kokkos Tools call the region in which the cell is measured: "kitt::cell ", and its name.
std::string region_name(CellKey const& key);

} // namespace kitt::perf
