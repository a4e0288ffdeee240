// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "miniapp/run/options.hpp"
#include "test/catch.hpp"

#include <vector>

// Compiled as in a KITT whose kernels are of double precision alone (built_for_double/).

using namespace kitt;
using namespace kitt::miniapp;
using Catch::Matchers::Contains;

std::span<Tool const> kitt::miniapp::all_tools() {
  return {};
}

namespace {

perf::Precision precision_of_line(std::vector<char const*> words) {
  words.insert(words.begin(), "kitt");
  return parse_command_line(static_cast<int>(words.size()), words.data()).options.precision;
}

} // namespace

TEST_CASE("what the kernels were compiled for is the default, and the other precision refused") {
  CHECK(precision_of_line({}) == perf::Precision::double_precision);
  CHECK(precision_of_line({"dslash", "--precision", "double"}) ==
        perf::Precision::double_precision);
  CHECK_THROWS_WITH(precision_of_line({"--precision", "single"}),
                    Contains("compiled for double alone"));
  CHECK_THROWS_AS(precision_of_line({"dslash", "--precision=single"}), UserError);
}

TEST_CASE("commands without these kernels have both precisions") {
  CHECK(precision_of_line({"memory", "--precision", "single"}) ==
        perf::Precision::single_precision);
  CHECK(precision_of_line({"halo", "--precision", "single"}) == perf::Precision::single_precision);
}
