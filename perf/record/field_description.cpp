// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/field_description.hpp"

#include "perf/json/schema.hpp"

namespace kitt::perf {

namespace detail {

FieldDescription description_of(OuterObject const& outer, std::string const& path,
                                FieldMeaning const& meaning) {
  return {.path = outer.path + path, .content = outer.content, .meaning = meaning};
}

void set_heading(FieldDescription& field, OuterObject const& outer) {
  auto& column = field.meaning.column;
  if (*column.heading != '\0')
    field.heading = outer.heading + column.heading;
  column.on_request = column.on_request && !outer.all_columns;
}

OuterObject inside(FieldDescription const& field, OuterObject const& outer) {
  auto object = outer;
  object.path = field.path + '/';
  if (std::string const heading = field.meaning.column.heading; !heading.empty())
    object.heading += heading + ' ';
  object.all_columns = field.meaning.all_columns;
  return object;
}

OuterObject inside_list(FieldDescription const& field, OuterObject const& outer) {
  auto object = inside(field, outer);
  object.path = field.path + "[]/";
  object.content = FieldDescription::Content::list_value;
  return object;
}

namespace {

/// Returns the schema of the property at a path of a description.
Json& property_at(Json& schema, std::string const& path) {
  auto* object = &schema;
  auto const enter = [&](std::string const& name) {
    object = &object->at("properties").at(name.substr(0, name.find("[]")));
    if (object->contains("oneOf")) // an object or null
      object = &object->at("oneOf").at(0);
  };
  auto const last = last_of_path(path, [&](std::string const& name) {
    enter(name);
    if (object->contains("items"))
      object = &object->at("items");
  });
  enter(last);
  return *object;
}

} // namespace

} // namespace detail

void add_columns(Json& schema, std::vector<FieldDescription> const& fields) {
  for (auto const& field : fields)
    if (!field.heading.empty())
      detail::add_column(detail::property_at(schema, field.path), field.meaning.column,
                         field.heading);
}

} // namespace kitt::perf
