// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/bsm/bsm_cell.hpp"
#include "miniapp/benchmarks/collectives/collective_cell.hpp"
#include "miniapp/benchmarks/domains/domain_cell.hpp"
#include "miniapp/benchmarks/hash/hash_cell.hpp"
#include "miniapp/benchmarks/hopping/hopping_cell.hpp"
#include "miniapp/benchmarks/memory/memory_cell.hpp"
#include "miniapp/benchmarks/numa/numa_cell.hpp"
#include "miniapp/benchmarks/solve/solve_cell.hpp"
#include "miniapp/benchmarks/stencil/stencil_cell.hpp"
#include "miniapp/benchmarks/stencil/stencil_curves.hpp"
#include "miniapp/score/efficiency.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/mpi_profile/profile.hpp"
#include "perf/record/fft_cell.hpp"
#include "perf/record/halo_cell.hpp"
#include "perf/record/message_cell.hpp"
#include "perf/record/message_curves.hpp"
#include "perf/record/pic_cell.hpp"
#include "perf/record/provenance.hpp"
#include "perf/record/record.hpp"
#include "perf/record/transpose_cell.hpp"
#include "test/catch.hpp"

#include <fstream>
#include <set>

using namespace kitt;
using namespace kitt::miniapp;
using namespace kitt::perf;

namespace {

/// A file of perf/schema, which says what each key means.
Json schema(char const* name) {
  auto document = Json::parse(std::ifstream(KITT_SCHEMAS + std::string(name)));
  REQUIRE(document.is_object());
  return document;
}

/// As much of a schema as follows from lists of fields: names ("levels/gb_per_s", of lists those of
/// their elements), types, what is required.
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
void add_keys(Keys& keys, std::string const& prefix = "");

/// Those of an object, of the objects in a list, or in a map.
template <class T>
void add_keys_inside(Keys& keys, std::string const& path) {
  if constexpr (Described<T>)
    add_keys<T>(keys, path + '/');
  else if constexpr (perf::detail::is_list<T>)
    add_keys_inside<typename T::value_type>(keys, path);
  else if constexpr (perf::detail::is_map<T>)
    add_keys_inside<typename T::mapped_type>(keys, path);
}

template <class Value>
void add_key(Keys& keys, std::string const& path, bool nullable, bool later) {
  using Type = typename Inside<Value>::type;
  keys.types[path] = std::string(type_of<Type>()) + (nullable ? " or null" : "");
  if (!later)
    keys.required.insert(path);
  add_keys_inside<Type>(keys, path);
}

/// "pages/page_bytes" is required in "pages"; whether that is depends on the key. Where other keys
/// require "pages" already, it is the key that may lack.
template <class Value>
void add_key(Keys& keys, std::string const& prefix, std::string const& key, bool nullable,
             bool later) {
  auto const slash = key.find('/');
  if (slash == key.npos)
    return add_key<Value>(keys, prefix + key, nullable, later);
  auto const object = prefix + key.substr(0, slash);
  keys.types[object] = "object";
  if (!later)
    keys.required.insert(object);
  add_key<Value>(keys, prefix + key, nullable, later && keys.required.contains(object));
}

template <class T>
void add_keys(Keys& keys, std::string const& prefix) {
  each_field<T>([&](auto const& field) {
    if constexpr (!requires { field.key; })
      add_keys<std::decay_t<decltype(T{}.*field.member)>>(keys, prefix);
    else if constexpr (requires { field.member; })
      add_key<std::decay_t<decltype(T{}.*field.member)>>(
          keys, prefix, field.key, field.when_empty == kitt::WhenEmpty::null, field.later);
    else {
      using Value = std::decay_t<decltype(field.value(T{}))>;
      add_key<Value>(keys, prefix, field.key, kitt::detail::is_optional<Value>, field.later);
    }
  });
}

/// What a reference leads to, or the first of several possibilities.
Json const& resolved(Json const& document, Json const& property) {
  if (property.contains("$ref"))
    return document.at(Json::json_pointer(property.at("$ref").get<std::string>().substr(1)));
  return property.contains("oneOf") ? resolved(document, property.at("oneOf")[0]) : property;
}

std::string type_of(Json const& document, Json const& property) {
  auto const& first = resolved(document, property);
  if (!first.contains("type")) // a constant, or one of several
    return first.value("const", first.value("enum", Json::array({0}))[0]).is_string() ? "string"
                                                                                      : "integer";
  auto const& type = first.at("type");
  if (type.is_array())
    return type.at(0).get<std::string>() + " or null";
  return type.get<std::string>() + (property.contains("oneOf") ? " or null" : "");
}

void add_keys(Keys& keys, Json const& document, Json const& described, std::string const& prefix) {
  auto const& object = resolved(document, described);
  for (auto const* const inside : {"items", "additionalProperties"})
    if (object.contains(inside) && object.at(inside).is_object())
      add_keys(keys, document, object.at(inside), prefix);
  if (!object.contains("properties"))
    return;
  for (auto const& [name, property] : object.at("properties").items()) {
    keys.types[prefix + name] = type_of(document, property);
    add_keys(keys, document, property, prefix + name + '/');
  }
  for (auto const& name : object.at("required"))
    keys.required.insert(prefix + name.get<std::string>());
}

/// The schema of what lies at `pointer` in `file`. `beside`: keys that are not in the list.
template <class T>
void check_agreement(char const* file, std::string const& pointer,
                     std::set<std::string> const& beside = {}) {
  INFO(pointer);
  auto const document = schema(file);
  Keys expected;
  add_keys<T>(expected);
  Keys found;
  add_keys(found, document, document.at(Json::json_pointer(pointer)), "");
  for (auto const& key : beside) {
    CHECK(found.types.erase(key) == 1);
    std::erase_if(found.types,
                  [&](auto const& entry) { return entry.first.starts_with(key + '/'); });
    std::erase_if(found.required,
                  [&](auto const& name) { return name == key || name.starts_with(key + '/'); });
  }
  CHECK(found.types == expected.types);
  CHECK(found.required == expected.required);
}

} // namespace

TEST_CASE("the schema of a record and the lists of fields name the same keys of the same types") {
  constexpr auto const* record = "kitt-record-1.schema.json";
  std::set<std::string> const head{"benchmark", "status"};
  auto hopping = head; // the order of a tuned variant is kept as it was written
  for (auto const* const part : {"tile", "s_slice"})
    hopping.insert(std::string("tuning/order_data/") + part);
  check_agreement<HoppingCell>(record, "/definitions/hopping_cell", hopping);
  check_agreement<MemoryCell>(record, "/definitions/memory_cell", head);
  check_agreement<HaloCell>(record, "/definitions/halo_cell", head);
  check_agreement<CollectiveCell>(record, "/definitions/collective_cell", head);
  check_agreement<DomainCell>(record, "/definitions/domain_cell", head);
  check_agreement<NumaCell>(record, "/definitions/numa_cell", head);
  check_agreement<SolveCell>(record, "/definitions/solve_cell", head);
  check_agreement<BsmCell>(record, "/definitions/bsm_cell", head);
  check_agreement<TransposeCell>(record, "/definitions/transpose_cell", head);
  check_agreement<FftCell>(record, "/definitions/fft_cell", head);
  check_agreement<PicCell>(record, "/definitions/pic_cell", head);
  check_agreement<HashCell>(record, "/definitions/hash_cell", head);
  check_agreement<MessageCell>(record, "/definitions/message_cell", head);
  check_agreement<StencilCell>(record, "/definitions/stencil_cell", head);
  check_agreement<Provenance>(record, "/properties/provenance", {"resumed"});
  check_agreement<Configuration>(record, "/properties/configuration");
  check_agreement<kitt::comms::Topology>(record, "/properties/topology");
  check_agreement<Ceilings>(record, "/properties/ceilings");
  check_agreement<Score>(record, "/properties/summary",
                         {"complete", "cells_measured", "cells_skipped", "cells_failed",
                          "efficiency", "messages", "stencil"});
  check_agreement<MessageSummary>(record, "/properties/summary/properties/messages");
  check_agreement<StencilCurve>(record, "/properties/summary/properties/stencil/items");
  check_agreement<Efficiency>(record, "/properties/summary/properties/efficiency");
  check_agreement<kitt::mpi_profile::Profile>(record, "/properties/profile");
  check_agreement<kitt::mpi_profile::RunTime>(record, "/properties/run_time");
  check_agreement<MemoryOfRanks>(record, "/properties/memory_by_cause");
}
