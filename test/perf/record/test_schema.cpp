// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "perf/json/fields_json.hpp"
#include "perf/record/provenance.hpp"
#include "perf/record/record.hpp"

#include <fstream>
#include <set>

using namespace kitt;
using namespace kitt::perf;

namespace {

/// perf/schema/kitt-record-1.schema.json, which says what each key means.
Json const& schema() {
  static auto const document = Json::parse(std::ifstream(KITT_SCHEMA));
  return document;
}

Json const& definition(char const* name) {
  return schema().at("definitions").at(name);
}

/// As much of a schema as follows from lists of fields: names, types, what is required.
struct Keys {
  std::map<std::string, std::string> types;
  std::set<std::string> required;
};

template <class T>
constexpr char const* type_of() {
  if constexpr (Described<T> || perf::detail::is_map<T> || std::is_same_v<T, JsonText>)
    return "object";
  else if constexpr (perf::detail::is_list<T>)
    return "array";
  else if constexpr (std::is_same_v<T, bool>)
    return "boolean";
  else if constexpr (std::is_integral_v<T>)
    return "integer";
  else
    return std::is_arithmetic_v<T> ? "number" : "string";
}

template <class T>
struct Inside {
  using type = T;
};
template <class T>
struct Inside<std::optional<T>> {
  using type = T;
};

template <class T>
void add_keys(Keys& keys) {
  each_field<T>([&](auto const& field) {
    if constexpr (!requires { field.key; }) {
      add_keys<std::decay_t<decltype(T{}.*field.member)>>(keys);
    } else {
      auto nullable = false;
      using Value = std::decay_t<decltype(perf::detail::value_of(T{}, field))>;
      if constexpr (requires { field.when_empty; })
        nullable = field.when_empty == kitt::WhenEmpty::null;
      keys.types[field.key] =
          std::string(type_of<typename Inside<Value>::type>()) + (nullable ? " or null" : "");
      if (!field.later)
        keys.required.insert(field.key);
    }
  });
}

std::string type_of(Json const& property) {
  if (property.contains("$ref") || property.contains("oneOf"))
    return "object";
  if (!property.contains("type")) // a constant, or one of several
    return property.value("const", property.value("enum", Json::array({0}))[0]).is_string()
               ? "string"
               : "integer";
  auto const& type = property.at("type");
  return type.is_array() ? type.at(0).get<std::string>() + " or null" : type.get<std::string>();
}

Keys keys_of(Json const& object) {
  Keys keys;
  for (auto const& [name, property] : object.at("properties").items())
    keys.types[name] = type_of(property);
  for (auto const& name : object.at("required"))
    keys.required.insert(name.get<std::string>());
  return keys;
}

/// `beside`: keys that the record adds itself.
template <class T>
void check_agreement(char const* name, std::set<std::string> const& beside = {}) {
  INFO(name);
  Keys expected;
  add_keys<T>(expected);
  auto found = keys_of(definition(name));
  for (auto const& key : beside) {
    CHECK(found.types.erase(key) == 1);
    found.required.erase(key);
  }
  CHECK(found.types == expected.types);
  CHECK(found.required == expected.required);
}

} // namespace

TEST_CASE("the schema of a record and the lists of fields name the same keys of the same types") {
  std::set<std::string> const head{"benchmark", "status"};
  check_agreement<HoppingCell>("hopping_cell", head);
  check_agreement<MemoryCell>("memory_cell", head);
  check_agreement<HaloCell>("halo_cell", head);
  check_agreement<Statistics>("statistics");
  check_agreement<HaloRate>("halo_rate");
  check_agreement<Tuning>("tuning");
  check_agreement<Communication>("communication");
  check_agreement<Energy>("energy");
}
