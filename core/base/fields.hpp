// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
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
///           figure("mflops_per_watt", &Energy::mflops_per_watt, "Mflop/s/W", "speed by power")
///               .column("Per watt (Mflop/s)", as::fixed(1)));
///     }
///     constexpr auto names_of(Precision) {
///       return std::array{"single", "double"};
///     }
///
/// All code that writes, reads or checks such a type uses these lists: perf/json, the CSV table,
/// the JSON schemas, the printed tables, the reference page of figures.

namespace kitt {

/// What a file gets for an empty field, whose value is the one of a default-constructed struct.
/// Only a field with `absent` may be missing from a file.
enum class WhenEmpty { value, null, absent };

/// How a column of a table writes its values.
enum class ColumnFormat { text, fixed, seconds, bytes, percent };
constexpr auto names_of(ColumnFormat) {
  return std::array{"text", "fixed", "seconds", "bytes", "percent"};
}

/// Column of a table, on a terminal and in a report.
struct FieldColumn {
  ColumnFormat format = ColumnFormat::text;
  int digits = 0; ///< after the point; of a text: significant digits of a number, 0 for 6
  int width = 0;  ///< smallest number of characters
  /// "Per node (MB/s)", the unit in parentheses. Empty: the field has no column.
  char const* heading = "";
  double doubtful_above = std::numeric_limits<double>::infinity(); ///< larger values get a "!"
  bool on_request = false; ///< only in tables that ask for all columns of the struct
};

/// Formats of columns: `.column("Per node (MB/s)", as::fixed(2))`.
namespace as {
constexpr FieldColumn text(int width = 0) {
  return {.width = width};
}
/// Returns the format of a number with a fixed count of significant digits: "1.2e-07".
constexpr FieldColumn significant(int digits) {
  return {.digits = digits, .width = digits + 6};
}
constexpr FieldColumn fixed(int digits, int width = 10) {
  return {.format = ColumnFormat::fixed, .digits = digits, .width = width};
}
/// Returns the format of a time with a readable unit: "1.234 ms".
constexpr FieldColumn seconds() {
  return {.format = ColumnFormat::seconds, .width = 9};
}
/// Returns the format of a size with a readable unit: "2 MiB".
constexpr FieldColumn bytes() {
  return {.format = ColumnFormat::bytes, .width = 8};
}
/// Returns the format of a fraction in percent.
constexpr FieldColumn percent(int digits = 1, int width = 5) {
  return {.format = ColumnFormat::percent, .digits = digits, .width = width};
}
} // namespace as

/// Sentence or phrase that describes a figure. An empty one does not compile.
struct Meaning {
  char const* text;
  consteval Meaning(char const* words) : text(words) { // NOLINT(google-explicit-constructor)
    if (*words == '\0')
      throw "a figure needs a sentence that describes it";
  }
};

/// Description, limits and column of a field. Limits of a list or of a map hold for each of its
/// elements.
struct FieldMeaning {
  char const* text = ""; ///< description of the field in one phrase
  char const* unit = ""; ///< unit of the figure, such as "GB/s"
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool above_least = false;    ///< true if values must be above `least`, not equal to it
  std::size_t least_count = 0; ///< smallest number of elements of a list, or of letters of a text
  char const* pattern = "";    ///< regular expression that a text matches
  std::vector<std::string> (*names)() = nullptr; ///< all that a text, or a key of a map, may be
  FieldColumn column = {};
  bool all_columns = false; ///< of a struct: columns on request are shown, too
  double compared = 0; ///< `kitt compare` lays the figure times this side by side; 0: it does not
  bool less_is_better = false; ///< the compared figure is a time
};

/// What a list says about one of its fields. Each function returns a changed copy.
template <class Self>
struct FieldWords {
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
  /// Gives the field a column in tables. The heading of a struct stands before the headings of its
  /// fields: "One way" makes "One way p99 (us)" of "p99 (us)".
  constexpr Self column(char const* heading, FieldColumn format = {}) const {
    format.heading = heading;
    return with([=](Self& f) { f.meaning.column = format; });
  }
  /// Marks values above `limit` with "!" in tables.
  constexpr Self doubtful_above(double limit) const {
    return with([=](Self& f) { f.meaning.column.doubtful_above = limit; });
  }
  /// Shows the column only where the field of the whole struct says all_columns(), and in tables of
  /// a report that are about the struct.
  constexpr Self on_request() const {
    return with([](Self& f) { f.meaning.column.on_request = true; });
  }
  constexpr Self all_columns() const {
    return with([](Self& f) { f.meaning.all_columns = true; });
  }
  /// Makes this figure the one that `kitt compare` lays side by side: a rate, the compared rate of
  /// an inner struct, or statistics of times. `scale` changes the unit of a rate.
  constexpr Self compared(double scale = 1) const {
    return with([=](Self& f) { f.meaning.compared = scale; });
  }
  constexpr Self less_is_better() const {
    return with([](Self& f) { f.meaning.less_is_better = true; });
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
  FieldMeaning meaning = {};

  constexpr Field or_null() const {
    return this->with([](Field& f) { f.when_empty = WhenEmpty::null; });
  }
  constexpr Field or_absent() const {
    return this->with([](Field& f) { f.when_empty = WhenEmpty::absent; });
  }
};

/// A figure that follows from other figures. It is written; its value in a file only has to have
/// the right type.
template <class Function>
struct DerivedField : FieldWords<DerivedField<Function>> {
  char const* key;
  Function value; ///< computes the figure from the struct
  FieldMeaning meaning = {};
  WhenEmpty when_empty = WhenEmpty::null; ///< how an empty optional is written to files

  constexpr DerivedField or_absent() const {
    return this->with([](DerivedField& f) { f.when_empty = WhenEmpty::absent; });
  }
};

/// A member whose fields stand among the fields of the struct.
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
  return {{},
          key,
          member,
          detail::is_optional<Value> ? WhenEmpty::null : WhenEmpty::value,
          {.text = text}};
}
/// Returns a field that is a number with a unit: "s", "GB/s", "bytes". The number is not below 0.
template <class Struct, class Value>
constexpr Field<Struct, Value> figure(char const* key, Value Struct::*member, char const* unit,
                                      Meaning text) {
  return field(key, member, text.text).at_least(0).with([=](auto& f) { f.meaning.unit = unit; });
}
template <class Struct, class Value>
constexpr InlinedField<Struct, Value> inlined(Value Struct::*member) {
  return {member};
}
template <class Function>
constexpr DerivedField<Function> derived(char const* key, Function value,
                                         FieldMeaning const& meaning = {}) {
  return {{}, key, value, meaning};
}

/// Returns a figure that a function of the struct computes.
template <class Function>
constexpr DerivedField<Function> figure(char const* key, Function value, char const* unit,
                                        Meaning text) {
  return derived(key, value, {.text = text.text, .unit = unit}).at_least(0);
}

/// Returns the list of a struct's fields: a function that calls another function with each field,
/// in order. A std::tuple of forty members would cost half a second in every file that includes it.
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

/// Returns whether a field of `object` is empty.
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

/// Returns the name that options and files write.
template <Named Enum>
std::string to_string(Enum value) {
  return std::string(names_of(value)[static_cast<std::size_t>(value)]);
}

/// Returns the value with this name, or none if no value has the name.
template <Named Enum>
constexpr std::optional<Enum> value_named(std::string_view name) {
  constexpr auto names = names_of(Enum{});
  for (std::size_t i = 0; i < names.size(); ++i)
    if (name == names[i])
      return static_cast<Enum>(i);
  return std::nullopt;
}

/// Returns all names for a message: "single, double".
template <Named Enum>
std::string joined_names() {
  std::string text;
  for (auto const* name : names_of(Enum{}))
    text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

} // namespace kitt
