// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "perf/text/table.hpp"

using namespace kitt::perf;

TEST_CASE("columns are aligned, with names and units above a rule") {
  Table const table({{"L", "", 2, Align::left}, {"Time", "seconds", 4}});
  CHECK(table.header() == "L      Time\n"
                          "    seconds\n"
                          "-----------\n");
  CHECK(table.row({"8", "1.5"}) == "8       1.5\n");
  CHECK(table.rule() == "-----------\n");
}

TEST_CASE("without units there is no line of units") {
  Table const table({{"a", "", 1}, {"b", "", 3}});
  CHECK(table.header() == "a    b\n------\n");
}

TEST_CASE("a text that is too wide is printed in full") {
  Table const table({{"a", "", 1}, {"b", "", 1}});
  CHECK(table.row({"wide", "x"}) == "wide  x\n");
}

TEST_CASE("lines do not end with spaces") {
  Table const table({{"name", "", 9, Align::left}});
  CHECK(table.row({"x"}) == "x\n");
}
