// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/error.hpp"
#include "core/gauge_file/detail/readers.hpp"

#include <algorithm>
#include <cstdlib>

namespace kitt::test {

/// Checks what must hold of a reader for any input: the result is a field that fits the input, or a
/// UserError with one printable line. Anything else stops the fuzzer: another exception, a finding
/// of a sanitizer, too much memory. `read(bytes)` returns whether the field fits.
template <class Read>
void fuzz_fits(unsigned char const* data, std::size_t size, Read const& read) {
  try {
    if (!read(std::as_bytes(std::span(data, size))))
      std::abort();
  } catch (UserError const& error) {
    std::string_view const message = error.what();
    auto const printable = [](char c) { return c >= ' ' && c <= '~'; };
    if (message.empty() || !std::all_of(message.begin(), message.end(), printable))
      std::abort();
  }
}

/// Checks a reader of gauge fields with SU(3) links.
template <class Parse>
void fuzz_reader(unsigned char const* data, std::size_t size, Parse&& parse) {
  fuzz_fits(data, size, [&](detail::Bytes bytes) {
    auto const file = detail::finish_gauge_file(parse(bytes));
    return file.field.links.size() == 4 * volume(file.info.extents) &&
           file.field.links.size() * sizeof(GaugeField::Link) <= 3 * size;
  });
}

} // namespace kitt::test
