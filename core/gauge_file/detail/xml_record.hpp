// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kitt::detail {

/// The elements of an XML record of a LIME file. Names have no namespace prefixes. Comments are
/// left out, and entities and CDATA sections are resolved.
class XmlRecord {
public:
  /// Parses `text`, which may end at a NUL. `type` is the name of the record in messages. Throws
  /// UserError if the text is not XML.
  XmlRecord(std::string_view type, std::string_view text);

  /// Returns the trimmed text of the outermost element with a given name. Empty if no element has
  /// the name. Throws UserError if several outermost elements have the name and their texts differ.
  std::optional<std::string> find(std::string_view name) const;
  /// Returns the same as find(), but searches only inside the first element `parent`.
  std::optional<std::string> find_within(std::string_view parent, std::string_view name) const;
  /// Returns the same as find(), but throws UserError if no element has the name.
  std::string require(std::string_view name) const;

private:
  struct Element {
    std::string name;
    std::string text;      // text of the element, without the text of inner elements
    std::size_t depth = 0; // nesting depth of the element; the root has depth 0
  };
  struct Parser;

  std::optional<std::string> find_among(std::size_t first, std::size_t last,
                                        std::string_view name) const;

  std::string type_;
  std::vector<Element> elements_; // all elements, in the order of their start tags
};

} // namespace kitt::detail
