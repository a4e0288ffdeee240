// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_file/gauge_file.hpp"

#include <string>
#include <vector>

namespace kitt::miniapp {

/// `kitt gauge FILE... [--write-nersc OUT] [--write-ildg OUT] [--write-milc OUT] [--force]`, and
/// how the files are read
struct GaugeOptions {
  std::vector<std::string> files;
  std::string write_nersc;     ///< empty: do not write
  std::string write_ildg;      ///< empty: do not write
  bool force = false;          ///< overwrite existing files
  std::string write_milc = {}; ///< empty: do not write
  GaugeReading reading = {};
};

/// What `kitt gauge` prints of one file: what it is, its size, plaquette, link trace, unitarity and
/// checksums, each beside what the file states; then notes and warnings.
std::string describe_gauge_file(std::string const& name, GaugeFileInfo const& info);

/// Describes every file on standard output and writes the conversions asked for, which keep every
/// bit of what was stored; MILC's has no more than 32 of a number. Needs neither MPI nor Kokkos.
/// With several files, a bad one is reported on standard error and the others are still described.
/// Returns the exit status, 0 or 2. Throws UserError if the only file is bad, or options contradict
/// each other.
int run_gauge(GaugeOptions const& options);

} // namespace kitt::miniapp
