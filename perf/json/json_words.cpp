// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/json/json_words.hpp"

#include "perf/json/document_version.hpp"

#include <cstddef>
#include <fmt/format.h>
#include <set>
#include <vector>

namespace kitt::perf {

namespace {

using detail::WrongValue;

/// Position of a parser in a document: the objects and lists that enclose the current value.
class Place {
public:
  void enter(bool is_list) {
    count_element();
    levels_.push_back({is_list, {}, {}, 0});
  }
  void leave() { levels_.pop_back(); }
  void take_value() { count_element(); }

  void take_key(std::string const& key) {
    auto& level = levels_.back();
    if (!level.keys.insert(key).second)
      throw WrongValue(fmt::format("the key \"{}\" comes twice in {}", key,
                                   levels_.size() == 1 ? "it" : path(levels_.size() - 1)));
    level.key = key;
  }

  /// Returns the path of the value that the parser reads now: "cells[3].seconds.median".
  std::string path() const { return path(levels_.size()); }

private:
  struct Level {
    bool is_list;
    std::set<std::string> keys;
    std::string key;      ///< last key that was read
    std::size_t elements; ///< number of list elements that were begun
  };

  void count_element() {
    if (!levels_.empty() && levels_.back().is_list)
      ++levels_.back().elements;
  }

  std::string path(std::size_t depth) const {
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) {
      auto const& level = levels_[i];
      // enter() has already counted the inner value as an element of this list
      bool const begun = i + 1 < levels_.size();
      if (level.is_list)
        text += fmt::format("[{}]", level.elements - (begun ? 1 : 0));
      else
        text += (text.empty() ? "" : ".") + level.key;
    }
    return text;
  }

  std::vector<Level> levels_;
};

} // namespace

void check_version(Json const& document, char const* key) {
  if (auto const& version = document.at(key); version != schema_version)
    throw WrongValue(fmt::format("its schema version is {}, but this program reads version {}",
                                 detail::text_of(version), schema_version));
}

Json parse_document(std::string const& text) {
  Place place;
  auto const follow = [&](int, Json::parse_event_t event, Json& parsed) {
    switch (event) {
    case Json::parse_event_t::object_start:
    case Json::parse_event_t::array_start:
      place.enter(event == Json::parse_event_t::array_start);
      break;
    case Json::parse_event_t::object_end:
    case Json::parse_event_t::array_end:
      place.leave();
      break;
    case Json::parse_event_t::key:
      place.take_key(parsed.get_ref<std::string const&>());
      break;
    case Json::parse_event_t::value:
      place.take_value();
      break;
    }
    return true;
  };
  try {
    return Json::parse(text, follow);
  } catch (Json::out_of_range const&) {
    throw WrongValue(place.path() + " is larger than any number that can be kept");
  } catch (Json::parse_error const&) {
    throw WrongValue("it is not a JSON document, or it is damaged");
  }
}

} // namespace kitt::perf
