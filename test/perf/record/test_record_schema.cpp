// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/json/document_version.hpp"
#include "perf/json/json_words.hpp"
#include "perf/record/cell_kind.hpp"
#include "perf/record/record.hpp"
#include "test/catch.hpp"

#include <set>
#include <string>

using namespace kitt::perf;

namespace {

/// Calls `visit` with the path and the schema of each property at any depth.
template <class Visit>
void each_property(Json const& schema, std::string const& path, Visit const& visit) {
  if (schema.is_object() && schema.contains("properties"))
    for (auto const& [name, property] : schema.at("properties").items())
      visit(path + '/' + name, property);
  for (auto const& [name, part] : schema.items())
    if (name == "properties")
      for (auto const& [key, property] : part.items())
        each_property(property, path + '/' + key, visit);
    else if (part.is_structured())
      each_property(part, path, visit);
}

Json const& kinds_in(Json const& schema) {
  return schema.at("properties").at("cells").at("items").at("oneOf");
}

} // namespace

TEST_CASE("the schema of a record describes each key") {
  std::set<std::string> without_words;
  std::size_t count = 0;
  each_property(record_schema("a title", "a description"), "",
                [&](std::string const& path, Json const& property) {
                  ++count;
                  bool const is_group = property.contains(
                      "properties"); // this is needed for keys that contain a slash
                  if (property.value("description", "").empty() && !is_group)
                    without_words.insert(path);
                });
  CHECK(count > 500);
  CHECK(without_words == std::set<std::string>());
}

TEST_CASE("the schema of a record has each kind of cells, and cells without figures") {
  auto const schema = record_schema("a title", "a description");
  CHECK(schema.at("title") == "a title");
  CHECK(schema.at("description") == "a description");
  CHECK(schema.at("properties").at("schema_version").at("const") == schema_version);
  auto const& kinds = kinds_in(schema);
  REQUIRE(kinds.size() == cell_kinds().size() + 2);
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    auto const& properties = kinds[i].at("properties");
    bool const measured = i < cell_kinds().size();
    CHECK(properties.at("status").at("const") == (measured                   ? "measured"
                                                  : i == cell_kinds().size() ? "skipped"
                                                                             : "failed"));
    if (!measured)
      continue;
    auto const name = cell_kinds()[i]->name();
    CHECK(properties.at("benchmark").at("const") == name);
    CHECK(properties.at("kernel").at("enum") == Json(kernels_of(name)));
    CHECK(kinds[i].at("additionalProperties") == false);
  }
}

TEST_CASE("the schema of a record has limits of figures") {
  auto const schema = record_schema("", "");
  auto const& hopping = kinds_in(schema)[0].at("properties");
  CHECK(hopping.at("mflops_per_node").at("exclusiveMinimum") == 0);
  CHECK(hopping.at("seconds").at("properties").at("median").at("exclusiveMinimum") == 0);
  CHECK(hopping.at("l").at("minimum") == 1);
  CHECK(hopping.at("links").at("enum") == Json({"full", "two rows", "narrow", "real"}));
  CHECK(schema.at("properties").at("summary").at("properties").contains("efficiency"));
}
