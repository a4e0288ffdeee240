// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/scidac_field.hpp"
#include "test/fuzz/fuzz_reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  kitt::test::fuzz_fits(data, size, [&](kitt::detail::Bytes bytes) {
    auto const file = kitt::parse_colour_matrices(bytes);
    return file.field.links.size() * sizeof(kitt::GaugeField::Link) <= 2 * size;
  });
  kitt::test::fuzz_fits(data, size, [&](kitt::detail::Bytes bytes) {
    auto const file = kitt::parse_colour_vectors(bytes);
    return file.field.vectors.size() * sizeof(kitt::ColourVectors::Vector) <= 2 * size;
  });
  return 0;
}
