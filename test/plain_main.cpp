// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause

// main() of unit tests of libraries that need no Kokkos, which is not there: a test that reaches
// one of its headers or functions does not compile, or does not link.
#define CATCH_CONFIG_RUNNER
#include "test/catch.hpp"

int main(int argc, char** argv) {
  return Catch::Session().run(argc, argv);
}
