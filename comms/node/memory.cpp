// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/memory.hpp"

#include "comms/node/system_files.hpp"
#include "core/base/error.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <sstream>
#include <sys/statvfs.h>

namespace kitt::comms {

namespace {

constexpr auto no_limit = std::numeric_limits<std::size_t>::max();

/// Returns the bytes that a resource limit still allows if a process already uses `pages_in_use`
/// pages.
std::size_t left_of(decltype(RLIMIT_AS) limit, std::size_t pages_in_use) {
  rlimit found{};
  if (getrlimit(limit, &found) != 0 || found.rlim_cur == RLIM_INFINITY)
    return no_limit;
  auto const in_use = pages_in_use * static_cast<std::size_t>(std::max(1L, sysconf(_SC_PAGESIZE)));
  return found.rlim_cur - std::min<std::size_t>(found.rlim_cur, in_use);
}

/// Returns the bytes that the stricter of RLIMIT_AS and RLIMIT_DATA still allows.
std::size_t left_of_own_limits() {
  // Format of statm: "size resident shared text lib data dt", in pages.
  auto const numbers = detail::words(detail::SystemFiles{}.text("proc/self/statm").value_or(""));
  auto const pages = [&](std::size_t i) {
    return i < numbers.size() ? detail::leading_number(numbers[i]).value_or(0) : 0;
  };
  return std::min(left_of(RLIMIT_AS, pages(0)), left_of(RLIMIT_DATA, pages(5)));
}

} // namespace

std::size_t available_memory() {
  return detail::available_memory(detail::SystemFiles{});
}

std::size_t memory_of_rank(int ranks_on_node) {
  auto const on_node = available_memory();
  auto const share = on_node == 0 ? no_limit : on_node / static_cast<std::size_t>(ranks_on_node);
  auto const least = std::min(share, left_of_own_limits());
  return least == no_limit ? 0 : std::max<std::size_t>(1, least);
}

void check_memory(std::size_t bytes_needed, std::string const& what) {
  constexpr double gib = 1024.0 * 1024.0 * 1024.0;
  auto const available = available_memory();
  KITT_VALIDATE(available == 0 || bytes_needed <= available,
                fmt::format("{} does not fit into memory ({:.2f} GiB needed, {:.2f} GiB "
                            "available): choose a smaller volume or a larger machine",
                            what, static_cast<double>(bytes_needed) / gib,
                            static_cast<double>(available) / gib));
}

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

namespace {

/// Counter of the bytes in use for one purpose, and of their maximum.
class Level {
public:
  void rise(std::size_t bytes) { note(now_.fetch_add(bytes) + bytes); }
  void note(std::size_t now) {
    for (auto most = most_.load(); most < now && !most_.compare_exchange_weak(most, now);) {
    }
  }
  void fall(std::size_t bytes) { now_.fetch_sub(bytes); }
  std::size_t most() const { return most_.load(); }

private:
  std::atomic<std::size_t> now_ = 0;
  std::atomic<std::size_t> most_ = 0;
};

Level& level(MemoryFor what) {
  static Level fields;
  static Level buffers;
  return what == MemoryFor::fields ? fields : buffers;
}

Level& huge_pages() {
  static Level level;
  return level;
}

} // namespace

CountedMemory::CountedMemory(MemoryFor what, std::size_t bytes) : what_(what), bytes_(bytes) {
  level(what_).rise(bytes_);
}

CountedMemory::~CountedMemory() {
  level(what_).fall(bytes_);
}

void note_huge_page_bytes(std::size_t bytes) {
  huge_pages().note(bytes);
}

MemoryInUse most_memory_in_use() {
  return {level(MemoryFor::fields).most(), level(MemoryFor::buffers).most(), huge_pages().most()};
}

} // namespace kitt::comms
