// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

namespace kitt::miniapp {

/// Random cycle through memory. Each element holds the address of the next one, so a load must wait
/// for the load before it. Elements are 256 bytes apart and in random order, so that prefetchers do
/// not help.
class PointerChase {
public:
  static constexpr std::size_t stride = 256;

  PointerChase(void* memory, std::size_t bytes)
      : memory_(static_cast<std::byte*>(memory)), count_(bytes / stride) {}

  /// Links the elements to one cycle (Sattolo's shuffle) and touches all pages.
  void link(std::uint64_t seed);
  /// Follows `loads` links from the current position.
  void walk(std::size_t loads);
  /// Returns whether the cycle contains each element once.
  bool is_right() const;

  std::size_t count() const { return count_; }
  /// Returns the current position in the cycle.
  void const* at() const { return at_; }

private:
  void** element(std::size_t i) const { return reinterpret_cast<void**>(memory_ + i * stride); }

  std::byte* memory_;
  std::size_t count_;
  void** at_ = nullptr;
};

} // namespace kitt::miniapp
