// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "perf/json/json_words.hpp"

using namespace kitt::perf;
using Catch::Matchers::Equals;

namespace {

std::string refusal(std::string const& text) {
  try {
    parse_document(text);
  } catch (detail::WrongValue const& error) {
    return error.what();
  }
  return "read";
}

} // namespace

TEST_CASE("a document is read as by any parser, with its keys in order") {
  auto const text = R"({"z":1,"a":[{"x":1.5},{"x":[true,null,"y"]}],"b":{"a":{},"z":[]}})";
  CHECK(parse_document(text).dump() == text);
  CHECK(parse_document("[1, 2]").dump() == "[1,2]");
}

TEST_CASE("a key that occurs twice in one object is refused with its place") {
  CHECK(refusal(R"({"a":1,"a":1})") == R"(the key "a" comes twice in it)");
  CHECK(refusal(R"({"cells":[{"a":1},{"s":{"m":1,"m":2}}]})") ==
        R"(the key "m" comes twice in cells[1].s)");
  CHECK(refusal(R"([[1,{"b":0}],[{"a":1,"a":2}]])") == R"(the key "a" comes twice in [1][0])");
  CHECK(refusal(R"({"a":{"b":1},"c":{"b":1},"d":[{"b":1},{"b":1}]})") == "read");
}

TEST_CASE("a number that overflows is refused with its place") {
  CHECK(refusal(R"({"cells":[1,[{}],{"seconds":{"median":1e999}}]})") ==
        "cells[2].seconds.median is larger than any number that can be kept");
  CHECK(refusal(R"({"a":[0,1,-1e999]})") == "a[2] is larger than any number that can be kept");
}

TEST_CASE("a text that is not a document is refused") {
  for (auto const* const text : {"", "{", "{\"a\": ", "nan", "{\"a\": NaN}", "{} {}", "\xff"})
    CHECK_THAT(refusal(text), Equals("it is not a JSON document, or it is damaged"));
}
