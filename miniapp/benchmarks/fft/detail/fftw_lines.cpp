// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/fft/line_transforms.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fftw3.h>
#include <memory>
#include <span>
#include <string>

namespace kitt::miniapp {

namespace {

using Room = std::unique_ptr<fftw_complex, decltype(&fftw_free)>;

Room room(std::size_t numbers) {
  return {fftw_alloc_complex(numbers), &fftw_free};
}

} // namespace

/// FFTW's plan for a tile of lines. The lines of a tile are gathered into one array, with a cache
/// line between them. Lines whose length is a power of two thus do not compete for the same cache
/// sets.
struct LineTransforms::Plan {
  std::size_t length;
  std::size_t line_step;
  LinesOrder order;
  Room gathered;
  Room transformed;
  fftw_plan plan;

  Plan(int n, LinesOrder as, TransformDirection direction)
      : length(static_cast<std::size_t>(n)), line_step(length + 4), order(as),
        gathered(room(lines_of_tile * line_step)), transformed(room(lines_of_tile * length)) {
    constexpr auto lines = static_cast<int>(lines_of_tile);
    bool const together = order == LinesOrder::side_by_side;
    if (direction == TransformDirection::none) {
      std::array const copied{fftw_iodim{n, 1, together ? lines : 1},
                              fftw_iodim{lines, static_cast<int>(line_step), together ? 1 : n}};
      plan = fftw_plan_guru_dft(0, nullptr, 2, copied.data(), gathered.get(), transformed.get(),
                                FFTW_FORWARD, FFTW_MEASURE | FFTW_PRESERVE_INPUT);
      return;
    }
    plan =
        fftw_plan_many_dft(1, &n, lines, gathered.get(), nullptr, 1, static_cast<int>(line_step),
                           transformed.get(), nullptr, together ? lines : 1, together ? 1 : n,
                           direction == TransformDirection::forward ? FFTW_FORWARD : FFTW_BACKWARD,
                           FFTW_MEASURE | FFTW_PRESERVE_INPUT);
  }
  ~Plan() { fftw_destroy_plan(plan); }
  Plan(Plan const&) = delete;
  Plan& operator=(Plan const&) = delete;

  void gather(std::span<LinesIn const> in, std::size_t lines) const {
    auto* to = reinterpret_cast<ComplexDouble*>(gathered.get());
    for (auto const& some : in) {
      for (std::size_t line = 0; line < lines; ++line)
        std::copy_n(some.lines[line], some.count, to + line * line_step);
      to += some.count;
    }
  }

  void scatter(std::span<LinesOut const> out, std::size_t lines) const {
    auto const* from = reinterpret_cast<ComplexDouble const*>(transformed.get());
    if (order == LinesOrder::one_by_one) {
      for (auto const& some : out) {
        for (std::size_t line = 0; line < lines; ++line)
          std::copy_n(from + line * length, some.count, some.to + line * some.step);
        from += some.count;
      }
      return;
    }
    for (auto const& some : out)
      for (std::size_t i = 0; i < some.count; ++i, from += lines_of_tile)
        std::copy_n(from, lines, some.to + i * some.step);
  }
};

LineTransforms::LineTransforms(int length, LinesOrder order, TransformDirection direction)
    : plan_(std::make_unique<Plan>(length, order, direction)) {}
LineTransforms::~LineTransforms() = default;
LineTransforms::LineTransforms(LineTransforms&&) noexcept = default;
LineTransforms& LineTransforms::operator=(LineTransforms&&) noexcept = default;

void LineTransforms::run(std::span<LinesIn const> in, std::span<LinesOut const> out,
                         std::size_t lines) const {
  plan_->gather(in, lines);
  fftw_execute(plan_->plan);
  plan_->scatter(out, lines);
}

std::string LineTransforms::library() {
  std::string const version = fftw_version; // for example "fftw-3.3.10-sse2-avx-avx2-avx2_128"
  return "FFTW " + version.substr(5, version.find('-', 5) - 5) + ", measured plans";
}

} // namespace kitt::miniapp
