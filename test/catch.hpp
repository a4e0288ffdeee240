// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file
/// Catch2, version 3 or 2, whichever CMake found. Tests use the names of version 3; where version 2
/// differs this header makes up for it. Tests do not define main(): kitt_add_test links one that
/// initialises Kokkos.

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>

namespace Catch::Matchers {
inline auto ContainsSubstring(std::string const& text) {
  return Contains(text);
}
} // namespace Catch::Matchers
#endif

/// Ends the test case with a reason, for what this machine cannot show (say, no `../shared`).
/// `./dev test` lists all reasons at its end.
#define KITT_SKIP(reason)                                                                          \
  do {                                                                                             \
    WARN("skipped: " << reason);                                                                   \
    return;                                                                                        \
  } while (false)
