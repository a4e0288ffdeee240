// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause

// The main() of unit tests for libraries that need no Kokkos. These tests are built without Kokkos:
// a test that uses a header or a function of Kokkos does not compile or link.
#define CATCH_CONFIG_RUNNER
#include "test/catch.hpp"

int main(int argc, char** argv) {
  return Catch::Session().run(argc, argv);
}
