// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/json/fields_json.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <type_traits>

/// \file
/// JSON Schema (draft 7) of a struct with a list of fields.

namespace kitt::perf {

namespace detail {

/// Returns the schema that gets limits of values: the schema of the elements of a list or map, or
/// `schema` itself.
inline Json& schema_of_values(Json& schema) {
  for (auto const* const elements : {"items", "additionalProperties"})
    if (schema.contains(elements) && schema[elements].is_object())
      return schema[elements];
  return schema;
}

/// Adds minimum, maximum and pattern of a field's values to its schema.
inline void add_limits(Json& schema, FieldMeaning const& meaning) {
  auto& values = schema_of_values(schema);
  if (std::isfinite(meaning.least))
    values[meaning.above_least ? "exclusiveMinimum" : "minimum"] = meaning.least;
  if (std::isfinite(meaning.most))
    values["maximum"] = meaning.most;
  if (*meaning.pattern != '\0')
    values["pattern"] = meaning.pattern;
}

/// Adds the column in which tables show the field.
inline void add_column(Json& schema, FieldColumn const& column, std::string const& heading) {
  Json shown{{"heading", heading}, {"format", to_string(column.format)}};
  if (column.digits > 0 || column.format == ColumnFormat::fixed)
    shown["digits"] = column.digits;
  if (std::isfinite(column.doubtful_above))
    shown["doubtful_above"] = column.doubtful_above;
  if (column.on_request)
    shown["on_request"] = true;
  schema["column"] = std::move(shown);
}

/// Adds the description and limits of a field to the schema of its type.
inline void add_meaning(Json& schema, FieldMeaning const& meaning) {
  std::string text = meaning.text;
  if (*meaning.unit != '\0')
    text += std::string(" (") + meaning.unit + ")";
  if (!text.empty())
    schema["description"] = text;
  if (meaning.least == meaning.most) {
    schema = {{"const", std::llround(meaning.least)}, {"description", text}};
    return;
  }
  add_limits(schema, meaning);
  if (meaning.least_count > 0)
    schema[schema["type"] == "array" ? "minItems" : "minLength"] = meaning.least_count;
  if (meaning.names != nullptr && schema.contains("additionalProperties"))
    schema["propertyNames"] = {{"enum", meaning.names()}};
  else if (meaning.names != nullptr)
    schema["enum"] = meaning.names();
}

/// Returns whether a schema describes something other than an object that may be null.
inline bool is_value(Json const& schema) {
  return !schema.contains("oneOf") && schema.value("type", Json()) != "object";
}

/// Returns the schema of a value that may also be null.
inline Json or_null(Json schema) {
  if (schema.contains("enum"))
    schema["enum"].push_back(nullptr);
  if (schema.contains("type") && schema["type"] != "object")
    schema["type"] = {schema["type"], "null"};
  else if (schema.contains("type"))
    return {{"oneOf", {std::move(schema), {{"type", "null"}}}}};
  return schema;
}

} // namespace detail

template <class T>
Json schema_of();

namespace detail {

inline Json schema_of_no_fields() {
  return {{"type", "object"},
          {"additionalProperties", false},
          {"required", Json::array()},
          {"properties", Json::object()}};
}

/// Moves `object` to the inner object of a path such as "pages/page_bytes", and creates it if
/// needed. Returns the last part of the path, "page_bytes".
inline std::string enter(Json*& object, std::string_view path, bool required) {
  auto const require = [&](std::string const& name) {
    auto& names = (*object)["required"];
    if (required && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  };
  auto const key = last_of_path(path, [&](std::string const& name) {
    require(name);
    auto& inside = (*object)["properties"][name];
    if (inside.is_null())
      inside = schema_of_no_fields();
    object = &inside;
  });
  require(key);
  return key;
}

template <class T>
void add_fields(Json& object) {
  each_field<T>([&](auto const& field) {
    if constexpr (!requires { field.key; }) {
      using Inlined = std::decay_t<decltype(T{}.*field.member)>;
      if constexpr (Described<Inlined>)
        add_fields<Inlined>(object);
      else // the type writes its own JSON
        add_schema_of(object, static_cast<Inlined const*>(nullptr));
    } else {
      using Value = std::decay_t<decltype(value_of(T{}, field))>;
      auto schema = schema_of<Value>();
      if constexpr (kitt::detail::is_optional<Value>)
        if (field.when_empty == WhenEmpty::absent)
          schema = schema_of<typename Value::value_type>();
      if constexpr (requires { field.member; })
        if (field.when_empty == WhenEmpty::null && !kitt::detail::is_optional<Value>)
          schema = or_null(std::move(schema));
      add_meaning(schema, field.meaning);
      if (auto const& column = field.meaning.column; *column.heading != '\0' && is_value(schema))
        add_column(schema, column, column.heading);
      auto* inside = &object;
      auto const key = enter(inside, field.key, field.when_empty != WhenEmpty::absent);
      (*inside)["properties"][key] = std::move(schema);
    }
  });
}

/// Returns the schema of one of several structs, which differ in `benchmark`.
template <class... Kind>
Json schema_of_kinds(std::variant<Kind...> const*) {
  auto kinds = Json::array();
  auto const add = [&](char const* benchmark, Json schema) {
    schema["properties"]["benchmark"] = {{"const", benchmark}};
    schema["required"].push_back("benchmark");
    kinds.push_back(std::move(schema));
  };
  (add(Kind::benchmark, schema_of<Kind>()), ...);
  return {{"oneOf", kinds}};
}

} // namespace detail

/// Returns the schema of a value of type T that to_data() wrote. It allows only keys of the lists
/// of fields.
template <class T>
Json schema_of() {
  if constexpr (Described<T>) {
    auto object = detail::schema_of_no_fields();
    detail::add_fields<T>(object);
    return object;
  } else if constexpr (Named<T>) {
    return {{"enum", names_of(T{})}};
  } else if constexpr (detail::is_variant<T>) {
    return detail::schema_of_kinds(static_cast<T const*>(nullptr));
  } else if constexpr (std::is_same_v<T, JsonText>) {
    return {{"type", "object"}};
  } else if constexpr (kitt::detail::is_optional<T>) {
    return detail::or_null(schema_of<typename T::value_type>());
  } else if constexpr (detail::is_list<T>) {
    Json list{{"type", "array"}, {"items", schema_of<typename T::value_type>()}};
    if constexpr (requires { std::tuple_size<T>::value; })
      for (auto const* const count : {"minItems", "maxItems"})
        list[count] = std::tuple_size_v<T>;
    return list;
  } else if constexpr (detail::is_map<T>) {
    return {{"type", "object"}, {"additionalProperties", schema_of<typename T::mapped_type>()}};
  } else if constexpr (std::is_same_v<T, bool>) {
    return {{"type", "boolean"}};
  } else if constexpr (std::is_integral_v<T>) {
    return {{"type", "integer"}, {"minimum", 0}};
  } else if constexpr (std::is_arithmetic_v<T>) {
    return {{"type", "number"}};
  } else {
    return {{"type", "string"}};
  }
}

/// Returns the schema of a whole document.
template <class T>
Json document_schema(std::string const& title, std::string const& description) {
  Json document{{"$schema", "http://json-schema.org/draft-07/schema#"},
                {"title", title},
                {"description", description}};
  document.update(schema_of<T>());
  return document;
}

} // namespace kitt::perf
