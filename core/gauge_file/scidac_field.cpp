// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/scidac_field.hpp"

#include "core/base/error.hpp"
#include "core/gauge_file/detail/lime_file.hpp"
#include "core/gauge_file/detail/mapped_file.hpp"
#include "core/gauge_file/detail/readers.hpp"
#include "core/gauge_file/text.hpp"

#include <utility>

namespace kitt {

namespace {

constexpr detail::SiteContent matrices{72, "four matrices", "not four colour matrices per site",
                                       "give a SciDAC file of fat or long links"};
constexpr detail::SiteContent vectors{6, "one colour vector", "not one colour vector per site",
                                      "give a SciDAC file of a colour-vector field"};

/// The only field of a file. The description and the size of the field were checked, but the field
/// is not converted yet.
struct Stored {
  detail::LimeLayout layout;
  detail::Bytes data;
  std::vector<ChecksumCheck> checksums;
  std::vector<std::string> notes;
  std::vector<std::string> warnings;
};

void validate_size(detail::LimeLayout const& layout, std::size_t bytes_per_site,
                   std::size_t present) {
  auto const expected = detail::payload_bytes(layout.extents, bytes_per_site);
  std::string const lattice = "a lattice of " + detail::to_text(layout.extents);
  KITT_VALIDATE(expected, "impossible lattice extents (" + lattice +
                              " is larger than any memory): fetch the file again");
  KITT_VALIDATE(*expected == present, "the file has the wrong size (" + lattice + " takes " +
                                          std::to_string(*expected) +
                                          " bytes of data, but there are " +
                                          std::to_string(present) + "): fetch the file again");
}

Stored parse(detail::Bytes bytes, detail::SiteContent const& content, GaugeReading const& reading) {
  KITT_VALIDATE(detail::is_lime(bytes),
                "not a LIME file (it does not begin with LIME's magic number): " +
                    std::string(content.advice));
  detail::LimeFile const file(bytes);
  auto const data = file.find("scidac-binary-data");
  auto const layout = detail::scidac_layout(file, content);
  KITT_VALIDATE(data && layout, "not a SciDAC field (scidac-binary-data, scidac-private-file-xml "
                                "or scidac-private-record-xml is missing): " +
                                    std::string(content.advice));
  auto const bytes_per_site = content.numbers * static_cast<std::size_t>(layout->precision) / 8;
  validate_size(*layout, bytes_per_site, data->size());
  auto checksums = detail::scidac_checks(file, *data, bytes_per_site);
  auto warnings = detail::check_checksums(checksums, reading.accepts(GaugeCheck::checksum));
  return {*layout, *data, std::move(checksums), file.notes(), std::move(warnings)};
}

} // namespace

ScidacFile<GaugeField> parse_colour_matrices(std::span<std::byte const> bytes,
                                             GaugeReading const& reading) {
  auto const stored = parse(bytes, matrices, reading);
  detail::LinkStorage const storage{StoredRows::three, stored.layout.precision, ByteOrder::big};
  return {detail::decode_links({stored.layout.extents, storage, stored.data}),
          stored.layout.precision, stored.checksums, stored.notes, stored.warnings};
}

ScidacFile<ColourVectors> parse_colour_vectors(std::span<std::byte const> bytes,
                                               GaugeReading const& reading) {
  auto const stored = parse(bytes, vectors, reading);
  ColourVectors field{stored.layout.extents, {}};
  field.vectors.resize(volume(field.extents));
  auto const step = stored.data.size() / field.vectors.size();
  for (std::size_t site = 0; site < field.vectors.size(); ++site) {
    auto const vector = detail::decode_row(stored.data.data() + site * step,
                                           stored.layout.precision, ByteOrder::big);
    KITT_VALIDATE(vector, "corrupt data (the colour vector at site " + std::to_string(site) +
                              " has a number that is not finite): fetch the file again");
    field.vectors[site] = *vector;
  }
  return {std::move(field), stored.layout.precision, stored.checksums, stored.notes,
          stored.warnings};
}

ScidacFile<GaugeField> read_colour_matrices(std::filesystem::path const& path,
                                            GaugeReading const& reading) {
  return detail::parse_file(
      path, [&](detail::Bytes bytes) { return parse_colour_matrices(bytes, reading); });
}

ScidacFile<ColourVectors> read_colour_vectors(std::filesystem::path const& path,
                                              GaugeReading const& reading) {
  return detail::parse_file(
      path, [&](detail::Bytes bytes) { return parse_colour_vectors(bytes, reading); });
}

} // namespace kitt
