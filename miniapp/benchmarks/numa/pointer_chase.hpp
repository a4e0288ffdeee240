// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

namespace kitt::miniapp {

/// A random cycle through memory: each element holds the address of the next, so that no load can
/// begin before the one before it is done. Elements are 256 bytes apart, which no prefetcher makes
/// use of.
class PointerChase {
public:
  static constexpr std::size_t stride = 256;

  PointerChase(void* memory, std::size_t bytes)
      : memory_(static_cast<std::byte*>(memory)), count_(bytes / stride) {}

  /// Links the elements to one cycle (Sattolo's shuffle); touches all pages.
  void link(std::uint64_t seed);
  /// Follows `loads` links from where the walk stands.
  void walk(std::size_t loads);
  /// Whether the cycle has all elements, each once.
  bool is_right() const;

  std::size_t count() const { return count_; }
  /// The element that the walk has come to.
  void const* at() const { return at_; }

private:
  void** element(std::size_t i) const { return reinterpret_cast<void**>(memory_ + i * stride); }

  std::byte* memory_;
  std::size_t count_;
  void** at_ = nullptr;
};

} // namespace kitt::miniapp
