// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/numa/pointer_chase.hpp"

#include "core/fields/random.hpp"

#include <utility>

namespace kitt::miniapp {

void PointerChase::link(std::uint64_t seed) {
  for (std::size_t i = 0; i < count_; ++i)
    *element(i) = element(i);
  for (std::size_t i = count_; i-- > 1;)
    std::swap(*element(i), *element(counter_bits(seed, i) % i));
  at_ = element(0);
}

void PointerChase::walk(std::size_t loads) {
  auto** at = at_;
  for (std::size_t i = 0; i < loads; ++i) // the cost of counting is hidden behind the loads
    at = static_cast<void**>(*at);
  at_ = at;
}

bool PointerChase::is_right() const {
  auto** at = element(0);
  for (std::size_t i = 1; i < count_; ++i) {
    at = static_cast<void**>(*at);
    auto const offset = reinterpret_cast<std::byte*>(at) - memory_;
    if (offset <= 0 || offset >= static_cast<std::ptrdiff_t>(count_ * stride))
      return false; // the cycle ends too early, or a link is wrong
  }
  return *at == element(0);
}

} // namespace kitt::miniapp
