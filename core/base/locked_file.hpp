// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/output_file.hpp"

namespace kitt {

/// A file that one run writes again and again, as a whole each time (OutputFile). No other run can
/// write the file meanwhile. The lock is a flock(2) on the file itself, so it ends with the
/// process, however the process ends. File systems without flock(2) give no protection. Move-only.
class LockedFile {
public:
  /// Makes the file with the content `text`. An existing file that may be overwritten keeps its
  /// content until write(). Throws FileTaken if another run writes the file, or if it exists and
  /// must not be overwritten.
  LockedFile(std::filesystem::path const& path, Overwrite overwrite, std::string_view text);

  /// Opens an existing file. Throws FileTaken if another run writes the file. Throws UserError if
  /// the file cannot be read, like open_input().
  static LockedFile existing(std::filesystem::path const& path);

  LockedFile(LockedFile&& other) noexcept;
  LockedFile& operator=(LockedFile&& other) = delete;
  /// Removes the file if this object made it and write() was never called.
  ~LockedFile();

  void write(std::string_view text);
  /// Overwrites part of the file in place, from byte `offset` on. A reader may see the change half
  /// done. Returns the number of bytes written. Requires an earlier call of write().
  std::size_t write_at(std::size_t offset, std::string_view text);

  std::filesystem::path const& path() const {
    return path_;
  } ///< path without symbolic links, as
    ///< resolved() returns it

private:
  LockedFile(std::filesystem::path path, Descriptor lock);

  std::filesystem::path path_;
  Descriptor lock_;
  bool provisional_ = false; ///< true if this object made the file and write() was not called yet
};

} // namespace kitt
