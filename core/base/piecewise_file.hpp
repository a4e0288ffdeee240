// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/locked_file.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kitt {

/// A text that grows in place by whole pieces: a head, a body to which pieces are appended, a tail
/// whose pieces are replaced. Blanks stand between pieces, and no piece lies in two pages of 4096
/// bytes. A system writes a page as a whole, so whoever reads meanwhile, or after a crash, finds of
/// each piece what it was or what it is now. The caller chooses pieces such that every mixture of
/// old and new ones makes sense, as that of members of a JSON document does.
///
/// After the body there is room for about as much again. Once it is full the caller writes a new
/// file: over all, a piece costs the same however many there are.
class PiecewiseFile {
public:
  static constexpr std::size_t page_bytes = 4096;

  explicit PiecewiseFile(LockedFile file) : file_(std::move(file)) {}

  /// A new file in the place of the old one (LockedFile::write).
  void write(std::string_view head, std::vector<std::string> const& body,
             std::vector<std::string> const& tail);
  /// A new file without blanks, whole.
  void write(std::string_view text);

  /// Whether there was room: if not, nothing was written, and it is time for write().
  [[nodiscard]] bool append(std::string_view piece);
  /// Whether the pieces fit into the places of the old ones; as append().
  [[nodiscard]] bool replace_tail(std::vector<std::string> const& tail);

private:
  struct Place {
    std::size_t offset = 0;
    std::size_t room = 0;
    std::string text; ///< in it now
  };

  LockedFile file_;
  std::size_t body_end_ = 0;
  std::size_t body_room_end_ = 0; ///< both 0: there is no room
  std::vector<Place> tail_;
};

} // namespace kitt
