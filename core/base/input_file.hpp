// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <sys/types.h>
#include <utility>

namespace kitt {

/// An open file of the operating system (a file descriptor), closed when its owner is destroyed.
/// Move-only.
class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();

  explicit operator bool() const { return number_ >= 0; }
  int get() const { return number_; }

private:
  int number_ = -1;
};

/// Returns the operating system's reason why the last call failed, for example "Permission denied".
std::string system_reason();

/// Returns why a file is not a regular file, for example "it is a directory, not a regular file".
/// `mode` is the st_mode of stat(2). Empty if the file is a regular file.
std::string why_no_regular_file(mode_t mode);

/// Opens a regular file for reading. Never waits, not even if the path is a named pipe. Throws
/// UserError if the file cannot be opened: "PATH: cannot be read (there is no such file): ADVICE".
Descriptor open_input(std::filesystem::path const& path,
                      std::string const& advice = "check the name");

/// Returns the whole content of a file. Throws UserError like open_input().
std::string read_input(std::filesystem::path const& path,
                       std::string const& advice = "check the name");

} // namespace kitt
