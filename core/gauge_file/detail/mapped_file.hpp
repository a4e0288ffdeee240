// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_file/detail/bytes.hpp"

#include <filesystem>

namespace kitt::detail {

/// A regular file's content, mapped read-only: nothing is read or allocated before it is looked at,
/// so a file of the wrong kind costs nothing however large it is.
class MappedFile {
public:
  /// Throws UserError if there is no such file, or it is no regular file, empty or unreadable.
  explicit MappedFile(std::filesystem::path const& path);
  MappedFile(MappedFile const&) = delete;
  MappedFile& operator=(MappedFile const&) = delete;
  ~MappedFile();

  Bytes bytes() const { return {static_cast<std::byte const*>(address_), size_}; }

private:
  void* address_ = nullptr;
  std::size_t size_ = 0;
};

} // namespace kitt::detail
