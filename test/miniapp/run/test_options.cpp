// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "core/base/error.hpp"
#include "miniapp/run/byte_options.hpp"
#include "miniapp/run/option_rules.hpp"
#include "miniapp/run/run_options.hpp"

#include <CLI/CLI.hpp>

using namespace kitt;
using namespace kitt::miniapp;
using namespace kitt::miniapp::detail;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr ByteRange range{8, std::int64_t{1} << 40};

std::int64_t bytes(std::string const& text) {
  return parse_bytes("--bytes", text, range);
}

std::vector<std::int64_t> sizes(std::string const& text) {
  return parse_byte_sizes("--sizes", text, range);
}

/// Returns the message of the error that parsing these words throws. Empty if parsing throws
/// nothing.
std::string refusal(std::vector<std::string> words, std::string const& kind) {
  CLI::App app;
  app.add_option("--kind");
  app.add_option("--a");
  app.add_option("--b");
  add_rules(app, {{.options = {"--a", "--b"},
                   .where = "without kind x",
                   .why = "no other kind reads it",
                   .remedy = "add --kind x",
                   .have_effect = [&] { return kind == "x"; }}});
  try {
    std::reverse(words.begin(), words.end());
    app.parse(words);
  } catch (UserError const& error) {
    return error.what();
  }
  return "";
}

} // namespace

TEST_CASE("units of bytes are powers of 1024") {
  CHECK(bytes("8") == 8);
  CHECK(bytes("8K") == 8192);
  CHECK(bytes("3m") == 3 << 20);
  CHECK(bytes("2G") == std::int64_t{1} << 31);
  CHECK(bytes("1T") == range.highest);
  for (auto const* const text : {"", "K", "8X", "8KB", "1.5K", "0x8", "-8", "-1K", "7", "2T",
                                 "9999999999T", "9999999999999999999", "8 K"})
    CHECK_THROWS_AS(bytes(text), UserError);
  CHECK_THROWS_WITH(bytes("7"), ContainsSubstring("\"7\" for --bytes (out of range)"));
  CHECK_THROWS_WITH(parse_bytes("--entry", "12", {8, 64, 8, "words have 8 bytes"}),
                    ContainsSubstring("(words have 8 bytes): give 8 or 16"));
}

TEST_CASE("a range of sizes doubles from its first to its last value") {
  using Sizes = std::vector<std::int64_t>;
  CHECK(sizes("16") == Sizes{16});
  CHECK(sizes("8:64") == Sizes{8, 16, 32, 64});
  CHECK(sizes("8:40") == Sizes{8, 16, 32, 40});
  CHECK(sizes("1K:2K") == Sizes{1024, 2048});
  CHECK(sizes("8:8") == Sizes{8});
  CHECK_THROWS_WITH(sizes("64:8"), ContainsSubstring("(sizes must increase): give 8:64"));
  for (auto const* const text : {":", "8:", ":8", "8:16:32", "8-16"})
    CHECK_THROWS_AS(sizes(text), UserError);
}

TEST_CASE("an option without effect is refused by name, and the message says what to do") {
  CHECK(refusal({"--a", "1"}, "x").empty());
  CHECK(refusal({}, "y").empty());
  CHECK(refusal({"--kind", "y"}, "y").empty());
  CHECK(refusal({"--a", "1"}, "y") ==
        "--a without kind x (no other kind reads it): add --kind x, or leave it out");
  CHECK(refusal({"--b", "1", "--a", "1"}, "y") ==
        "--a, --b without kind x (no other kind reads it): add --kind x, or leave them out");
}

TEST_CASE("a rule about an option that does not exist is a programming error") {
  CLI::App app;
  CHECK_THROWS_AS(add_rules(app, {{.options = {"--none"},
                                   .where = "",
                                   .why = "",
                                   .remedy = "",
                                   .have_effect = [] { return true; }}}),
                  CLI::OptionNotFound);
}

TEST_CASE("a quick run samples for 1.5 seconds, for any number of cells") {
  CHECK(quick_sampling(1).minimum_seconds == 0.1);
  CHECK(quick_sampling(1).maximum_seconds == 1);
  CHECK(quick_sampling(0).minimum_seconds == 0.1); // the number of cells is unknown
  CHECK(quick_sampling(15).minimum_seconds == 0.1);
  for (int const cells : {21, 146, 10000}) {
    CHECK(cells * quick_sampling(cells).minimum_seconds == Approx(1.5));
    CHECK(cells * quick_sampling(cells).maximum_seconds == Approx(3));
  }
}
