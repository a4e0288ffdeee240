// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"
#include "perf/json/fields_json.hpp"

#include <string>
#include <type_traits>
#include <vector>

namespace kitt::perf {

/// Field of a kind of cells as the list of fields describes it. CSV, printed tables and the
/// reference page of figures are made from these descriptions.
struct FieldDescription {
  /// Content at the path: an object with its own fields, one value, or one value in each object of
  /// a list.
  enum class Content { object, value, list_value };

  std::string path; ///< path: "seconds/median", or "domains[]/node" in the objects of a list
  Content content = Content::value;
  bool is_number = false;
  FieldMeaning meaning = {};
  std::string heading =
      {}; ///< heading of the column, which may be on request; empty without a column
};

/// Writes "column" into the JSON Schema of a cell, at each field that has a column. Headings inside
/// objects begin with the heading of the object.
void add_columns(Json& schema, std::vector<FieldDescription> const& fields);

namespace detail {

/// Place of the fields of an inner object.
struct OuterObject {
  std::string path = {};    ///< "seconds/"
  std::string heading = {}; ///< "One way "
  bool all_columns = false;
  FieldDescription::Content content = FieldDescription::Content::value; ///< content of its fields
};

template <class T>
struct WithoutOptional {
  using type = T;
};
template <class T>
struct WithoutOptional<std::optional<T>> {
  using type = T;
};

/// Returns the description of a field, without its heading.
FieldDescription description_of(OuterObject const& outer, std::string const& path,
                                FieldMeaning const& meaning);
/// Sets the heading if the field has a column in the tables of this kind of cells.
void set_heading(FieldDescription& field, OuterObject const& outer);
/// Returns the place of the fields of the object that `field` describes.
OuterObject inside(FieldDescription const& field, OuterObject const& outer);
/// Returns the place of the fields of the objects in the list that `field` describes.
OuterObject inside_list(FieldDescription const& field, OuterObject const& outer);

template <Described T>
void describe_fields(OuterObject const& outer, std::vector<FieldDescription>& found);

/// Describes one field whose value is a `Value`. Data that only programs read have no description.
template <class Value>
void describe_field(OuterObject const& outer, FieldDescription field,
                    std::vector<FieldDescription>& found) {
  if constexpr (Described<Value>) {
    field.content = FieldDescription::Content::object;
    found.push_back(field);
    describe_fields<Value>(inside(field, outer), found);
  } else if constexpr (!std::is_same_v<Value, JsonText>) {
    field.is_number = std::is_arithmetic_v<Value>;
    set_heading(field, outer);
    found.push_back(field);
    if constexpr (is_list<Value>)
      if constexpr (Described<typename Value::value_type>)
        describe_fields<typename Value::value_type>(inside_list(field, outer), found);
  }
}

template <Described T>
void describe_fields(OuterObject const& outer, std::vector<FieldDescription>& found) {
  each_field<T>([&](auto const& field) {
    using Value = typename WithoutOptional<
        std::decay_t<decltype(value_of(std::declval<T const&>(), field))>>::type;
    if constexpr (requires { field.key; })
      describe_field<Value>(outer, description_of(outer, field.key, field.meaning), found);
    else
      describe_fields<Value>(outer, found);
  });
}

} // namespace detail

/// Returns the descriptions of all fields of T, with the fields of inner objects, in the order of
/// the list.
template <Described T>
std::vector<FieldDescription> descriptions_of() {
  std::vector<FieldDescription> found;
  detail::describe_fields<T>({}, found);
  return found;
}

} // namespace kitt::perf
