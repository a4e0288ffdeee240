// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_file/detail/bytes.hpp"

#include "core/base/error.hpp"

#include <filesystem>
#include <new>

namespace kitt::detail {

/// The content of a regular file, mapped read-only. Nothing is read or allocated before the bytes
/// are used, so refusing a large file of the wrong kind costs nothing.
class MappedFile {
public:
  /// Maps a file. Throws UserError if the file does not exist, is not a regular file, is empty or
  /// cannot be read.
  explicit MappedFile(std::filesystem::path const& path);
  MappedFile(MappedFile const&) = delete;
  MappedFile& operator=(MappedFile const&) = delete;
  ~MappedFile();

  Bytes bytes() const { return {static_cast<std::byte const*>(address_), size_}; }

private:
  void* address_ = nullptr;
  std::size_t size_ = 0;
};

/// Returns parse(bytes) for the bytes of a file. Throws UserError if `parse` throws it or if memory
/// is too small. The message begins with the name of the file.
template <class Parse>
auto parse_file(std::filesystem::path const& path, Parse const& parse) {
  MappedFile const file(path);
  try {
    return parse(file.bytes());
  } catch (UserError const& error) {
    throw UserError(path.string() + ": " + error.what());
  } catch (std::bad_alloc const&) {
    throw UserError(path.string() + ": too little memory (the field is held in double precision, "
                                    "16 bytes per complex number): use a machine with more "
                                    "memory, or a smaller lattice");
  }
}

} // namespace kitt::detail
