// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <sys/types.h>
#include <utility>

namespace kitt {

/// An open file of the system, closed with its owner. Move-only.
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

/// What the system says of the call that has just failed: "Permission denied".
std::string system_reason();

/// "it is a directory", "it is a device", ... of the st_mode of stat(2); empty: a regular file.
std::string why_no_regular_file(mode_t mode);

} // namespace kitt
