// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/detail/replacing_file.hpp"

#include "core/error.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace kitt::detail {

namespace {

std::string system_reason() {
  return std::generic_category().message(errno);
}

} // namespace

ReplacingFile::ReplacingFile(std::filesystem::path path)
    : path_(std::move(path)), temporary_(path_.string() + ".part-" + std::to_string(::getpid())) {
  // A rename would silently put a file in the place of a device such as /dev/null.
  std::error_code ignored;
  auto const status = std::filesystem::status(path_, ignored);
  if (std::filesystem::is_directory(status))
    fail("it is a directory");
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    fail("it is not a regular file");
  descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0)
    fail(system_reason());
}

ReplacingFile::~ReplacingFile() {
  if (descriptor_ < 0)
    return;
  ::close(descriptor_);
  ::unlink(temporary_.c_str());
}

void ReplacingFile::write(Bytes bytes) {
  constexpr std::size_t largest = std::size_t{1} << 30; // what every system takes in one call
  while (!bytes.empty()) {
    auto const written = ::write(descriptor_, bytes.data(), std::min(bytes.size(), largest));
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      fail(system_reason());
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void ReplacingFile::commit() {
  // Full disks and quotas may show only now.
  if (::fsync(descriptor_) != 0 && errno != EINVAL)
    fail(system_reason());
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0)
    fail(system_reason());
  int const closed = ::close(descriptor_);
  descriptor_ = -1;
  if (closed != 0)
    fail(system_reason());
}

void ReplacingFile::fail(std::string const& reason) const {
  throw UserError(path_.string() + ": cannot be written (" + reason +
                  "): give another name, or make room and check the permissions");
}

} // namespace kitt::detail
