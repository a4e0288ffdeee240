// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// \file
/// Lists of the fields of a struct, and names of the values of an enum. Each list is written once,
/// next to its type, so that argument-dependent lookup finds it:
///
///     constexpr auto fields_of(Energy const*) {
///       return kitt::fields(
///           figure("joules_per_call", &Energy::joules_per_call, "J", "energy of a call"),
///           figure("mflops_per_watt", &Energy::mflops_per_watt, "Mflop/s/W", "speed by power"));
///     }
///     constexpr auto names_of(Precision) {
///       return std::array{"single", "double"};
///     }
///
/// All code that writes, reads or checks a type with a list uses the list: perf/json, the CSV
/// table, the JSON schemas.

namespace kitt {

/// Three ways to write a field that is empty, that is, whose value is the default of its struct:
/// write the value, write null, or leave the field out.
enum class WhenEmpty { value, null, absent };

/// Description and limits of a field, for a JSON schema. Limits of a list or of a map hold for each
/// of its elements.
struct FieldMeaning {
  char const* text = ""; ///< description of the field in one phrase
  char const* unit = ""; ///< unit of the figure, such as "GB/s"
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool above_least = false;    ///< true if values must be above `least`, not equal to it
  std::size_t least_count = 0; ///< smallest number of elements of a list, or of letters of a text
  char const* pattern = "";    ///< regular expression that a text must match
  std::vector<std::string> (*names)() = nullptr; ///< all allowed texts, or allowed keys of a map
};

/// Functions that add properties to a field in a list of fields. Each function returns a changed
/// copy of the field.
template <class Self>
struct FieldWords {
  /// Marks the field as one that files of older versions lack.
  constexpr Self since_later() const {
    return with([](Self& f) { f.later = true; });
  }
  constexpr Self at_least(double least) const {
    return with([=](Self& f) { f.meaning.least = least; });
  }
  constexpr Self above(double least) const {
    return at_least(least).with([](Self& f) { f.meaning.above_least = true; });
  }
  constexpr Self at_most(double most) const {
    return with([=](Self& f) { f.meaning.most = most; });
  }
  constexpr Self always(double value) const { return at_least(value).at_most(value); }
  constexpr Self count_at_least(std::size_t count) const {
    return with([=](Self& f) { f.meaning.least_count = count; });
  }
  constexpr Self not_empty() const { return count_at_least(1); }
  constexpr Self like(char const* pattern) const {
    return with([=](Self& f) { f.meaning.pattern = pattern; });
  }
  constexpr Self one_of(std::vector<std::string> (*names)()) const {
    return with([=](Self& f) { f.meaning.names = names; });
  }

  template <class Change>
  constexpr Self with(Change const& change) const {
    Self copy = static_cast<Self const&>(*this);
    change(copy);
    return copy;
  }
};

/// One member of a struct, with its key in files.
template <class Struct, class Value>
struct Field : FieldWords<Field<Struct, Value>> {
  /// name of the field in files, such as "seconds"; "pages/page_bytes" is a member of an object
  /// "pages"
  char const* key;
  Value Struct::*member;
  WhenEmpty when_empty = WhenEmpty::value;
  bool later = false; ///< older files may lack the field; it then has its default value
  FieldMeaning meaning = {};

  constexpr Field or_null() const {
    return this->with([](Field& f) { f.when_empty = WhenEmpty::null; });
  }
  constexpr Field or_absent() const {
    return this->with([](Field& f) { f.when_empty = WhenEmpty::absent; }).since_later();
  }
};

/// A figure computed from other fields. The figure is written to files. When a file is read, only
/// the type of the figure is checked.
template <class Function>
struct DerivedField : FieldWords<DerivedField<Function>> {
  char const* key;
  Function value; ///< function that computes the figure from the struct
  bool later = false;
  FieldMeaning meaning = {};
  WhenEmpty when_empty = WhenEmpty::null; ///< how an empty optional is written to files

  constexpr DerivedField or_absent() const {
    return this->with([](DerivedField& f) { f.when_empty = WhenEmpty::absent; }).since_later();
  }
};

/// A member whose own fields are written among the fields of the enclosing struct.
template <class Struct, class Value>
struct InlinedField {
  Value Struct::*member;
};

namespace detail {
template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
} // namespace detail

/// Returns a field. `text` describes the field in one phrase. An empty optional member is written
/// as null, unless the list adds or_absent().
template <class Struct, class Value>
constexpr Field<Struct, Value> field(char const* key, Value Struct::*member,
                                     char const* text = "") {
  return {{},     key,
          member, detail::is_optional<Value> ? WhenEmpty::null : WhenEmpty::value,
          false,  {.text = text}};
}
/// Returns a field that is a number with a unit, for example "s", "GB/s" or "bytes". The number
/// must not be below 0.
template <class Struct, class Value>
constexpr Field<Struct, Value> figure(char const* key, Value Struct::*member, char const* unit,
                                      char const* text) {
  return field(key, member, text).at_least(0).with([=](auto& f) { f.meaning.unit = unit; });
}
template <class Struct, class Value>
constexpr InlinedField<Struct, Value> inlined(Value Struct::*member) {
  return {member};
}
template <class Function>
constexpr DerivedField<Function> derived(char const* key, Function value,
                                         FieldMeaning const& meaning = {}) {
  return {{}, key, value, false, meaning};
}

/// Returns a figure that is computed from other fields by a function of the struct.
template <class Function>
constexpr DerivedField<Function> figure(char const* key, Function value, char const* unit,
                                        char const* text) {
  return derived(key, value, {.text = text, .unit = unit}).at_least(0);
}

/// Returns a list of a struct's fields. The list is a function that calls its argument with each
/// field, in order. A std::tuple of forty members would cost half a second of compile time in every
/// file that includes it.
template <class... Fields>
constexpr auto fields(Fields... field) {
  return [=](auto const& visit) { (visit(field), ...); };
}

/// A struct that has a list of fields, that is, a function fields_of().
template <class T>
concept Described = requires {
  fields_of(static_cast<T const*>(nullptr));
};

/// Calls `visit` with each Field, InlinedField and DerivedField of T, in order.
template <Described T, class Visit>
constexpr void each_field(Visit&& visit) {
  fields_of(static_cast<T const*>(nullptr))(visit);
}

/// Returns true if a field of `object` is empty: an empty optional, text or list, NaN, or a number
/// equal to the default of its struct.
template <class Object, class Struct, class Value>
bool is_empty(Object const& object, Field<Struct, Value> const& field) {
  auto const& value = object.*field.member;
  if constexpr (detail::is_optional<Value>)
    return !value;
  else if constexpr (std::is_floating_point_v<Value>)
    return value != value || value == Struct{}.*field.member; // the first test is true for NaN
  else if constexpr (std::is_integral_v<Value> || std::is_same_v<Value, std::string>)
    return value == Struct{}.*field.member;
  else if constexpr (requires { value.empty(); })
    return value.empty();
  else
    return false;
}

/// An enum whose values have names, that is, a function names_of(). The values count from zero.
template <class T>
concept Named = std::is_enum_v<T> && requires(T value) {
  names_of(value);
};

/// Returns the name that options and files use for `value`.
template <Named Enum>
std::string to_string(Enum value) {
  return std::string(names_of(value)[static_cast<std::size_t>(value)]);
}

/// Returns the enum value that has this name. Empty if no value has the name.
template <Named Enum>
constexpr std::optional<Enum> value_named(std::string_view name) {
  constexpr auto names = names_of(Enum{});
  for (std::size_t i = 0; i < names.size(); ++i)
    if (name == names[i])
      return static_cast<Enum>(i);
  return std::nullopt;
}

/// Returns all names of an enum's values, joined for a message: "single, double".
template <Named Enum>
std::string joined_names() {
  std::string text;
  for (auto const* name : names_of(Enum{}))
    text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

} // namespace kitt
