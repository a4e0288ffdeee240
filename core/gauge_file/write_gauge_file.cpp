// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/write_gauge_file.hpp"

#include "core/base/error.hpp"
#include "core/base/finite.hpp"
#include "core/gauge_file/detail/checksums.hpp"
#include "core/gauge_file/detail/lime_file.hpp"
#include "core/gauge_file/detail/readers.hpp"
#include "core/gauge_file/detail/stored_links.hpp"
#include "core/gauge_file/text.hpp"

#include <algorithm>
#include <ctime>

namespace kitt {

namespace {

using detail::Bytes;
using detail::decimal;
using detail::LinkStorage;

constexpr int header_digits = 15;

// Encodes the links of one time slice after the other. Calls take(bytes, first site) for each
// slice.
template <class Take>
void for_each_slice(GaugeField const& field, LinkStorage const& storage, Take&& take) {
  auto const slices = static_cast<std::size_t>(field.extents[3]);
  auto const sites = volume(field.extents) / slices;
  std::vector<std::byte> buffer(sites * storage.bytes_per_site());
  for (std::size_t t = 0; t < slices; ++t) {
    detail::encode_links(field, t * sites, storage, buffer);
    take(Bytes(buffer), t * sites);
  }
}

// Returns the field as a reader of the file will get it: rounded, or with reconstructed third rows.
GaugeField as_stored(GaugeField field, LinkStorage const& storage) {
  Extents const slice{field.extents[0], field.extents[1], field.extents[2], 1};
  for_each_slice(field, storage, [&](Bytes links, std::size_t first_site) {
    auto const stored = detail::decode_links({slice, storage, links});
    std::ranges::copy(stored.links,
                      field.links.begin() + static_cast<std::ptrdiff_t>(4 * first_site));
  });
  return field;
}

// Returns the observables of the links that the file will contain. Throws UserError if the links
// are so far from SU(3) that no reader would accept them.
GaugeObservables measure_writable(std::filesystem::path const& path, GaugeField const& field,
                                  LinkStorage const& storage) {
  KITT_EXPECT(volume(field.extents) > 0 && field.links.size() == 4 * volume(field.extents));
  bool const exact =
      storage.rows == StoredRows::three && storage.precision == StoredPrecision::bits_64;
  auto const observables = measure_gauge(exact ? field : as_stored(field, storage));
  auto const& error = observables.unitarity_error;
  bool const good = is_within(error.unitarity, detail::largest_unitarity_error) &&
                    is_within(error.determinant, detail::largest_unitarity_error);
  KITT_VALIDATE(good, path.string() +
                          ": not written (the links are not SU(3) matrices, largest "
                          "|U U^dagger - 1| is " +
                          decimal(error.unitarity, 3) + "): give a field of SU(3) links");
  return observables;
}

std::string utc_now(char const* format = "%Y-%m-%d %H:%M:%S UTC") {
  std::time_t const now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 64> text{};
  std::strftime(text.data(), text.size(), format, &parts);
  return text.data();
}

std::string nersc_header(GaugeField const& field, NerscOptions const& options,
                         GaugeObservables const& observables, std::uint32_t checksum) {
  bool const all_rows = options.rows == StoredRows::three;
  std::string text = "BEGIN_HEADER\nHDR_VERSION = 1.0\nDATATYPE = 4D_SU3_GAUGE";
  text += all_rows ? "_3x3\n" : "\n";
  text += "STORAGE_FORMAT = 1.0\n";
  for (std::size_t mu = 0; mu < 4; ++mu)
    text +=
        "DIMENSION_" + std::to_string(mu + 1) + " = " + std::to_string(field.extents[mu]) + "\n";
  text += "LINK_TRACE = " + decimal(observables.link_trace, header_digits) + "\n";
  text += "PLAQUETTE = " + decimal(observables.plaquette.all, header_digits) + "\n";
  for (int mu = 1; mu <= 4; ++mu)
    text += "BOUNDARY_" + std::to_string(mu) + " = PERIODIC\n";
  text += "CHECKSUM = " + detail::hexadecimal(checksum) + "\n";
  text += "ENSEMBLE_ID = KITT\nENSEMBLE_LABEL = KITT\nSEQUENCE_NUMBER = 0\nCREATOR = KITT\n";
  text += "CREATOR_HARDWARE = unknown\nCREATION_DATE = " + utc_now() + "\n";
  text += "ARCHIVE_DATE = " + utc_now() + "\n";
  text += "FLOATING_POINT = IEEE" + std::to_string(static_cast<int>(options.precision));
  text += options.byte_order == ByteOrder::big ? "BIG\n" : "LITTLE\n";
  return text + "END_HEADER\n";
}

using MilcHeader = std::array<std::byte, detail::milc_header_length>;

MilcHeader milc_header(Extents const& extents, ByteOrder order, detail::ChecksumPair const& sum) {
  MilcHeader header{}; // the site order 0 means natural order
  auto* to = header.data();
  auto const put = [&](std::uint32_t word) {
    detail::store_word(to, word, order);
    to += sizeof word;
  };
  put(detail::milc_magic);
  for (int const extent : extents)
    put(static_cast<std::uint32_t>(extent));
  std::ranges::copy(detail::as_byte_span(utc_now("%a %b %d %H:%M:%S %Y")), to);
  to = header.data() + detail::milc_checksums_at;
  put(sum.a);
  put(sum.b);
  return header;
}

enum class MessageFlag : std::uint16_t { begin = 0x8000, middle = 0, end = 0x4000, whole = 0xc000 };

void write_lime_header(OutputFile& file, std::string_view type, std::size_t length,
                       MessageFlag flag) {
  std::array<std::byte, detail::lime_header_length> header{};
  constexpr std::uint32_t version = detail::lime_version;
  detail::store_word(header.data(), detail::lime_magic, ByteOrder::big);
  detail::store_word(header.data() + 4, version << 16 | static_cast<std::uint32_t>(flag),
                     ByteOrder::big);
  detail::store_word(header.data() + 8, std::uint64_t{length}, ByteOrder::big);
  std::ranges::copy(detail::as_byte_span(type), header.begin() + detail::lime_type_at);
  file.write(header);
}

void write_padding(OutputFile& file, std::size_t length) {
  file.write(std::string((8 - length % 8) % 8, '\0'));
}

void write_lime_record(OutputFile& file, std::string_view type, std::string_view data,
                       MessageFlag flag) {
  write_lime_header(file, type, data.size(), flag);
  file.write(data);
  write_padding(file, data.size());
}

// Writes the text with a terminating NUL, as QIO does and as some readers expect.
void write_lime_text(OutputFile& file, std::string_view type, std::string text, MessageFlag flag) {
  text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + text + '\0';
  write_lime_record(file, type, text, flag);
}

bool is_in_place_of_ours(LimeText const& record) {
  return record.type == "scidac-file-xml" || record.type == "scidac-record-xml";
}

// Writes the record that the file of the field had. If the file of the field had no record of this
// type, writes the text `own`.
void write_user_text(OutputFile& file, IldgOptions const& options, std::string_view type,
                     std::string const& own, MessageFlag flag) {
  auto const given = std::ranges::find(options.records, type, &LimeText::type);
  if (given == options.records.end())
    write_lime_text(file, type, own, flag);
  else
    write_lime_record(file, type, given->data, flag);
}

std::string tag(std::string const& name, std::string const& value) {
  return std::string("<").append(name).append(">").append(value).append("</").append(name).append(
      ">");
}

void write_file_message(OutputFile& file, Extents const& extents, IldgOptions const& options) {
  std::string dims;
  for (int const extent : extents)
    dims += std::to_string(extent) + " ";
  write_lime_text(file, "scidac-private-file-xml",
                  tag("scidacFile", tag("version", "1.1") + tag("spacetime", "4") +
                                        tag("dims", dims) + tag("volfmt", "0")),
                  MessageFlag::begin);
  write_user_text(file, options, "scidac-file-xml", tag("title", "gauge field written by KITT"),
                  MessageFlag::end);
}

std::string private_record(StoredPrecision precision) {
  bool const is_double = precision == StoredPrecision::bits_64;
  return tag("scidacRecord",
             tag("version", "1.1") + tag("date", utc_now()) + tag("recordtype", "0") +
                 tag("datatype", is_double ? "QDP_D3_ColorMatrix" : "QDP_F3_ColorMatrix") +
                 tag("precision", is_double ? "D" : "F") + tag("colors", "3") +
                 tag("typesize", is_double ? "144" : "72") + tag("datacount", "4"));
}

std::string ildg_format(Extents const& extents, StoredPrecision precision) {
  return "<ildgFormat xmlns=\"http://www.lqcd.org/ildg\" "
         "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
         "xsi:schemaLocation=\"http://www.lqcd.org/ildg/filefmt.xsd\">" +
         tag("version", "1.0") + tag("field", "su3gauge") +
         tag("precision", std::to_string(static_cast<int>(precision))) +
         tag("lx", std::to_string(extents[0])) + tag("ly", std::to_string(extents[1])) +
         tag("lz", std::to_string(extents[2])) + tag("lt", std::to_string(extents[3])) +
         "</ildgFormat>";
}

} // namespace

void write_nersc(std::filesystem::path const& path, GaugeField const& field,
                 NerscOptions const& options) {
  LinkStorage const storage{options.rows, options.precision, options.byte_order};
  auto const observables = measure_writable(path, field, storage);
  std::uint32_t checksum = 0; // the checksum precedes the links, so links are encoded twice
  for_each_slice(field, storage, [&](Bytes links, std::size_t) {
    checksum += detail::nersc_checksum(links, options.byte_order);
  });
  OutputFile file(path, options.overwrite);
  file.write(nersc_header(field, options, observables, checksum));
  for_each_slice(field, storage, [&](Bytes links, std::size_t) { file.write(links); });
  file.commit();
}

void write_ildg(std::filesystem::path const& path, GaugeField const& field,
                IldgOptions const& options) {
  auto const precision = options.precision;
  LinkStorage const storage{StoredRows::three, precision, ByteOrder::big};
  auto const observables = measure_writable(path, field, storage);
  auto const bytes = volume(field.extents) * storage.bytes_per_site();
  OutputFile file(path, options.overwrite);
  write_file_message(file, field.extents, options);
  write_lime_text(file, "scidac-private-record-xml", private_record(precision), MessageFlag::begin);
  write_user_text(
      file, options, "scidac-record-xml",
      tag("usqcdInfo", tag("version", "1.0") +
                           tag("plaq", decimal(observables.plaquette.all, header_digits)) +
                           tag("linktr", decimal(observables.link_trace, header_digits))),
      MessageFlag::middle);
  write_lime_text(file, "ildg-format", ildg_format(field.extents, precision), MessageFlag::middle);
  write_lime_header(file, "ildg-binary-data", bytes, MessageFlag::middle);
  detail::ChecksumPair sum;
  for_each_slice(field, storage, [&](Bytes links, std::size_t first_site) {
    sum = detail::scidac_checksum(links, storage.bytes_per_site(), first_site, sum);
    file.write(links);
  });
  write_lime_text(file, "scidac-checksum",
                  tag("scidacChecksum", tag("version", "1.0") +
                                            tag("suma", detail::hexadecimal(sum.a)) +
                                            tag("sumb", detail::hexadecimal(sum.b))),
                  MessageFlag::end);
  for (auto const& record : options.records)
    if (!is_in_place_of_ours(record))
      write_lime_record(file, record.type, record.data, MessageFlag::whole);
  file.commit();
}

void write_milc(std::filesystem::path const& path, GaugeField const& field,
                MilcOptions const& options) {
  auto const order = options.byte_order;
  LinkStorage const storage{StoredRows::three, StoredPrecision::bits_32, order};
  measure_writable(path, field, storage);
  detail::ChecksumPair sum; // the checksums precede the links, so links are encoded twice
  for_each_slice(field, storage, [&](Bytes links, std::size_t first_site) {
    sum = detail::milc_checksum(links, order, first_site * storage.bytes_per_site() / 4, sum);
  });
  OutputFile file(path, options.overwrite);
  file.write(milc_header(field.extents, order, sum));
  for_each_slice(field, storage, [&](Bytes links, std::size_t) { file.write(links); });
  file.commit();
}

} // namespace kitt
