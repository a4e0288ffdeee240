// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "perf/json/fields_json.hpp"

#include <limits>

namespace shop {

using kitt::derived;
using kitt::field;
using kitt::inlined;

enum class Colour { red, green };
constexpr auto names_of(Colour) {
  return std::array{"red", "green as grass"};
}

struct Label {
  std::string text;
  std::optional<double> price;
};
constexpr auto fields_of(Label const*) {
  return kitt::fields(field("text", &Label::text).or_null(),
                      field("price", &Label::price).or_absent());
}

struct Tin {
  int count = 1;
  Colour colour = Colour::red;
  std::array<int, 2> size{};
  std::vector<Label> labels;
  std::map<std::string, double> parts;
  std::size_t page = 0;
  double weight = 0.5;
  Label top;
  kitt::perf::JsonText order;
};
constexpr auto fields_of(Tin const*) {
  return kitt::fields(field("count", &Tin::count), field("colour", &Tin::colour),
                      field("size", &Tin::size), field("labels", &Tin::labels),
                      field("parts", &Tin::parts), field("pages/page_bytes", &Tin::page),
                      field("weight", &Tin::weight).or_absent(),
                      derived("twice", [](Tin const& tin) { return 2 * tin.weight; }).or_absent(),
                      inlined(&Tin::top), field("order", &Tin::order));
}

struct Paint {
  std::string colour = "red";
};
constexpr auto fields_of(Paint const*) {
  return kitt::fields(field("choice/colour", &Paint::colour));
}
struct Car {
  int doors = 4;
  Paint paint;
  int seats = 5;
};
constexpr auto fields_of(Car const*) {
  return kitt::fields(field("choice/doors", &Car::doors), inlined(&Car::paint),
                      field("choice/seats", &Car::seats));
}

struct Apple {
  static constexpr char const* benchmark = "apple";
  int seeds = 0;
};
constexpr auto fields_of(Apple const*) {
  return kitt::fields(field("seeds", &Apple::seeds, "number of seeds"));
}
struct Pear {
  static constexpr char const* benchmark = "pear";
  double weight = 0;
};
constexpr auto fields_of(Pear const*) {
  return kitt::fields(field("weight", &Pear::weight, "of the fruit"),
                      derived("half", [](Pear const& pear) {
                        return pear.weight > 0 ? std::optional(pear.weight / 2) : std::nullopt;
                      }).or_absent());
}
using Fruit = std::vector<std::variant<Apple, Pear>>;

} // namespace shop

using namespace kitt::perf;
using Catch::Matchers::ContainsSubstring;
using shop::Tin;

namespace {

Tin full() {
  return {.count = 3,
          .colour = shop::Colour::green,
          .size = {4, 5},
          .labels = {{"a", 1.0 / 3}, {"", {}}},
          .parts = {{"lid", 2}},
          .page = 4096,
          .weight = 7,
          .top = {"top", {}},
          .order = {R"({"tile":[null,4]})"}};
}

constexpr auto text =
    R"({"count":3,"colour":"green as grass","size":[4,5],"labels":[{"text":"a","price":0.3333333333333333},{"text":null}],"parts":{"lid":2.0},"pages":{"page_bytes":4096},"weight":7.0,"twice":14.0,"text":"top","order":{"tile":[null,4]}})";

/// Returns the error for a record in which one value is replaced, or removed if the value is
/// `discarded`.
std::string refusal(char const* pointer, Json const& value) {
  auto document = Json::parse(text);
  document[Json::json_pointer(pointer)] = value;
  try {
    from_data<Tin>(document);
  } catch (detail::WrongValue const& error) {
    return error.what();
  }
  return "";
}

} // namespace

TEST_CASE("a struct and its inlined struct contribute to one object") {
  shop::Car const car{2, {"green"}, 3};
  auto const data = kitt::perf::to_data(car);
  CHECK(data.dump() == R"({"choice":{"doors":2,"colour":"green","seats":3}})");
  auto const read = kitt::perf::from_data<shop::Car>(data);
  CHECK(read.doors == 2);
  CHECK(read.paint.colour == "green");
  CHECK(read.seats == 3);
}

TEST_CASE("a struct with a list of fields is written in the order of the list") {
  CHECK(to_data(full()).dump() == text);
}

TEST_CASE("a struct is read back unchanged") {
  auto const tin = from_data<Tin>(Json::parse(text));
  CHECK(to_data(tin).dump() == text);
  CHECK(tin.labels.at(0).price.value() == 1.0 / 3);
  CHECK(tin.labels.at(1).text.empty());
}

TEST_CASE("only keys of fields that may be absent may be missing") {
  auto document = Json::parse(text);
  document.erase("weight");
  document.erase("twice");
  CHECK(from_data<Tin>(document).weight == 0.5);
  document.erase("pages");
  CHECK_THROWS_WITH(from_data<Tin>(document), ContainsSubstring("key 'pages' not found"));
}

TEST_CASE("a value of the wrong kind is refused with the name of its key") {
  CHECK(refusal("/count", true) == "count is true, not a whole number");
  CHECK(refusal("/count", -8) == "count is -8, not a whole number");
  CHECK(refusal("/count", 16.5) == "count is 16.5, not a whole number");
  CHECK(refusal("/count", 9223372036854775808U) ==
        "count is 9223372036854775808, not a whole number");
  CHECK(refusal("/colour", "blue") == "colour is \"blue\", not one of red, green as grass");
  CHECK(refusal("/size", {1, 2, 3}) == "size is [1,2,3], not of 2 elements");
  CHECK(refusal("/labels/0/text", 3) == "text is 3, not of the type \"string\"");
  CHECK(refusal("/parts/lid", "heavy") == "lid is \"heavy\", not of the type \"number\"");
  CHECK(refusal("/pages/page_bytes", nullptr) == "page_bytes is null, not a whole number");
  CHECK(refusal("/twice", "many") == "twice is \"many\", not of the type \"number\"");
  CHECK(refusal("/labels", nullptr) == "labels is null, not of the type \"array\"");
}

TEST_CASE("one of several structs is selected by its benchmark") {
  auto const basket = from_data<shop::Fruit>(
      Json::parse(R"([{"benchmark": "pear", "weight": 2.5}, {"benchmark": "apple", "seeds": 7}])"));
  CHECK(std::get<shop::Pear>(basket.at(0)).weight == 2.5);
  CHECK(std::get<shop::Apple>(basket.at(1)).seeds == 7);
  CHECK_THROWS_WITH(from_data<shop::Fruit>(Json::parse(R"([{"benchmark": "plum"}])")),
                    ContainsSubstring("has no benchmark \"plum\""));
  CHECK_THROWS_WITH(from_data<shop::Fruit>(Json::parse(R"([{"benchmark": "pear"}])")),
                    ContainsSubstring("weight"));
}

TEST_CASE("an unknown derived figure may be absent") {
  CHECK(to_data(shop::Pear{3}) == Json::parse(R"({"weight": 3.0, "half": 1.5})"));
  CHECK(to_data(shop::Pear{}) == Json::parse(R"({"weight": 0.0})"));
}

TEST_CASE("figures that are not finite numbers are found at any depth") {
  CHECK_NOTHROW(check_finite(full()));
  auto tin = full();
  tin.labels[1].price = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_WITH(check_finite(tin), "price is no finite number");
  tin = full();
  tin.weight = 1e308;
  CHECK_THROWS_WITH(check_finite(tin), "twice is no finite number");
}

TEST_CASE("the names of an enum are written and read") {
  CHECK(kitt::to_string(shop::Colour::green) == "green as grass");
  static_assert(kitt::value_named<shop::Colour>("red") == shop::Colour::red);
  CHECK(!kitt::value_named<shop::Colour>("blue"));
}
