// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause

// One main() for all unit tests: Kokkos lives around the Catch2 session.
#define CATCH_CONFIG_RUNNER
#include "core/backend/vector_length.hpp"
#include "test/catch.hpp"

#include <Kokkos_Core.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos;
  return Catch::Session().run(argc, argv);
}
