// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/detail/readers.hpp"

#include "core/base/error.hpp"
#include "core/gauge_file/detail/checksums.hpp"
#include "core/gauge_file/text.hpp"

#include <algorithm>
#include <cctype>

// Reader of the "NERSC archive" or "Gauge Connection" format: lines KEY = VALUE between
// BEGIN_HEADER and END_HEADER, then the links.

namespace kitt::detail {

namespace {

constexpr std::string_view first_line = "BEGIN_HEADER";
constexpr std::string_view last_line = "END_HEADER";
constexpr std::size_t longest_header = 65536;

std::string_view take_line(std::string_view& text) {
  auto const end = std::min(text.find('\n'), text.size());
  auto const line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

struct Header {
  std::string_view text;  // the lines between the first and the last line
  std::size_t length = 0; // length of the whole header in bytes, including its first and last line
};

Header find_header(Bytes file) {
  auto const start = as_text(file.first(std::min(file.size(), longest_header)));
  for (auto rest = start; !rest.empty();) {
    auto const before = static_cast<std::size_t>(rest.data() - start.data());
    auto const line = take_line(rest);
    bool const complete = rest.data() != line.data() + line.size(); // the line ended with a newline
    if (complete && trim(line) == last_line)
      return {start.substr(0, before), static_cast<std::size_t>(rest.data() - start.data())};
  }
  throw UserError("the NERSC header has no end (no END_HEADER line in the first " +
                  std::to_string(start.size()) + " bytes): fetch the file again");
}

// Returns the value of a key. Empty if the header does not have the key. Throws UserError if the
// key occurs twice, because it is unclear which value is meant.
std::optional<std::string_view> find_value(Header const& header, std::string_view key) {
  std::optional<std::string_view> value;
  for (auto rest = header.text; !rest.empty();) {
    auto const line = take_line(rest);
    auto const equals = line.find('=');
    if (equals == std::string_view::npos || trim(line.substr(0, equals)) != key)
      continue;
    KITT_VALIDATE(!value, "ambiguous NERSC header (" + std::string(key) +
                              " occurs twice): correct the header");
    value = trim(line.substr(equals + 1));
  }
  return value;
}

std::string_view required_value(Header const& header, std::string_view key) {
  auto const value = find_value(header, key);
  KITT_VALIDATE(value, "incomplete NERSC header (no " + std::string(key) +
                           "): fetch the file again or add the line");
  return *value;
}

ChecksumCheck stated_checksum(Header const& header) {
  auto const text = find_value(header, "CHECKSUM");
  return text ? read_checksum("CHECKSUM", *text) : ChecksumCheck{"CHECKSUM"};
}

std::vector<Statement> statements(Header const& header) {
  std::vector<Statement> all;
  if (auto const text = find_value(header, "PLAQUETTE"))
    all.push_back({GaugeCheck::plaquette, "plaquette", std::string(*text)});
  if (auto const text = find_value(header, "LINK_TRACE"))
    all.push_back({GaugeCheck::link_trace, "link trace", std::string(*text)});
  return all;
}

StoredRows stored_rows(Header const& header) {
  auto const text = required_value(header, "DATATYPE");
  std::string name(text.substr(0, 64));
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  if (name == "4D_SU3_GAUGE")
    return StoredRows::two;
  KITT_VALIDATE(name == "4D_SU3_GAUGE_3X3",
                "unknown NERSC data type (DATATYPE is " + quoted(text) +
                    "): give a file of type 4D_SU3_GAUGE or 4D_SU3_GAUGE_3x3");
  return StoredRows::three;
}

struct FloatingPoint {
  std::string_view name;
  StoredPrecision precision;
  std::optional<ByteOrder>
      // Empty if the header does not state the byte order. A file that does not state the order is
      // big-endian, unless the checksum shows that it is little-endian.
      byte_order;
};

FloatingPoint floating_point(Header const& header) {
  using enum StoredPrecision;
  static constexpr std::array<FloatingPoint, 6> known{{{"IEEE32BIG", bits_32, ByteOrder::big},
                                                       {"IEEE32LITTLE", bits_32, ByteOrder::little},
                                                       {"IEEE32", bits_32, std::nullopt},
                                                       {"IEEE64BIG", bits_64, ByteOrder::big},
                                                       {"IEEE64LITTLE", bits_64, ByteOrder::little},
                                                       {"IEEE64", bits_64, std::nullopt}}};
  auto const text = required_value(header, "FLOATING_POINT");
  auto const* const found =
      std::find_if(known.begin(), known.end(), [&](auto const& one) { return one.name == text; });
  KITT_VALIDATE(found != known.end(),
                "unknown NERSC number format (FLOATING_POINT is " + quoted(text) +
                    "): give a file with IEEE32 or IEEE64, optionally followed by BIG or LITTLE");
  return *found;
}

Extents read_extents(Header const& header) {
  Extents extents{};
  for (std::size_t mu = 0; mu < 4; ++mu) {
    auto const key = "DIMENSION_" + std::to_string(mu + 1);
    extents[mu] = parse_extent(required_value(header, key), key);
  }
  return extents;
}

} // namespace

bool is_nersc(Bytes file) {
  return as_text(file).starts_with(first_line);
}

ParsedFile parse_nersc(Bytes file) {
  auto const header = find_header(file);
  auto const number = floating_point(header);
  LinkStorage const storage{stored_rows(header), number.precision,
                            number.byte_order.value_or(ByteOrder::big)};
  auto rest = file.subspan(header.length);
  ParsedFile parsed{GaugeFileFormat::nersc, take_stored_links(read_extents(header), storage, rest)};
  if (!rest.empty())
    parsed.notes.push_back(describe_filler(rest, "the links"));
  parsed.statements = statements(header);
  auto sum = stated_checksum(header);
  sum.computed = nersc_checksum(parsed.links.payload, storage.byte_order);
  if (!number.byte_order && sum.outcome() != CheckOutcome::agrees) {
    auto const swapped = nersc_checksum(parsed.links.payload, ByteOrder::little);
    if (sum.stated == swapped) {
      parsed.links.storage.byte_order = ByteOrder::little;
      sum.computed = swapped;
    }
  }
  parsed.checksums = {sum};
  return parsed;
}

} // namespace kitt::detail
