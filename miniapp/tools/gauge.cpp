// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/tools/tools.hpp"

#include "core/base/error.hpp"
#include "core/base/failure.hpp"
#include "core/gauge_file/text.hpp"
#include "core/gauge_file/write_gauge_file.hpp"
#include "miniapp/run/gauge_reading_options.hpp"
#include "miniapp/run/option_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

namespace kitt::miniapp {

namespace {

std::string line(std::string_view label, std::string const& value) {
  return fmt::format("  {:<13}{}\n", label, value);
}

std::string against_statement(RealCheck const& check) {
  if (!check.stated)
    return fmt::format("{:<24.16g}not stated by the file", check.computed);
  bool const agrees = check.outcome() == CheckOutcome::agrees;
  return fmt::format("{:<24.16g}{} the stated {:.12g} (tolerance {:.0e})", check.computed,
                     agrees ? "agrees with" : "differs from", *check.stated, check.tolerance);
}

std::string outcome_text(ChecksumCheck const& check) {
  switch (check.outcome()) {
  case CheckOutcome::agrees:
    return fmt::format("agrees with the stated {:08x}", *check.stated);
  case CheckOutcome::not_filled_in:
    return "never filled in by the file";
  case CheckOutcome::differs:
    return check.stated ? fmt::format("differs from the stated {:08x}", *check.stated)
                        : "not readable in the file";
  default:
    return "not stated by the file";
  }
}

std::string against_statement(ChecksumCheck const& check) {
  return fmt::format("{:<9}{:08x}       {}", check.name, check.computed, outcome_text(check));
}

std::string describe_format(GaugeFileInfo const& info) {
  return fmt::format("{}, {} bit, {}, {}", to_string(info.format), static_cast<int>(info.precision),
                     to_string(info.byte_order),
                     info.rows == StoredRows::two ? "2 rows (third row reconstructed)" : "3 rows");
}

std::string describe_lattice(Extents const& extents) {
  return fmt::format("{} (x y z t), {} sites", fmt::join(extents, " x "), volume(extents));
}

// Returns the precision of an ILDG file without loss. The third row of a matrix stored as two rows
// of 32 bits has more digits than 32 bits hold.
StoredPrecision lossless_ildg_precision(GaugeFileInfo const& info) {
  return info.rows == StoredRows::three ? info.precision : StoredPrecision::bits_64;
}

/// Prints the records of a file, and whether a conversion keeps them. The records may hold data
/// such as beta, kappa or the trajectory, which are stored nowhere else.
void print_records(GaugeFile const& file, char const* fate) {
  for (auto const& record : file.records)
    fmt::print("{}",
               line(fate, fmt::format("record {} ({} bytes)", kitt::detail::quoted(record.type),
                                      record.data.size())));
}

void write_conversions(GaugeOptions const& options, GaugeFile const& file) {
  if (!options.write_nersc.empty()) {
    write_nersc(options.write_nersc, file.field,
                {file.info.rows, file.info.precision, ByteOrder::big, overwrite_if(options.force)});
    fmt::print("wrote {} (NERSC)\n", options.write_nersc);
    print_records(file, "left out");
  }
  if (!options.write_ildg.empty()) {
    write_ildg(options.write_ildg, file.field,
               {lossless_ildg_precision(file.info), overwrite_if(options.force), file.records});
    fmt::print("wrote {} (ILDG)\n", options.write_ildg);
    print_records(file, "carried");
  }
}

// Writes a MILC file, whose numbers always have 32 bits.
void write_as_milc(GaugeOptions const& options, GaugeFile const& file) {
  if (options.write_milc.empty())
    return;
  write_milc(options.write_milc, file.field, {ByteOrder::little, overwrite_if(options.force)});
  bool const exact = lossless_ildg_precision(file.info) == StoredPrecision::bits_32;
  fmt::print("wrote {} (MILC{})\n", options.write_milc, exact ? "" : ", rounded to 32 bit");
  print_records(file, "left out");
}

void show(GaugeOptions const& options, std::string const& name) {
  auto const file = read_gauge_file(name, options.reading);
  fmt::print("{}", describe_gauge_file(name, file.info));
  write_conversions(options, file);
  write_as_milc(options, file);
}

} // namespace

std::string describe_gauge_file(std::string const& name, GaugeFileInfo const& info) {
  auto const& plaquette = info.observables.plaquette;
  auto const& error = info.observables.unitarity_error;
  std::string text = name + "\n";
  text += line("format", describe_format(info));
  text += line("lattice", describe_lattice(info.extents));
  text += line("plaquette", against_statement(info.plaquette));
  text += line("  spatial", fmt::format("{:.16g}", plaquette.spatial));
  text += line("  temporal", fmt::format("{:.16g}", plaquette.temporal));
  text += line("link trace", against_statement(info.link_trace));
  text +=
      line("unitarity", fmt::format("largest |U U^dagger - 1| {:.2e}, largest |det U - 1| {:.2e}",
                                    error.unitarity, error.determinant));
  for (auto const& checksum : info.checksums)
    text += line("checksum", against_statement(checksum));
  for (auto const& note : info.notes)
    text += line("note", note);
  for (auto const& warning : info.warnings)
    text += line("WARNING", warning);
  return text;
}

int run_gauge(GaugeOptions const& options) {
  KITT_VALIDATE(!options.files.empty(),
                "no gauge file to read (the command line has none): give at least one");
  bool const writes =
      !options.write_nersc.empty() || !options.write_ildg.empty() || !options.write_milc.empty();
  KITT_VALIDATE(!writes || options.files.size() == 1,
                "several files to convert, but only one output (each file needs its own): convert "
                "one at a time");
  std::vector<NamedFile> inputs;
  for (auto const& name : options.files)
    inputs.push_back({"FILE", name});
  check_outputs({{"--write-nersc", options.write_nersc},
                 {"--write-ildg", options.write_ildg},
                 {"--write-milc", options.write_milc}},
                inputs, overwrite_if(options.force));
  if (options.files.size() == 1) {
    show(options, options.files.front());
    return 0;
  }
  int status = 0;
  for (auto const& name : options.files) {
    try {
      show(options, name);
    } catch (UserError const& error) {
      report_failure(error.what());
      status = 2;
    }
  }
  return status;
}

RunTool add_gauge(CLI::App& app) {
  auto const options = std::make_shared<GaugeOptions>();
  app.add_option("FILE", options->files, "Gauge-field files (NERSC, ILDG, SciDAC, MILC)")
      ->required();
  detail::add_path(app, "--write-nersc", options->write_nersc, "Write the field as NERSC");
  detail::add_path(app, "--write-ildg", options->write_ildg, "Write the field as ILDG");
  detail::add_path(app, "--write-milc", options->write_milc,
                   "Write the field as MILC v5, rounded to 32 bit");
  add_reading(app, options->reading);
  app.add_flag("--force", options->force, "Overwrite existing files");
  return [options] { return run_gauge(*options); };
}

} // namespace kitt::miniapp
