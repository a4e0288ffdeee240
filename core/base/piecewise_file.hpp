// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/output_file.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kitt {

/// A text file that grows in place by whole pieces. The file has a head, a body to which pieces are
/// appended, and a tail whose pieces are replaced. Blanks fill the space between pieces. No piece
/// crosses a boundary between pages of 4096 bytes.
///
/// The operating system writes a page as a whole. Therefore a reader, also after a crash, finds
/// each piece either in its old or in its new form. The caller must choose pieces so that every
/// mixture of old and new pieces makes sense, for example members of a JSON document.
///
/// Space is reserved after the body, about as much as the body takes. When the reserved space is
/// full, the caller writes a new file. The average cost of a piece therefore does not grow with
/// their number.
class PiecewiseFile {
public:
  static constexpr std::size_t page_bytes = 4096;

  explicit PiecewiseFile(LockedFile file) : file_(std::move(file)) {}

  /// Replaces the file by a new one with reserved space (LockedFile::write).
  void write(std::string_view head, std::vector<std::string> const& body,
             std::vector<std::string> const& tail);
  /// Replaces the file by a new one without reserved space.
  void write(std::string_view text);

  /// Appends a piece to the body. Returns false and writes nothing if there is not enough space;
  /// then call write().
  [[nodiscard]] bool append(std::string_view piece);
  /// Replaces the pieces of the tail. Returns false and writes nothing if a piece does not fit into
  /// its place; then call write().
  [[nodiscard]] bool replace_tail(std::vector<std::string> const& tail);

private:
  struct Place {
    std::size_t offset = 0;
    std::size_t room = 0;
    std::string text; ///< content that is in the file now
  };

  LockedFile file_;
  std::size_t body_end_ = 0;
  std::size_t body_room_end_ = 0; ///< end of the reserved space [bytes]; 0 if no space is reserved
  std::vector<Place> tail_;
};

} // namespace kitt
