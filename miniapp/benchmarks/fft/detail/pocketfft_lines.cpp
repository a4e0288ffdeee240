// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/fft/line_transforms.hpp"

#include <cstddef>

#define POCKETFFT_NO_MULTITHREADING
#include <pocketfft_hdronly.h>

namespace kitt::perf {

namespace {

// Numbers of several lines in one register. pocketfft's public interface makes them of lines as
// well, but allocates in every call, looks its plan up under a lock and copies slowly: it takes
// twice as long as this (perf/NOTES.md). So its plans, which are internal, are used here.
constexpr auto lanes = pocketfft::detail::VLEN<double>::val;
using Lanes = double __attribute__((vector_size(lanes * sizeof(double))));
using Numbers = pocketfft::detail::cmplx<Lanes>;
static_assert(lines_of_tile % lanes == 0);

struct Steps {
  std::size_t along;
  std::size_t across;

  explicit Steps(TileOrder order)
      : along(static_cast<std::size_t>(order.along)),
        across(static_cast<std::size_t>(order.across)) {}
};

} // namespace

struct LineTransforms::Plan {
  std::size_t length;
  Steps in, out;
  bool forward;
  pocketfft::detail::pocketfft_c<double> transform;
  pocketfft::detail::arr<Numbers> numbers;

  Plan(int n, TileOrder from, TileOrder to, TransformDirection direction)
      : length(static_cast<std::size_t>(n)), in(from), out(to),
        forward(direction == TransformDirection::forward), transform(length), numbers(length) {}

  void read(ComplexDouble const* from) {
    for (std::size_t i = 0; i < length; ++i, from += in.along) {
      Numbers all; // put together in registers
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        all.r[lane] = from[lane * in.across].real();
        all.i[lane] = from[lane * in.across].imag();
      }
      numbers[i] = all;
    }
  }

  void write(ComplexDouble* to) const {
    for (std::size_t i = 0; i < length; ++i, to += out.along) {
      auto const all = numbers[i];
      for (std::size_t lane = 0; lane < lanes; ++lane)
        to[lane * out.across] = {all.r[lane], all.i[lane]};
    }
  }
};

LineTransforms::LineTransforms(int length, TileOrder in, TileOrder out,
                               TransformDirection direction)
    : plan_(std::make_unique<Plan>(length, in, out, direction)) {}
LineTransforms::~LineTransforms() = default;
LineTransforms::LineTransforms(LineTransforms&&) noexcept = default;
LineTransforms& LineTransforms::operator=(LineTransforms&&) noexcept = default;

void LineTransforms::run(ComplexDouble const* in, ComplexDouble* out) const {
  for (std::size_t line = 0; line < lines_of_tile; line += lanes) {
    plan_->read(in + line * plan_->in.across);
    plan_->transform.exec(plan_->numbers.data(), 1.0, plan_->forward);
    plan_->write(out + line * plan_->out.across);
  }
}

std::string LineTransforms::library() {
  return "pocketfft";
}

} // namespace kitt::perf
