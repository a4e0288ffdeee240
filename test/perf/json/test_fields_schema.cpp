// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/json/schema.hpp"
#include "test/catch.hpp"

using namespace kitt;
using namespace kitt::perf;

namespace {

enum class Colour { red, green };
constexpr auto names_of(Colour) {
  return std::array{"red", "green"};
}

struct Part {
  double share = 0;
};
constexpr auto fields_of(Part const*) {
  return kitt::fields(field("share", &Part::share, "part of all").at_least(0).at_most(1));
}

std::vector<std::string> colours() {
  return {"red", "green"};
}

struct Apple {
  static constexpr char const* benchmark = "apple";
  Part part;
};
constexpr auto fields_of(Apple const*) {
  return kitt::fields(field("part", &Apple::part, "the one that is eaten"));
}
struct Pear {
  static constexpr char const* benchmark = "pear";
  Part part;
};
constexpr auto fields_of(Pear const*) {
  return kitt::fields(inlined(&Pear::part));
}

struct Whole {
  int version = 1;
  double seconds = 0;
  std::optional<double> error;
  std::optional<Part> part;
  std::vector<Part> parts;
  std::map<std::string, std::string> names;
  Colour colour = Colour::red;
  int bytes = 0;
  std::string absent;
  std::string letter;
  std::string paint;
  std::array<int, 2> grid{};
  std::map<std::string, double> shares;
  std::optional<int> pairs;
  Part inside;
};
constexpr auto fields_of(Whole const*) {
  return kitt::fields(field("version", &Whole::version, "of this").always(1),
                      figure("seconds", &Whole::seconds, "s", "time of a call").above(0),
                      field("error", &Whole::error, "of it"), field("part", &Whole::part, "one"),
                      field("parts", &Whole::parts, "all").not_empty(),
                      field("names", &Whole::names, "by key"),
                      field("colour", &Whole::colour, "of it").or_null(),
                      field("pages/bytes", &Whole::bytes, "of a page"),
                      field("absent", &Whole::absent, "seldom there").or_absent(),
                      derived("twice", [](Whole const& whole) { return 2 * whole.bytes; },
                              {.text = "bytes once more"}),
                      field("letter", &Whole::letter, "which").like("^[A-Z]$").not_empty(),
                      field("paint", &Whole::paint, "of it").one_of(colours),
                      field("grid", &Whole::grid, "of all").at_least(1),
                      field("shares", &Whole::shares, "by paint").above(0).one_of(colours),
                      field("pairs", &Whole::pairs, "of ranks").or_absent(),
                      derived("half", [](Whole const& whole) { return 0.5 * whole.seconds; },
                              {"half the time", "s"})
                          .above(0)
                          .or_absent(),
                      inlined(&Whole::inside));
}

Json const part = {
    {"type", "object"},
    {"additionalProperties", false},
    {"required", {"share"}},
    {"properties",
     {{"share",
       {{"type", "number"}, {"description", "part of all"}, {"minimum", 0.0}, {"maximum", 1.0}}}}}};

Json property(std::string const& name) {
  auto property = schema_of<Whole>().at("properties").at(name);
  CHECK(property.erase("description") == 1);
  return property;
}

} // namespace

TEST_CASE("a schema has the type and limits of each field, and whether it may be null") {
  CHECK(property("version") == Json{{"const", 1}});
  CHECK(property("seconds") == Json{{"type", "number"}, {"exclusiveMinimum", 0.0}});
  CHECK(property("error") == Json{{"type", {"number", "null"}}});
  CHECK(property("part") == Json{{"oneOf", {part, {{"type", "null"}}}}});
  CHECK(property("parts") == Json{{"type", "array"}, {"items", part}, {"minItems", 1}});
  CHECK(property("names") ==
        Json{{"type", "object"}, {"additionalProperties", {{"type", "string"}}}});
  CHECK(property("colour") == Json{{"enum", {"red", "green", nullptr}}});
  CHECK(property("twice") == Json{{"type", "integer"}, {"minimum", 0}});
  CHECK(property("pairs") == Json{{"type", "integer"}, {"minimum", 0}}); // this field is never null
  CHECK(property("half") == Json{{"type", "number"}, {"exclusiveMinimum", 0.0}});
}

TEST_CASE("a schema lists the allowed texts and keys and the number of elements") {
  CHECK(property("letter") == Json{{"type", "string"}, {"pattern", "^[A-Z]$"}, {"minLength", 1}});
  CHECK(property("paint") == Json{{"type", "string"}, {"enum", {"red", "green"}}});
  CHECK(property("grid") == Json{{"type", "array"},
                                 {"items", {{"type", "integer"}, {"minimum", 1.0}}},
                                 {"minItems", 2},
                                 {"maxItems", 2}});
  CHECK(property("shares") ==
        Json{{"type", "object"},
             {"additionalProperties", {{"type", "number"}, {"exclusiveMinimum", 0.0}}},
             {"propertyNames", {{"enum", {"red", "green"}}}}});
}

TEST_CASE("the schema of one of several structs selects them by their benchmark") {
  auto const kinds = schema_of<std::variant<Apple, Pear>>().at("oneOf");
  REQUIRE(kinds.size() == 2);
  CHECK(kinds.at(1).at("properties").at("benchmark") == Json{{"const", "pear"}});
  CHECK(kinds.at(1).at("required") == Json{"share", "benchmark"});
}

TEST_CASE("a schema describes each field with its unit") {
  auto const properties = schema_of<Whole>().at("properties");
  CHECK(properties.at("seconds").at("description") == "time of a call (s)");
  CHECK(properties.at("twice").at("description") == "bytes once more");
}

TEST_CASE("a schema requires the keys that are always written and allows no unknown key") {
  auto const schema = schema_of<Whole>();
  CHECK(schema.at("required") == Json{"version", "seconds", "error", "part", "parts", "names",
                                      "colour", "pages", "twice", "letter", "paint", "grid",
                                      "shares", "share"});
  CHECK(schema.at("additionalProperties") == false);
  auto const& pages = schema.at("properties").at("pages");
  CHECK(pages.at("required") == Json{"bytes"});
  CHECK(pages.at("additionalProperties") == false);
  CHECK(schema.at("properties").contains("absent"));
}
