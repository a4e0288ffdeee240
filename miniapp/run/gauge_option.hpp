// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/gauge_field.hpp"
#include "core/gauge_file/gauge_reading.hpp"
#include "core/lattice/lattice.hpp"
#include "miniapp/run/benchmark_run.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// Options for the links, and for the boundary condition of fermions in time.
struct GaugeOption {
  std::string start = "hot"; ///< "hot", "unit", "weak", or the path of a file
  TimeBoundary boundary = TimeBoundary::periodic;
  GaugeReading reading = {}; ///< options for reading a file

  bool is_file() const;
  /// Writes these options into the configuration of a record.
  void describe(perf::Configuration& run) const;
};

/// Declares --gauge, --boundary, and the options for reading a file.
void add_gauge(CLI::App& app, GaugeOption& option);

/// Throws UserError if `fields` give a volume although a gauge file fixes the volume. Throws
/// UserError if there are options for reading a file, but there is no file. `other_files`: true if
/// there are other files, for which --accept checksum is allowed.
void check_gauge(GaugeOption const& option, FieldOptions const& fields, bool other_files = false);

/// Returns the lattice of a file on all ranks. Requires that rank 0 gives its extents. Collective.
SharedLattices lattice_of_file(comms::Communicator const& world, Extents extents,
                               std::string const& file);

/// Returns "FILE: TEXT" for each text.
std::vector<std::string> told_of(std::string const& file, std::vector<std::string> const& texts);

/// Links of a run: from a gauge file, or from a formula.
class GaugeSource {
public:
  /// Requires that `option` outlives this object.
  explicit GaugeSource(GaugeOption const& option) : option_(&option) {}

  BenchmarkRun::Files files() const;
  /// Reads the gauge file on rank 0. All ranks get the extents of the file, or the error. Returns
  /// the lattice of the file, or nothing if there is no file. Collective.
  std::optional<SharedLattices> read(comms::Communicator const& world);
  /// Returns warnings about wrong or missing information in the file. The list is empty except on
  /// rank 0.
  std::vector<std::string> const& warnings() const { return warnings_; }
  /// Returns the whole field. Uses `extents` if no file gives the field. Call on rank 0 only.
  GaugeField whole(RunContext const& context, Extents const& extents) const;
  /// Returns the links of this rank's volume. Collective.
  GaugeField links(RunContext const& context, LocalVolume const& volume) const;

private:
  GaugeField start(RunContext const& context, LocalVolume const& volume) const;

  GaugeOption const* option_;
  GaugeField from_file_; ///< whole field of the file; empty except on rank 0
  std::vector<std::string> warnings_;
};

} // namespace kitt::miniapp
