// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/colour_vectors.hpp"
#include "core/fields/gauge_field.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <span>
#include <string>

/// Writes gauge files in memory, as plainly as possible from the descriptions of the formats. Uses
/// no code of the library. The tests of the readers compare with these files, and the fuzz targets
/// start from them.
namespace kitt::test {

enum class Endian { big, little };

template <class Word>
std::string word_bytes(Word word, Endian endian) {
  std::string bytes;
  for (std::size_t i = 0; i < sizeof(Word); ++i) {
    auto const shift = 8 * (endian == Endian::big ? sizeof(Word) - 1 - i : i);
    bytes += static_cast<char>((word >> shift) & 0xffu);
  }
  return bytes;
}

/// Returns the bytes of three complex numbers.
inline std::string row_bytes(std::array<std::complex<double>, 3> const& row, int bits,
                             Endian endian) {
  std::string bytes;
  for (auto const& element : row)
    for (double const part : {element.real(), element.imag()})
      bytes += bits == 64
                   ? word_bytes(std::bit_cast<std::uint64_t>(part), endian)
                   : word_bytes(std::bit_cast<std::uint32_t>(static_cast<float>(part)), endian);
  return bytes;
}

inline std::string link_bytes(GaugeField const& field, std::size_t rows, int bits, Endian endian) {
  std::string bytes;
  for (auto const& link : field.links)
    for (std::size_t row = 0; row < rows; ++row)
      bytes += row_bytes(link[row], bits, endian);
  return bytes;
}

inline std::uint32_t word_at(std::string const& bytes, std::size_t at, Endian endian) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < 4; ++i)
    word = word << 8 | static_cast<unsigned char>(bytes[at + (endian == Endian::big ? i : 3 - i)]);
  return word;
}

inline std::string hexadecimal(std::uint32_t word) {
  std::array<char, 9> text{};
  std::snprintf(text.data(), text.size(), "%x",
                static_cast<unsigned>(word)); // some programs write it in this form
  return text.data();
}

inline std::string decimal(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.10g", value);
  return text.data();
}

/// The values that a file states about its links, apart from the checksum.
struct Statement {
  double plaquette = 1;
  double link_trace = 1;
};

inline std::string nersc_file(GaugeField const& field, std::size_t rows,
                              std::string const& floating_point, Endian endian,
                              Statement const& statement) {
  int const bits = floating_point.starts_with("IEEE32") ? 32 : 64;
  auto const links = link_bytes(field, rows, bits, endian);
  std::uint32_t sum = 0;
  for (std::size_t at = 0; at < links.size(); at += 4)
    sum += word_at(links, at, endian);
  std::string text = "BEGIN_HEADER\nHDR_VERSION = 1.0\n";
  text += std::string("DATATYPE = 4D_SU3_GAUGE") + (rows == 3 ? "_3x3\n" : "\n");
  text += "STORAGE_FORMAT = 1.0\n";
  for (std::size_t mu = 0; mu < 4; ++mu)
    text +=
        "DIMENSION_" + std::to_string(mu + 1) + " = " + std::to_string(field.extents[mu]) + "\n";
  text += "LINK_TRACE = " + decimal(statement.link_trace) + "\n";
  text += "PLAQUETTE  = " + decimal(statement.plaquette) + "\n";
  text += "CHECKSUM = " + hexadecimal(sum) + "\n";
  text += "FLOATING_POINT = " + floating_point + "\nEND_HEADER\n";
  return text + links;
}

inline std::string milc_file(GaugeField const& field, Endian endian) {
  auto const links = link_bytes(field, 3, 32, endian);
  std::uint32_t sum29 = 0;
  std::uint32_t sum31 = 0;
  for (std::size_t i = 0; i < links.size() / 4; ++i) {
    auto const word = word_at(links, 4 * i, endian);
    sum29 ^= std::rotl(word, static_cast<int>(i % 29));
    sum31 ^= std::rotl(word, static_cast<int>(i % 31));
  }
  std::string text = word_bytes(std::uint32_t{20103}, endian);
  for (int const extent : field.extents)
    text += word_bytes(static_cast<std::uint32_t>(extent), endian);
  std::string stamp = "Mon Jan  5 12:00:00 2026";
  stamp.resize(64);
  text += stamp + word_bytes(std::uint32_t{0}, endian);
  return text + word_bytes(sum29, endian) + word_bytes(sum31, endian) + links;
}

inline std::string lime_record(std::string const& type, std::string data) {
  std::string name = type;
  name.resize(128);
  auto const length = data.size();
  data.resize((length + 7) / 8 * 8);
  return word_bytes(std::uint32_t{0x456789ab}, Endian::big) +
         word_bytes(std::uint32_t{0x00010000}, Endian::big) +
         word_bytes(std::uint64_t{length}, Endian::big) + name + data;
}

inline std::uint32_t plain_crc32(std::string const& bytes) {
  std::uint32_t crc = 0xffffffffu;
  for (char const c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit)
      crc = crc % 2 == 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
  }
  return ~crc;
}

inline std::string scidac_checksum_record(Extents const& extents, std::string const& data) {
  auto const sites = volume(extents);
  auto const size = data.size() / sites;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  for (std::size_t site = 0; site < sites; ++site) {
    auto const crc = plain_crc32(data.substr(site * size, size));
    a ^= std::rotl(crc, static_cast<int>(site % 29));
    b ^= std::rotl(crc, static_cast<int>(site % 31));
  }
  return lime_record("scidac-checksum", "<?xml version=\"1.0\"?><scidacChecksum><version>1.0"
                                        "</version><suma>" +
                                            hexadecimal(a) + "</suma><sumb>" + hexadecimal(b) +
                                            "</sumb></scidacChecksum>");
}

/// Returns a description of sites with `count` objects of `numbers` real numbers each.
inline std::string scidac_description(Extents const& extents, int bits,
                                      std::string const& type = "ColorMatrix", int numbers = 18,
                                      int count = 4) {
  std::string dims;
  for (int const extent : extents)
    dims += std::to_string(extent) + " ";
  std::string const letter = bits == 64 ? "D" : "F";
  return lime_record("scidac-private-file-xml",
                     "<scidacFile><version>1.1</version><spacetime>4</spacetime><dims>" + dims +
                         "</dims><volfmt>0</volfmt></scidacFile>") +
         lime_record("scidac-private-record-xml",
                     "<scidacRecord><datatype>QDP_" + letter + "3_" + type +
                         "</datatype><precision>" + letter +
                         "</precision><colors>3</colors><typesize>" +
                         std::to_string(numbers * bits / 8) + "</typesize><datacount>" +
                         std::to_string(count) + "</datacount></scidacRecord>");
}

inline std::string usqcd_record(Statement const& statement) {
  return lime_record("scidac-record-xml", "<usqcdInfo><version>1.0</version><plaq>" +
                                              decimal(statement.plaquette) + "</plaq><linktr>" +
                                              decimal(statement.link_trace) +
                                              "</linktr></usqcdInfo>");
}

inline std::string scidac_file(GaugeField const& field, int bits, Statement const& statement) {
  auto const links = link_bytes(field, 3, bits, Endian::big);
  return scidac_description(field.extents, bits) + usqcd_record(statement) +
         lime_record("scidac-binary-data", links) + scidac_checksum_record(field.extents, links);
}

inline std::string scidac_file(ColourVectors const& field, int bits) {
  std::string data;
  for (auto const& vector : field.vectors)
    data += row_bytes(vector, bits, Endian::big);
  return scidac_description(field.extents, bits, "ColorVector", 6, 1) +
         lime_record("scidac-binary-data", data) + scidac_checksum_record(field.extents, data);
}

/// Returns a minimal ILDG file, without SciDAC records.
inline std::string ildg_file(GaugeField const& field, int bits) {
  std::string text = "<?xml version=\"1.0\"?>\n<ildgFormat xmlns=\"x\">\n<field> su3gauge </field>";
  text += "<precision>" + std::to_string(bits) + "</precision>\n";
  for (std::size_t mu = 0; mu < 4; ++mu) {
    std::string const name = std::string("l") + "xyzt"[mu];
    text += "<" + name + ">" + std::to_string(field.extents[mu]) + "</" + name + ">\n";
  }
  return lime_record("ildg-format", text + "</ildgFormat>") +
         lime_record("ildg-binary-data", link_bytes(field, 3, bits, Endian::big));
}

inline std::span<std::byte const> bytes_of(std::string const& text) {
  return std::as_bytes(std::span(text));
}

} // namespace kitt::test
