// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <system_error>
#include <unistd.h>

namespace kitt {

/// Folder for files that another program reads. It is removed when the object is destroyed.
class TemporaryFolder {
public:
  /// Makes the folder. `purpose`: first word of its name, such as "judge".
  explicit TemporaryFolder(std::string const& purpose)
      : path_(std::filesystem::temp_directory_path() /
              ("kitt-" + purpose + "-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_);
  }
  TemporaryFolder(TemporaryFolder const&) = delete;
  TemporaryFolder& operator=(TemporaryFolder const&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::filesystem::path const& path() const { return path_; }
  std::filesystem::path operator/(std::string const& name) const { return path_ / name; }

private:
  std::filesystem::path path_;
};

} // namespace kitt
