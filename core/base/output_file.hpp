// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/descriptor.hpp"
#include "core/base/error.hpp"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// What KITT writes: an existing file is replaced only if the user asked for it, a device or folder
/// never; a symbolic link leads to the new file. A reader sees the old file or the new, complete.

namespace kitt {

/// Whether a file that is there may be replaced.
enum class Overwrite { no, yes };
/// What `--force` means.
inline Overwrite overwrite_if(bool force) {
  return force ? Overwrite::yes : Overwrite::no;
}

/// The file would be overwritten unasked, or another process writes it.
class FileTaken : public UserError {
  using UserError::UserError;
};

/// The absolute path of the file that `path` leads to, through symbolic links, be it there or not.
std::filesystem::path resolved(std::filesystem::path const& path);

/// A file as the command line names it.
struct NamedFile {
  std::string option;                                     ///< "--json"
  std::filesystem::path path;                             ///< empty: the option was not given
  std::string if_taken = "give another name, or --force"; ///< what to do about a file of this name
};

/// To be called before anything is computed. Throws UserError if an output exists (unless
/// overwriting), is no regular file or cannot be created, or if two outputs, or an output and an
/// input, are one file.
void check_outputs(std::vector<NamedFile> const& outputs, std::vector<NamedFile> const& inputs,
                   Overwrite overwrite);

/// Writes a file under another name beside it and gives it its own only when complete. Without
/// commit(), nothing is left behind. Every member throws UserError when the file system refuses.
class OutputFile {
public:
  /// Throws FileTaken if the file exists and is not to be overwritten.
  OutputFile(std::filesystem::path const& path, Overwrite overwrite);
  OutputFile(OutputFile const&) = delete;
  OutputFile& operator=(OutputFile const&) = delete;
  ~OutputFile();

  void write(std::span<std::byte const> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }

  /// Brings the file to disk and gives it its name. Throws FileTaken if somebody else has made the
  /// file meanwhile. While the result lives, the file is locked for this process; see LockedFile.
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

/// Writes `text` as the whole content of a file.
void write_output(std::filesystem::path const& path, std::string_view text, Overwrite overwrite);

} // namespace kitt
