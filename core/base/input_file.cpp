// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/input_file.hpp"

#include "core/base/error.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace kitt {

namespace {

[[noreturn]] void refuse(std::filesystem::path const& path, std::string const& reason,
                         std::string const& advice) {
  throw UserError(path.string() + ": cannot be read (" + reason + "): " + advice);
}

std::string open_reason() {
  return errno == ENOENT || errno == ENOTDIR ? "there is no such file" : system_reason();
}

} // namespace

Descriptor open_input(std::filesystem::path const& path, std::string const& advice) {
  struct ::stat status {};
  if (::stat(path.c_str(), &status) != 0)
    refuse(path, open_reason(), advice);
  if (auto const reason = why_no_regular_file(status.st_mode); !reason.empty())
    refuse(path, reason, advice);
  // Non-blocking, because a named pipe may have replaced the file since stat().
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file)
    refuse(path, open_reason(), advice);
  return file;
}

std::string read_input(std::filesystem::path const& path, std::string const& advice) {
  auto const file = open_input(path, advice);
  std::string text;
  constexpr std::size_t step = std::size_t{1} << 16;
  for (;;) {
    auto const end = text.size();
    text.resize(end + step);
    auto const got = ::read(file.get(), text.data() + end, step);
    if (got < 0 && errno != EINTR)
      refuse(path, system_reason(), advice);
    text.resize(end + static_cast<std::size_t>(got < 0 ? 0 : got));
    if (got == 0)
      return text;
  }
}

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
