// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/mapped_files.hpp"

#include "comms/node/system_files.hpp"

#include <sys/statvfs.h>

#include <cstdint>
#include <filesystem>
#include <limits>
#include <sstream>

namespace kitt::comms {

namespace {

/// Returns the file that is mapped at an address ("/dev/shm/..."); empty without a file. If the
/// file was deleted, " (deleted)" follows its name.
std::filesystem::path mapped_file(void const* address) {
  auto const wanted = reinterpret_cast<std::uintptr_t>(address);
  for (auto const& line : detail::SystemFiles{}.lines("proc/self/maps")) {
    // example line: 7f01a000-7f01b000 rw-s 00000000 00:17 12 /dev/shm/...
    std::istringstream text(line);
    std::uintptr_t begin = 0, end = 0;
    char dash = 0;
    text >> std::hex >> begin >> dash >> end;
    if (wanted >= begin && wanted < end && line.find('/') != std::string::npos)
      return line.substr(line.find('/'));
  }
  return {};
}

} // namespace

double free_bytes_behind(void const* address) {
  struct statvfs system {};
  auto const file = mapped_file(address);
  if (file.empty() || statvfs(file.parent_path().c_str(), &system) != 0)
    return std::numeric_limits<double>::infinity();
  return static_cast<double>(system.f_bavail) * static_cast<double>(system.f_frsize);
}

} // namespace kitt::comms
