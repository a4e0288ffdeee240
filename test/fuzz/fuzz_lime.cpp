// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/fuzz/fuzz_reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  kitt::test::fuzz_reader(
      data, size, [](kitt::detail::Bytes bytes) { return kitt::detail::parse_lime(bytes, {}); });
  return 0;
}
