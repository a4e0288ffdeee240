// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_file/gauge_file.hpp"

#include <string>
#include <vector>

namespace kitt::miniapp {

/// Options of `kitt gauge FILE... [--write-nersc OUT] [--write-ildg OUT] [--write-milc OUT]
/// [--force]`, and how the files are read.
struct GaugeOptions {
  std::vector<std::string> files;
  std::string write_nersc;     ///< file to write; empty for none
  std::string write_ildg;      ///< file to write; empty for none
  bool force = false;          ///< overwrite existing files
  std::string write_milc = {}; ///< file to write; empty for none
  GaugeReading reading = {};
};

/// Returns the lines that `kitt gauge` prints about one file: format, size, plaquette, link trace,
/// unitarity and checksums. Each figure is followed by the figure that the file states. Notes and
/// warnings come last.
std::string describe_gauge_file(std::string const& name, GaugeFileInfo const& info);

/// Describes every file on standard output and writes the requested conversions. Conversions keep
/// every stored bit, except that MILC files hold 32 bits of a number. Needs neither MPI nor Kokkos.
/// With several files, a bad one is reported on standard error and the others are still described.
/// Returns the exit status, 0 or 2. Throws UserError if the only file is bad, or options contradict
/// each other.
int run_gauge(GaugeOptions const& options);

} // namespace kitt::miniapp
