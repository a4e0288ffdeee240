// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/output_file.hpp"

namespace kitt {

/// A file that one run writes again and again, the whole of it each time (OutputFile), while no
/// other run may write it. The lock is flock(2)'s on the file itself: it ends with the process,
/// however that ends. On a file system that has no such locks there is none. Move-only.
class LockedFile {
public:
  /// Makes the file, with `text` in it. An existing file that may be overwritten is left as it is
  /// until write(). Throws FileTaken if another run writes it, or it exists and may not be
  /// overwritten.
  LockedFile(std::filesystem::path const& path, Overwrite overwrite, std::string_view text);

  /// Opens a file that exists. Throws FileTaken if another run writes it, else as open_input().
  static LockedFile existing(std::filesystem::path const& path);

  LockedFile(LockedFile&& other) noexcept;
  LockedFile& operator=(LockedFile&& other) = delete;
  /// Removes the file if it was made here and write() was never called.
  ~LockedFile();

  void write(std::string_view text);
  /// Into the file as it is, after write(); a reader may find it half done. Returns the bytes.
  std::size_t write_at(std::size_t offset, std::string_view text);

  std::filesystem::path const& path() const { return path_; } ///< resolved()

private:
  LockedFile(std::filesystem::path path, Descriptor lock);

  std::filesystem::path path_;
  Descriptor lock_;
  bool provisional_ = false; ///< made here, and nothing of worth in it yet
};

} // namespace kitt
