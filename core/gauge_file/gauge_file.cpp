// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/gauge_file.hpp"

#include "core/base/error.hpp"
#include "core/gauge_file/detail/mapped_file.hpp"
#include "core/gauge_file/detail/readers.hpp"
#include "core/gauge_file/text.hpp"

#include <algorithm>

namespace kitt {

namespace {

using namespace std::string_view_literals;

struct Lookalike {
  std::string_view start;
  char const* what;
};

constexpr std::array<Lookalike, 6> lookalikes{{
    {"\x1f\x8b"sv, "it is compressed with gzip: unpack it first"},
    {"BZh"sv, "it is compressed with bzip2: unpack it first"},
    {"\x89HDF"sv, "it is an HDF5 file: convert it to NERSC or ILDG first"},
    {"version https://git-lfs"sv, "it is a Git LFS pointer: fetch the file that it stands for"},
    {"\x2a\xd1\0\0"sv, "it is a MILC file older than version 5: convert it with MILC first"},
    {"\0\0\xd1\x2a"sv, "it is a MILC file older than version 5: convert it with MILC first"},
}};

std::string unknown_format(detail::Bytes bytes) {
  auto const text = detail::as_text(bytes);
  for (auto const& [start, what] : lookalikes)
    if (text.starts_with(start))
      return std::string("not a gauge field that can be read (") +
             std::string(what).replace(std::string_view(what).find(':'), 1, "):");
  return "not a gauge field of a known format (it begins with " +
         detail::quoted(text.substr(0, std::min<std::size_t>(text.size(), 12))) +
         "): give a NERSC, ILDG, SciDAC or MILC v5 file";
}

detail::ParsedFile parse_by_content(detail::Bytes bytes, GaugeReading const& reading) {
  KITT_VALIDATE(!bytes.empty(), "not a gauge field (the file is empty): fetch the file again");
  if (detail::is_lime(bytes))
    return detail::parse_lime(bytes, reading);
  KITT_VALIDATE(!reading.extents && !reading.precision,
                "--extents and --file-precision are only for LIME files (the header of this file "
                "states both): leave them out");
  if (detail::is_nersc(bytes))
    return detail::parse_nersc(bytes);
  if (detail::is_milc(bytes))
    return detail::parse_milc(bytes);
  throw UserError(unknown_format(bytes));
}

} // namespace

GaugeFile parse_gauge_file(std::span<std::byte const> bytes, GaugeReading const& reading) {
  return detail::finish_gauge_file(parse_by_content(bytes, reading), reading);
}

GaugeFile read_gauge_file(std::filesystem::path const& path, GaugeReading const& reading) {
  return detail::parse_file(
      path, [&](std::span<std::byte const> bytes) { return parse_gauge_file(bytes, reading); });
}

} // namespace kitt
