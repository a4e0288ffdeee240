// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/gauge_field.hpp"
#include "core/gauge_file/gauge_reading.hpp"
#include "core/lattice/local_volume.hpp"
#include "miniapp/run/benchmark_run.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// Which links fermions are put on, and their boundary condition in time.
struct GaugeOption {
  std::string start = "hot"; ///< "hot", "unit", "weak" or the path of a file
  TimeBoundary boundary = TimeBoundary::periodic;
  GaugeReading reading = {}; ///< how a file is read

  bool is_file() const;
  /// What the header of a record says of it.
  void describe(perf::Configuration& run) const;
};

/// Adds --gauge, --boundary, and the options that say how a file is read.
void add_gauge(CLI::App& app, GaugeOption& option);

/// Throws UserError if `fields` give a volume and a gauge file fixes it as well. Also throws
/// UserError if options say how a file is read, but there is no file. `other_files` says that there
/// are other files, for which --accept checksum is allowed.
void check_gauge(GaugeOption const& option, FieldOptions const& fields, bool other_files = false);

/// The lattice of a file whose extents rank 0 knows: all learn them. Collective.
SharedLattices lattice_of_file(comms::Communicator const& world, Extents extents,
                               std::string const& file);

/// Returns "FILE: TEXT" for each text.
std::vector<std::string> told_of(std::string const& file, std::vector<std::string> const& texts);

/// The links of a run.
class GaugeSource {
public:
  /// `option` outlives it.
  explicit GaugeSource(GaugeOption const& option) : option_(&option) {}

  BenchmarkRun::Files files() const;
  /// Rank 0 reads the gauge file, and all ranks get the extents or the error. Returns the lattice
  /// of the file, or nothing without a file. Collective.
  std::optional<SharedLattices> read(comms::Communicator const& world);
  /// Returns what the file states wrongly or lacks. Empty except on rank 0.
  std::vector<std::string> const& warnings() const { return warnings_; }
  /// Returns the whole field. `extents` are used if no file gives the field. Only for rank 0.
  GaugeField whole(RunContext const& context, Extents const& extents) const;
  /// Returns the links of this rank's volume. Collective.
  GaugeField links(RunContext const& context, LocalVolume const& volume) const;

private:
  GaugeField start(RunContext const& context, LocalVolume const& volume) const;

  GaugeOption const* option_;
  GaugeField from_file_; ///< the whole field: rank 0 alone has it
  std::vector<std::string> warnings_;
};

} // namespace kitt::miniapp
