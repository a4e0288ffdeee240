// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kitt::detail {

/// The elements of an XML record of a LIME file. Names are without namespace prefixes; comments are
/// left out, entities and CDATA sections are resolved.
class XmlRecord {
public:
  /// Parses `text`, which may end at a NUL. Throws UserError, naming the record by its `type`, for
  /// what is no XML.
  XmlRecord(std::string_view type, std::string_view text);

  /// The trimmed text of the outermost element of this name; nothing if there is none. Throws
  /// UserError if there are several beside each other and their texts differ.
  std::optional<std::string> find(std::string_view name) const;
  /// The same of those inside the first element `parent`.
  std::optional<std::string> find_within(std::string_view parent, std::string_view name) const;
  /// Throws UserError where there is none.
  std::string require(std::string_view name) const;

private:
  struct Element {
    std::string name;
    std::string text;      // its own, not that of elements inside
    std::size_t depth = 0; // 0: the root
  };
  struct Parser;

  std::optional<std::string> find_among(std::size_t first, std::size_t last,
                                        std::string_view name) const;

  std::string type_;
  std::vector<Element> elements_; // in the order of their beginnings
};

} // namespace kitt::detail
