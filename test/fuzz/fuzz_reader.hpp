// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/error.hpp"
#include "core/gauge_file/detail/readers.hpp"

#include <algorithm>
#include <cstdlib>

namespace kitt::test {

/// What must hold of a reader whatever it is given: a field of SU(3) links that fits the input, or
/// a UserError of one printable line. All else (another exception, a sanitizer's finding, too much
/// memory) stops the fuzzer.
template <class Parse>
void fuzz_reader(unsigned char const* data, std::size_t size, Parse&& parse) {
  try {
    auto const file = detail::finish_gauge_file(parse(std::as_bytes(std::span(data, size))));
    auto const bytes = file.field.links.size() * sizeof(GaugeField::Link);
    if (file.field.links.size() != 4 * volume(file.info.extents) || bytes > 3 * size)
      std::abort();
  } catch (UserError const& error) {
    std::string_view const message = error.what();
    auto const printable = [](char c) { return c >= ' ' && c <= '~'; };
    if (message.empty() || !std::all_of(message.begin(), message.end(), printable))
      std::abort();
  }
}

} // namespace kitt::test
