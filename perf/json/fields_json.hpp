// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/error.hpp"
#include "core/base/fields.hpp"
#include "perf/json/json_text.hpp"
#include "perf/json/json_words.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

/// \file
/// Conversion of structs with a list of fields to JSON and back. Objects keep the order of the
/// list, for people who read a file.

namespace kitt::perf {

namespace detail {

template <class T>
inline constexpr bool is_list = false;
template <class T, class A>
inline constexpr bool is_list<std::vector<T, A>> = true;
template <class T, std::size_t N>
inline constexpr bool is_list<std::array<T, N>> = true;

template <class T>
inline constexpr bool is_map = false;
template <class T>
inline constexpr bool is_map<std::map<std::string, T>> = true;

template <class T>
inline constexpr bool is_variant = false;
template <class... Kind>
inline constexpr bool is_variant<std::variant<Kind...>> = true;

/// Splits a path: for "pages/page_bytes", calls `step` with "pages" and returns "page_bytes".
template <class Step>
std::string last_of_path(std::string_view path, Step const& step) {
  for (auto slash = path.find('/'); slash != path.npos; slash = path.find('/')) {
    step(std::string(path.substr(0, slash)));
    path.remove_prefix(slash + 1);
  }
  return std::string(path);
}

} // namespace detail

template <class T>
Json to_data(T const& value);

namespace detail {

/// Returns the value of a field of any kind.
template <class T, class Field>
decltype(auto) value_of(T const& object, Field const& field) {
  if constexpr (requires { field.member; })
    return (object.*field.member);
  else
    return field.value(object);
}

inline void put(Json& object, char const* path, Json content) {
  auto* inside = &object;
  auto const key = last_of_path(path, [&](std::string const& name) { inside = &(*inside)[name]; });
  (*inside)[key] = std::move(content);
}

/// Puts the fields of `value` into an object. The fields of an inlined struct stand among them,
/// also inside objects such as "parameters" to which both structs contribute.
template <class T>
void put_fields(Json& object, T const& value) {
  each_field<T>([&](auto const& field) {
    if constexpr (!requires { field.key; }) {
      if constexpr (Described<std::decay_t<decltype(value.*field.member)>>)
        put_fields(object, value.*field.member);
      else
        object.update(to_data(value.*field.member));
    } else if constexpr (!requires { field.member; }) {
      auto content = to_data(field.value(value));
      if (!content.is_null() || field.when_empty != WhenEmpty::absent)
        put(object, field.key, std::move(content));
    } else if (field.when_empty == WhenEmpty::value || !is_empty(value, field))
      put(object, field.key, to_data(value.*field.member));
    else if (field.when_empty == WhenEmpty::null)
      put(object, field.key, nullptr);
  });
}

} // namespace detail

/// Returns `value` as JSON. A struct becomes an object, an enum its name, an empty optional null.
template <class T>
Json to_data(T const& value) {
  if constexpr (Described<T>) {
    auto object = Json::object();
    detail::put_fields(object, value);
    return object;
  } else if constexpr (Named<T>) {
    return kitt::to_string(value);
  } else if constexpr (std::is_same_v<T, JsonText>) {
    return Json::parse(value.text);
  } else if constexpr (kitt::detail::is_optional<T>) {
    return value ? to_data(*value) : Json(nullptr);
  } else if constexpr (detail::is_list<T>) {
    auto list = Json::array();
    for (auto const& element : value)
      list.push_back(to_data(element));
    return list;
  } else if constexpr (detail::is_map<T>) {
    auto object = Json::object();
    for (auto const& [key, element] : value)
      object[key] = to_data(element);
    return object;
  } else {
    return value;
  }
}

/// Reads JSON into a default-constructed `value`. Ignores keys that are not in the list. Throws
/// WrongValue, which names `key`, for a value of another type. Throws nlohmann::json::exception for
/// a missing key.
template <class T>
void from_data(Json const& from, T& value, std::string const& key);
/// Returns the value that JSON represents.
template <class T>
T from_data(Json const& from, std::string const& key = "it") {
  T value{};
  from_data(from, value, key);
  return value;
}

namespace detail {

inline void expect(bool fits, Json const& from, std::string const& key, std::string const& type) {
  if (!fits)
    throw WrongValue(key + " is " + text_of(from) + ", not " + type);
}

/// Returns the value of a field in JSON, and the last part of its path. Returns a null pointer if
/// the field is absent and may be absent.
template <class Field>
std::pair<Json const*, std::string> find_field(Json const& object, Field const& field) {
  auto const* inside = &object;
  auto const enter = [&](std::string const& name) {
    if (inside != nullptr)
      inside = field.when_empty == WhenEmpty::absent && !inside->contains(name) ? nullptr
                                                                                : &inside->at(name);
  };
  auto const key = last_of_path(field.key, enter);
  enter(key);
  return {inside, key};
}

template <class T>
void read_fields(Json const& from, T& value) {
  each_field<T>([&](auto const& field) {
    if constexpr (!requires { field.key; }) {
      from_data(from, value.*field.member, "it");
    } else if (auto const [found, key] = find_field(from, field); found != nullptr) {
      if constexpr (!requires { field.member; }) {
        std::decay_t<decltype(field.value(value))> ignored{};
        from_data(*found, ignored, key);
      } else if (!found->is_null() || field.when_empty != WhenEmpty::null) {
        from_data(*found, value.*field.member, key);
      }
    }
  });
}

template <class T>
void read_number(Json const& from, T& value, std::string const& key) {
  if constexpr (std::is_same_v<T, bool>) {
    expect(from.is_boolean(), from, key, "of the type \"boolean\"");
  } else if constexpr (std::is_integral_v<T>) { // get<int>() truncates larger numbers
    expect(from.is_number_integer() && from >= 0 && from <= std::numeric_limits<T>::max(), from,
           key, "a whole number");
  } else {
    expect(from.is_number(), from, key, "of the type \"number\"");
  }
  value = from.get<T>();
}

/// Reads one of several structs. The value of `benchmark` decides which.
template <class... Kind>
void read_kind(Json const& from, std::variant<Kind...>& value, std::string const& key) {
  expect(from.is_object(), from, key, "of the type \"object\"");
  auto const benchmark = from_data<std::string>(from.at("benchmark"), "benchmark");
  auto const read = [&]<class One>(One one) {
    from_data(from, one, key);
    value = std::move(one);
    return true;
  };
  if (!((benchmark == Kind::benchmark && read(Kind{})) || ...))
    throw WrongValue("this version of KITT has no benchmark \"" + benchmark + '"');
}

template <class T>
void read_list(Json const& from, T& value, std::string const& key) {
  expect(from.is_array(), from, key, "of the type \"array\"");
  if constexpr (requires { value.resize(0); })
    value.resize(from.size());
  expect(from.size() == value.size(), from, key,
         "of " + std::to_string(value.size()) + " elements");
  for (std::size_t i = 0; i < value.size(); ++i)
    from_data(from[i], value[i], key);
}

} // namespace detail

template <class T>
void from_data(Json const& from, T& value, std::string const& key) {
  if constexpr (Described<T>) {
    detail::expect(from.is_object(), from, key, "of the type \"object\"");
    detail::read_fields(from, value);
  } else if constexpr (kitt::detail::is_optional<T>) {
    if (!from.is_null())
      from_data(from, value.emplace(), key);
  } else if constexpr (detail::is_list<T>) {
    detail::read_list(from, value, key);
  } else if constexpr (detail::is_map<T>) {
    detail::expect(from.is_object(), from, key, "of the type \"object\"");
    for (auto const& [name, element] : from.items())
      from_data(element, value[name], name);
  } else if constexpr (detail::is_variant<T>) {
    detail::read_kind(from, value, key);
  } else if constexpr (std::is_same_v<T, JsonText>) {
    value.text = from.dump();
  } else if constexpr (std::is_arithmetic_v<T>) {
    detail::read_number(from, value, key);
  } else {
    detail::expect(from.is_string(), from, key, "of the type \"string\"");
    if constexpr (Named<T>) {
      auto const named = value_named<T>(from.get<std::string>());
      detail::expect(named.has_value(), from, key, "one of " + joined_names<T>());
      value = *named;
    } else {
      value = from.get_ref<std::string const&>();
    }
  }
}

/// Throws InternalError, which names the key, if a number is not finite. JSON has no such number,
/// and such a figure is a mistake of KITT.
template <class T>
void check_finite(T const& value, std::string const& key = "") {
  if constexpr (Described<T>)
    each_field<T>([&](auto const& field) {
      if constexpr (requires { field.key; })
        check_finite(detail::value_of(value, field), field.key);
      else
        check_finite(detail::value_of(value, field));
    });
  else if constexpr (kitt::detail::is_optional<T>) {
    if (value)
      check_finite(*value, key);
  } else if constexpr (detail::is_list<T>)
    for (auto const& element : value)
      check_finite(element, key);
  else if constexpr (std::is_floating_point_v<T>)
    if (!std::isfinite(value))
      throw InternalError(key + " is no finite number");
}

} // namespace kitt::perf
