// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/error.hpp"
#include "core/base/input_file.hpp"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// Functions and classes for all files that KITT writes. An existing file is replaced only if the
/// user asked for that. A device or folder is never replaced. A symbolic link is followed to its
/// target. A reader sees either the complete old file or the complete new file.

namespace kitt {

/// Permission to replace an existing file.
enum class Overwrite { no, yes };
/// Returns Overwrite::yes if the option `--force` was given.
inline Overwrite overwrite_if(bool force) {
  return force ? Overwrite::yes : Overwrite::no;
}

/// The error that a file exists and must not be overwritten, or that another process is writing it.
class FileTaken : public UserError {
  using UserError::UserError;
};

/// Returns the absolute path of the file that `path` leads to, through symbolic links. The file
/// need not exist.
std::filesystem::path resolved(std::filesystem::path const& path);

/// A file named on the command line.
struct NamedFile {
  std::string option;         ///< option with the file name: "--json"
  std::filesystem::path path; ///< path; empty without the option
  std::string if_taken = "give another name, or add --force"; ///< advice if the file exists
};

/// Checks the output files of a run. Must be called before anything is computed. Throws UserError
/// if an output exists (unless `overwrite` is yes), is not a regular file or cannot be created.
/// Also throws UserError if an output and another output or input are the same file.
void check_outputs(std::vector<NamedFile> const& outputs, std::vector<NamedFile> const& inputs,
                   Overwrite overwrite);

/// A file that gets its name only when it is complete. Until commit(), the file has a temporary
/// name in the same folder. If commit() is not called, the temporary file is removed. Every member
/// throws UserError if the file system reports an error.
class OutputFile {
public:
  /// Opens the temporary file. Throws FileTaken if the file exists and must not be overwritten.
  OutputFile(std::filesystem::path const& path, Overwrite overwrite);
  OutputFile(OutputFile const&) = delete;
  OutputFile& operator=(OutputFile const&) = delete;
  ~OutputFile();

  void write(std::span<std::byte const> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }

  /// Flushes the file to disk and gives it its final name. Returns a descriptor that locks the file
  /// for this process as long as it lives (see LockedFile). Throws FileTaken if another process has
  /// made the file meanwhile and it must not be overwritten.
  Descriptor commit();

private:
  void open_temporary();
  void take_name();
  [[noreturn]] void fail(std::string const& reason) const;

  std::filesystem::path path_;
  Overwrite overwrite_;
  std::string temporary_;
  Descriptor file_;
};

/// Writes a file with the content `text`. Throws UserError like OutputFile.
void write_output(std::filesystem::path const& path, std::string_view text, Overwrite overwrite);

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
