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
/// All code that writes, reads or checks such a type uses these lists: perf/json, the CSV table,
/// the JSON schemas.

namespace kitt {

/// What is written for a field that says nothing: whose value is that of a default-constructed
/// struct.
enum class WhenEmpty { value, null, absent };

/// Description and limits of a field, for a JSON schema. Limits of a list or of a map hold for each
/// of its elements.
struct FieldMeaning {
  char const* text = ""; ///< description: one phrase
  char const* unit = ""; ///< unit of a figure
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool above_least = false;    ///< values must be above `least`, not equal to it
  std::size_t least_count = 0; ///< smallest number of elements of a list, or of letters of a text
  char const* pattern = "";    ///< regular expression that a text matches
  std::vector<std::string> (*names)() = nullptr; ///< all that a text, or a key of a map, may be
};

/// What a list says of one of its fields. Each function returns a changed copy.
template <class Self>
struct FieldWords {
  /// Files of older versions lack the field.
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

/// One member of a struct.
template <class Struct, class Value>
struct Field : FieldWords<Field<Struct, Value>> {
  char const* key; ///< "seconds"; "pages/page_bytes" lies in an object of its own
  Value Struct::*member;
  WhenEmpty when_empty = WhenEmpty::value;
  bool later = false; ///< files of older versions lack it, and the default value is used
  FieldMeaning meaning = {};

  constexpr Field or_null() const {
    return this->with([](Field& f) { f.when_empty = WhenEmpty::null; });
  }
  constexpr Field or_absent() const {
    return this->with([](Field& f) { f.when_empty = WhenEmpty::absent; }).since_later();
  }
};

/// A figure that follows from others: it is written, and read only to see that it is of its type.
template <class Function>
struct DerivedField : FieldWords<DerivedField<Function>> {
  char const* key;
  Function value; ///< of the struct
  bool later = false;
  FieldMeaning meaning = {};
  WhenEmpty when_empty = WhenEmpty::null; ///< what is written for an empty optional

  constexpr DerivedField or_absent() const {
    return this->with([](DerivedField& f) { f.when_empty = WhenEmpty::absent; }).since_later();
  }
};

/// A member whose own fields stand among those of the struct.
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

/// Returns a field. `text` describes it in one phrase. An empty optional member is written as null,
/// unless the list adds or_absent().
template <class Struct, class Value>
constexpr Field<Struct, Value> field(char const* key, Value Struct::*member,
                                     char const* text = "") {
  return {{},     key,
          member, detail::is_optional<Value> ? WhenEmpty::null : WhenEmpty::value,
          false,  {.text = text}};
}
/// Returns a field that is a number with a unit: "s", "GB/s", "bytes". It is not below 0.
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

/// Returns a figure that follows from others, by a function of the struct.
template <class Function>
constexpr DerivedField<Function> figure(char const* key, Function value, char const* unit,
                                        char const* text) {
  return derived(key, value, {.text = text, .unit = unit}).at_least(0);
}

/// The list of a struct's fields: a function that calls another with each of them, in order. A
/// std::tuple of forty members takes a compiler half a second, and every file that includes it.
template <class... Fields>
constexpr auto fields(Fields... field) {
  return [=](auto const& visit) { (visit(field), ...); };
}

/// A struct with a list of fields.
template <class T>
concept Described = requires {
  fields_of(static_cast<T const*>(nullptr));
};

/// Calls `visit` with each Field, InlinedField and DerivedField of T, in order.
template <Described T, class Visit>
constexpr void each_field(Visit&& visit) {
  fields_of(static_cast<T const*>(nullptr))(visit);
}

/// Whether a field of `object` says nothing.
template <class Object, class Struct, class Value>
bool is_empty(Object const& object, Field<Struct, Value> const& field) {
  auto const& value = object.*field.member;
  if constexpr (detail::is_optional<Value>)
    return !value;
  else if constexpr (std::is_floating_point_v<Value>)
    return value != value || value == Struct{}.*field.member; // not a number
  else if constexpr (std::is_integral_v<Value> || std::is_same_v<Value, std::string>)
    return value == Struct{}.*field.member;
  else if constexpr (requires { value.empty(); })
    return value.empty();
  else
    return false;
}

/// An enum whose values, counted from zero, have names.
template <class T>
concept Named = std::is_enum_v<T> && requires(T value) {
  names_of(value);
};

/// The name that options and files write.
template <Named Enum>
std::string to_string(Enum value) {
  return std::string(names_of(value)[static_cast<std::size_t>(value)]);
}

/// The inverse of to_string; none for another name.
template <Named Enum>
constexpr std::optional<Enum> value_named(std::string_view name) {
  constexpr auto names = names_of(Enum{});
  for (std::size_t i = 0; i < names.size(); ++i)
    if (name == names[i])
      return static_cast<Enum>(i);
  return std::nullopt;
}

/// "single, double"; for a message.
template <Named Enum>
std::string joined_names() {
  std::string text;
  for (auto const* name : names_of(Enum{}))
    text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

} // namespace kitt
