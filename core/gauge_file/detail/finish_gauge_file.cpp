// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/detail/readers.hpp"

#include "core/base/error.hpp"
#include "core/base/finite.hpp"
#include "core/gauge_file/text.hpp"

#include <cmath>

namespace kitt::detail {

namespace {

void validate_unitarity(UnitarityError const& error) {
  bool const good = is_within(error.unitarity, largest_unitarity_error) && // false for NaN
                    is_within(error.determinant, largest_unitarity_error);
  KITT_VALIDATE(good, "the links are not SU(3) matrices (largest |U U^dagger - 1| is " +
                          decimal(error.unitarity, 3) + ", largest |det U - 1| is " +
                          decimal(error.determinant, 3) +
                          "): give a file of SU(3) links; a mislabelled byte order, precision or "
                          "number of rows looks like this too");
}

// Ten digits are usual in headers, but programs that measured in single precision lose some.
double tolerance(StoredPrecision precision) {
  return precision == StoredPrecision::bits_32 ? 1e-5 : 1e-6;
}

RealCheck check_real(std::string const& name, std::optional<double> stated, double computed,
                     StoredPrecision precision) {
  RealCheck const check{stated, computed, tolerance(precision)};
  bool const agrees = !stated || is_within(std::abs(*stated - computed), check.tolerance);
  KITT_VALIDATE(agrees, "the links do not have the file's " + name + " (stated as " +
                            decimal(stated.value_or(0), 12) + ", its links give " +
                            decimal(computed, 12) + ", tolerance " + decimal(check.tolerance, 1) +
                            "): the file is corrupt or mislabelled; fetch it again");
  return check;
}

} // namespace

void validate_checksums(std::vector<ChecksumCheck> const& checksums) {
  for (auto const& sum : checksums)
    KITT_VALIDATE(!sum.stated || *sum.stated == sum.computed,
                  "the data do not have the file's checksum (" + sum.name + " is stated as " +
                      hexadecimal(*sum.stated) + ", the data give " + hexadecimal(sum.computed) +
                      "): the file is corrupt or mislabelled; fetch it again");
}

GaugeFile finish_gauge_file(ParsedFile const& parsed) {
  validate_checksums(parsed.checksums);
  GaugeFile file;
  file.field = decode_links(parsed.links);
  auto const& storage = parsed.links.storage;
  auto& info = file.info;
  info.format = parsed.format;
  info.extents = parsed.links.extents;
  info.precision = storage.precision;
  info.rows = storage.rows;
  info.byte_order = storage.byte_order;
  info.checksums = parsed.checksums;
  info.observables = measure_gauge(file.field);
  validate_unitarity(info.observables.unitarity_error);
  info.plaquette =
      check_real("plaquette", parsed.plaquette, info.observables.plaquette.all, info.precision);
  auto const xlf = check_real("plaquette in xlf-info", parsed.xlf_plaquette,
                              info.observables.plaquette.all, info.precision);
  if (!info.plaquette.stated)
    info.plaquette = xlf;
  for (auto const& record : parsed.records)
    file.records.push_back({std::string(record.type), std::string(as_text(record.data))});
  info.link_trace =
      check_real("link trace", parsed.link_trace, info.observables.link_trace, info.precision);
  return file;
}

} // namespace kitt::detail
