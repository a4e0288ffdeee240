// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_file/detail/bytes.hpp"

#include "core/base/error.hpp"

#include <filesystem>
#include <new>

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

/// parse(bytes) of a file. Throws UserError, its text beginning with the file's name, where `parse`
/// does or memory is short.
template <class Parse>
auto parse_file(std::filesystem::path const& path, Parse const& parse) {
  MappedFile const file(path);
  try {
    return parse(file.bytes());
  } catch (UserError const& error) {
    throw UserError(path.string() + ": " + error.what());
  } catch (std::bad_alloc const&) {
    throw UserError(path.string() + ": too little memory (the field is held in double precision, "
                                    "16 bytes per complex number): use a machine with more, or a "
                                    "smaller lattice");
  }
}

} // namespace kitt::detail
