// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/output_file.hpp"
#include "core/fields/gauge_field.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace kitt::miniapp {

/// Place of a configuration in its chain, which the file of the configuration keeps.
struct ChainPlace {
  std::int64_t trajectory = 0; ///< trajectories since the start of the chain
  std::uint64_t seed = 1;
  std::string beta; ///< a number as text
  std::string mass; ///< of the quarks, a number as text; empty without quarks
  std::string mu;   ///< twisted mass of the quarks, a number as text; empty if it is 0

  bool operator==(ChainPlace const&) const = default;
};

/// Gauge configuration of a chain.
struct HmcConfiguration {
  GaugeField field;
  std::optional<ChainPlace> place = {}; ///< empty if the file does not tell it
};

/// Writes a configuration as ILDG file with checksums and a record "kitt-hmc", which keeps the
/// place in the chain. Every bit of the links is kept. Throws UserError if the file cannot be
/// written.
void write_configuration(std::string const& path, GaugeField const& field, ChainPlace const& place,
                         Overwrite overwrite);
/// Reads a configuration: a file of write_configuration(), or another gauge file. Throws UserError
/// if the file is no valid gauge file.
HmcConfiguration read_configuration(std::string const& path);

} // namespace kitt::miniapp
