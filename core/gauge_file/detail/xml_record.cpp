// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/detail/xml_record.hpp"

#include "core/base/error.hpp"
#include "core/gauge_file/text.hpp"

#include <algorithm>
#include <expat.h>
#include <memory>

namespace kitt::detail {

namespace {

// Limit on the size of a description, to save memory. Descriptions usually have some hundred bytes.
constexpr std::size_t longest_text = 1 << 20;

std::string_view without_prefix(std::string_view name) {
  return name.substr(name.find(':') + 1); // without a colon, npos + 1 is 0
}

std::string_view until_nul(std::string_view text) {
  return trim(text.substr(0, text.find('\0')));
}

} // namespace

// Functions that Expat calls. Exceptions must not pass through Expat, so a lack of memory stops the
// parser.
struct XmlRecord::Parser {
  std::vector<Element> elements;
  std::vector<std::size_t> open; // indices of elements that are not closed yet
  XML_Parser expat = nullptr;

  template <class Action>
  static void guard(void* self, Action const& action) {
    auto& parser = *static_cast<Parser*>(self);
    try {
      action(parser);
    } catch (...) {
      XML_StopParser(parser.expat, XML_FALSE);
    }
  }
  static void begin(void* self, XML_Char const* name, XML_Char const** /*attributes*/) {
    guard(self, [&](Parser& parser) {
      parser.open.push_back(parser.elements.size());
      parser.elements.push_back({std::string(without_prefix(name)), "", parser.open.size() - 1});
    });
  }
  static void end(void* self, XML_Char const* /*name*/) {
    guard(self, [](Parser& parser) { parser.open.pop_back(); });
  }
  static void take_text(void* self, XML_Char const* text, int length) {
    guard(self, [&](Parser& parser) {
      parser.elements[parser.open.back()].text.append(text, static_cast<std::size_t>(length));
    });
  }
};

XmlRecord::XmlRecord(std::string_view type, std::string_view text) : type_(type) {
  text = until_nul(text);
  auto const what = "the record " + detail::quoted(type) + " cannot be read (it ";
  constexpr char const* advice = "): correct it, or fetch the file again; a gauge field can also "
                                 "be described with --extents and --file-precision";
  KITT_VALIDATE(text.size() <= longest_text,
                what + "has " + std::to_string(text.size()) + " bytes" + advice);
  std::unique_ptr<XML_ParserStruct, void (*)(XML_Parser)> const expat(XML_ParserCreate(nullptr),
                                                                      XML_ParserFree);
  Parser parser{{}, {}, expat.get()};
  XML_SetUserData(expat.get(), &parser);
  XML_SetElementHandler(expat.get(), Parser::begin, Parser::end);
  XML_SetCharacterDataHandler(expat.get(), Parser::take_text);
  auto const status = XML_Parse(expat.get(), text.data(), static_cast<int>(text.size()), XML_TRUE);
  auto const error = XML_GetErrorCode(expat.get());
  bool const whole = status == XML_STATUS_OK || error == XML_ERROR_JUNK_AFTER_DOC_ELEMENT;
  KITT_VALIDATE(whole, what + "is not XML: " + XML_ErrorString(error) + " in line " +
                           std::to_string(XML_GetCurrentLineNumber(expat.get())) + advice);
  elements_ = std::move(parser.elements);
}

std::optional<std::string> XmlRecord::find_among(std::size_t first, std::size_t last,
                                                 std::string_view name) const {
  Element const* found = nullptr;
  for (auto at = first; at < last; ++at) {
    auto const& element = elements_[at];
    if (element.name != name || (found && element.depth > found->depth))
      continue;
    KITT_VALIDATE(!found || element.depth < found->depth || trim(element.text) == trim(found->text),
                  "ambiguous description of the field (<" + std::string(name) + "> is both " +
                      detail::quoted(trim(found->text)) + " and " +
                      detail::quoted(trim(element.text)) + " in the " + detail::quoted(type_) +
                      " record): correct the record");
    found = &element;
  }
  return found ? std::optional(std::string(trim(found->text))) : std::nullopt;
}

std::optional<std::string> XmlRecord::find(std::string_view name) const {
  return find_among(0, elements_.size(), name);
}

std::optional<std::string> XmlRecord::find_within(std::string_view parent,
                                                  std::string_view name) const {
  auto const outer = std::ranges::find(elements_, parent, &Element::name);
  if (outer == elements_.end())
    return std::nullopt;
  auto const inner = std::find_if(outer + 1, elements_.end(), [&](Element const& element) {
    return element.depth <= outer->depth;
  });
  return find_among(static_cast<std::size_t>(outer - elements_.begin()) + 1,
                    static_cast<std::size_t>(inner - elements_.begin()), name);
}

std::string XmlRecord::require(std::string_view name) const {
  auto const value = find(name);
  KITT_VALIDATE(value, "incomplete description of the field (no <" + std::string(name) +
                           "> in the " + detail::quoted(type_) +
                           " record): fetch the file again; a gauge field can also be described "
                           "with --extents and --file-precision");
  return *value;
}

} // namespace kitt::detail
