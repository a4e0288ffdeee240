// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "miniapp/benchmarks/hopping/hopping_options.hpp"
#include "test/catch.hpp"

#include <CLI/CLI.hpp>

// Tests a KITT whose kernels are compiled only in double precision (built_for_double/).

using namespace kitt;
using namespace kitt::miniapp;
using Catch::Matchers::Contains;

namespace {

/// Returns the options after `--precision` with this value. An empty value leaves the default.
FieldOptions fields_of(std::string const& value) {
  CLI::App app;
  FieldOptions options;
  add_precision(app, options, "");
  app.parse(value.empty() ? value : "--precision " + value);
  return options;
}

void check_kernels(std::string const& value) {
  HoppingOptions options{.fields = fields_of(value), .kernels = {}, .variants = {}};
  options.precisions = {options.fields.precision};
  check(options);
}

} // namespace

TEST_CASE("the compiled precision is the default, and the other precision is refused") {
  CHECK(fields_of("").precision == perf::Precision::double_precision);
  CHECK_NOTHROW(check_kernels(""));
  CHECK_NOTHROW(check_kernels("double"));
  CHECK_THROWS_WITH(check_kernels("single"), Contains("built only for double"));
  CHECK_THROWS_AS(check_kernels("single"), UserError);
}

TEST_CASE("benchmarks without hopping kernels have both precisions") {
  CHECK(fields_of("single").precision == perf::Precision::single_precision);
}
