// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/descriptor.hpp"

#include <cerrno>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace kitt {

Descriptor::~Descriptor() {
  if (number_ >= 0)
    ::close(number_);
}

std::string system_reason() {
  return std::generic_category().message(errno);
}

std::string why_no_regular_file(mode_t mode) {
  if (S_ISREG(mode))
    return {};
  if (S_ISDIR(mode))
    return "it is a directory, not a regular file";
  if (S_ISFIFO(mode))
    return "it is a named pipe, not a regular file";
  if (S_ISSOCK(mode))
    return "it is a socket, not a regular file";
  return "it is a device, not a regular file";
}

} // namespace kitt
