// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/memory_use.hpp"

#include <algorithm>
#include <atomic>

namespace kitt::comms {

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
