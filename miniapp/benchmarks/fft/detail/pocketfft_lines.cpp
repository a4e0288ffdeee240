// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/fft/line_transforms.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#define POCKETFFT_NO_MULTITHREADING
#include <pocketfft_hdronly.h>

// This file uses pocketfft's internal plans. The public interface of pocketfft takes 1.5 to 2.3
// times as long (docs/developer/performance-log.md), because each call allocates memory, looks the
// plan up under a lock, and copies number by number. The internal plans transform numbers of any
// type, so one register can hold the numbers of several lines.

namespace kitt::miniapp {

namespace {

template <std::size_t N>
struct Register {
  using type [[gnu::vector_size(N * sizeof(double))]] = double;
};
template <std::size_t N>
using Doubles = typename Register<N>::type;

constexpr auto lanes = std::max<std::size_t>(2, pocketfft::detail::VLEN<double>::val);
static_assert(lines_of_tile % lanes == 0);
/// One number of each of `lanes` lines, with real and imaginary parts in separate registers.
using Numbers = pocketfft::detail::cmplx<Doubles<lanes>>;

} // namespace
} // namespace kitt::miniapp

/// Work memory for a transform, which each thread keeps for its next transforms. Memory from the
/// heap would take a fifth to a half as long as the transform itself.
template <>
class pocketfft::detail::arr<kitt::miniapp::Numbers> {
public:
  explicit arr(std::size_t length) {
    if (!kept.empty()) {
      room_ = std::move(kept.back());
      kept.pop_back();
    }
    if (room_.size() < length)
      room_.resize(length);
  }
  ~arr() { kept.push_back(std::move(room_)); }
  arr(arr const&) = delete;
  arr& operator=(arr const&) = delete;

  kitt::miniapp::Numbers& operator[](std::size_t i) { return room_[i]; }
  kitt::miniapp::Numbers* data() { return room_.data(); }

private:
  using Room = std::vector<kitt::miniapp::Numbers>;
  static inline thread_local std::vector<Room> kept;
  Room room_;
};

namespace kitt::miniapp {
namespace {

/// Returns the numbers at position `i` of N / 2 lines.
template <std::size_t N>
Doubles<N> load(ComplexDouble const* const* lines, std::size_t i) {
  Doubles<N> all;
  if constexpr (N == 2) {
    std::memcpy(&all, *lines + i, sizeof all);
  } else {
    auto const first = load<N / 2>(lines, i);
    auto const second = load<N / 2>(lines + N / 4, i);
    all = [&]<std::size_t... I>(std::index_sequence<I...>) {
      return __builtin_shufflevector(first, second, I...);
    }
    (std::make_index_sequence<N>());
  }
  return all;
}

/// Stores N / 2 complex numbers at `to`, `step` numbers apart.
template <std::size_t N>
void store(Doubles<N> const& all, ComplexDouble* to, std::size_t step) {
  if (N == 2 || step == 1) {
    std::memcpy(static_cast<void*>(to), &all, sizeof all);
  } else if constexpr (N > 2) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      store<N / 2>(__builtin_shufflevector(all, all, I...), to, step);
      store<N / 2>(__builtin_shufflevector(all, all, N / 2 + I...), to + N / 4 * step, step);
    }
    (std::make_index_sequence<N / 2>());
  }
}

/// Interleaves every second double of `a` and of `b`, beginning with index `First`. If `a` and `b`
/// hold complex numbers, zip<0> returns their real parts and zip<1> their imaginary parts. If `a`
/// and `b` hold real and imaginary parts, zip returns complex numbers again.
template <std::size_t First>
Doubles<lanes> zip(Doubles<lanes> const& a, Doubles<lanes> const& b) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return __builtin_shufflevector(a, b, (I % 2 == 0 ? I + First : lanes + I - 1 + First)...);
  }
  (std::make_index_sequence<lanes>());
}

} // namespace

struct LineTransforms::Plan {
  bool side_by_side;
  TransformDirection direction;
  pocketfft::detail::pocketfft_c<double> transform;
  std::vector<Numbers> numbers;

  Plan(int length, LinesOrder order, TransformDirection which)
      : side_by_side(order == LinesOrder::side_by_side), direction(which),
        transform(static_cast<std::size_t>(length)), numbers(static_cast<std::size_t>(length)) {}

  /// Reads `lanes` lines, beginning with line `first`.
  void read(std::span<LinesIn const> in, std::size_t first) {
    auto* to = numbers.data();
    for (auto const& some : in) {
      auto const* const lines = some.lines.data() + first;
      for (std::size_t i = 0; i < some.count; ++i, ++to) {
        auto const a = load<lanes>(lines, i);
        auto const b = load<lanes>(lines + lanes / 2, i);
        to->Set(zip<0>(a, b), zip<1>(a, b));
      }
    }
  }

  /// Writes `lines` lines, at most `lanes`, beginning with line `first`.
  void write(std::span<LinesOut const> out, std::size_t first, std::size_t lines) const {
    auto const* from = numbers.data();
    for (auto const& some : out) {
      auto const [along, across] = side_by_side ? std::array{some.step, std::size_t{1}}
                                                : std::array{std::size_t{1}, some.step};
      auto* to = some.to + first * across;
      for (std::size_t i = 0; i < some.count; ++i, ++from, to += along) {
        auto const a = zip<0>(from->r, from->i);
        auto const b = zip<1>(from->r, from->i);
        if (lines == lanes) {
          store<lanes>(a, to, across);
          store<lanes>(b, to + lanes / 2 * across, across);
        } else {
          std::array<ComplexDouble, lanes> all;
          store<lanes>(a, all.data(), 1);
          store<lanes>(b, all.data() + lanes / 2, 1);
          for (std::size_t line = 0; line < lines; ++line)
            to[line * across] = all[line];
        }
      }
    }
  }
};

LineTransforms::LineTransforms(int length, LinesOrder order, TransformDirection direction)
    : plan_(std::make_unique<Plan>(length, order, direction)) {}
LineTransforms::~LineTransforms() = default;
LineTransforms::LineTransforms(LineTransforms&&) noexcept = default;
LineTransforms& LineTransforms::operator=(LineTransforms&&) noexcept = default;

void LineTransforms::run(std::span<LinesIn const> in, std::span<LinesOut const> out,
                         std::size_t lines) const {
  for (std::size_t first = 0; first < lines; first += lanes) {
    plan_->read(in, first);
    if (plan_->direction != TransformDirection::none)
      plan_->transform.exec(plan_->numbers.data(), 1.0,
                            plan_->direction == TransformDirection::forward);
    plan_->write(out, first, std::min(lanes, lines - first));
  }
}

std::string LineTransforms::library() {
  return "pocketfft";
}

} // namespace kitt::miniapp
