// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause

// The main() of all unit tests. Kokkos is initialised before the Catch2 session and finalised after
// it.
#define CATCH_CONFIG_RUNNER
#include "core/backend/vector_length.hpp"
#include "test/catch.hpp"

#include <Kokkos_Core.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos;
  return Catch::Session().run(argc, argv);
}
