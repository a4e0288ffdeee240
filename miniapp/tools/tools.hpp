// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_file/gauge_file.hpp"
#include "miniapp/run/tool.hpp"

#include <string>
#include <vector>

namespace kitt::miniapp {

/// Add one tool each to the command line. The file with the name of a tool implements it.
RunTool add_compare(CLI::App& app);
RunTool add_gauge(CLI::App& app);
RunTool add_judge(CLI::App& app);
RunTool add_list(CLI::App& app);
RunTool add_model(CLI::App& app);
RunTool add_report(CLI::App& app);
RunTool add_schema(CLI::App& app);
RunTool add_sweep(CLI::App& app);

/// Options of `kitt gauge FILE... [--write-nersc OUT] [--write-ildg OUT] [--write-milc OUT]
/// [--force]`, and how files are read.
struct GaugeOptions {
  std::vector<std::string> files;
  std::string write_nersc;     ///< NERSC file to write; may be empty
  std::string write_ildg;      ///< ILDG file to write; may be empty
  bool force = false;          ///< whether to overwrite existing files
  std::string write_milc = {}; ///< MILC file to write; may be empty
  GaugeReading reading = {};
};

/// Returns the lines that `kitt gauge` prints about one file: format, size, plaquette, link trace,
/// unitarity and checksums. Each figure is compared with the value that the file states. Notes and
/// warnings come last.
std::string describe_gauge_file(std::string const& name, GaugeFileInfo const& info);

/// Prints a description of each file and writes the requested conversions. Conversions keep all
/// stored bits, except that MILC files hold 32 bits of a number. Needs neither MPI nor Kokkos.
/// Among several files, a bad one is reported on standard error and the others are still described.
/// Returns the exit status, 0 or 2. Throws UserError if the only file is bad, or if options
/// contradict each other.
int run_gauge(GaugeOptions const& options);

/// Options of `kitt report FILE... [--output PAGE] [--title TITLE] [--force]`.
struct ReportOptions {
  std::vector<std::string> files;
  std::string page = "report.html";
  std::string title = {};
  bool force = false;
};

/// Writes the page of `kitt report`. Returns 0, or the exit status of Python, which has printed why
/// it could not make the page. Throws UserError if a file is no document of KITT.
int write_report(ReportOptions const& options);

} // namespace kitt::miniapp
