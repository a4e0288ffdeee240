// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file
/// Includes Catch2, version 3 or 2, whichever CMake found. Tests use the names of version 3. This
/// header defines them where version 2 differs. Tests do not define main(): kitt_add_test links one
/// that initialises Kokkos.

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

/// Ends the test case and prints the reason why this machine cannot run it, such as a missing
/// `../shared`. `./dev test` lists all reasons at its end.
#define KITT_SKIP(reason)                                                                          \
  do {                                                                                             \
    WARN("skipped: " << reason);                                                                   \
    return;                                                                                        \
  } while (false)
