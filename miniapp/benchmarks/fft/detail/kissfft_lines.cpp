// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/fft/line_transforms.hpp"

#include <kissfft.hh>

#include <cstddef>

namespace kitt::perf {

struct LineTransforms::Plan {
  std::size_t lines, step_in, step_out;
  kissfft<double> transform;
};

LineTransforms::LineTransforms(LineShape const& shape, TransformDirection direction)
    : plan_(std::make_unique<Plan>(Plan{
          static_cast<std::size_t>(shape.lines),
          static_cast<std::size_t>(shape.from_line_to_line_in),
          static_cast<std::size_t>(shape.from_line_to_line_out),
          {static_cast<std::size_t>(shape.length), direction == TransformDirection::inverse}})) {}
LineTransforms::~LineTransforms() = default;
LineTransforms::LineTransforms(LineTransforms&&) noexcept = default;
LineTransforms& LineTransforms::operator=(LineTransforms&&) noexcept = default;

void LineTransforms::run(ComplexDouble const* in, ComplexDouble* out) const {
  for (std::size_t line = 0; line < plan_->lines; ++line)
    plan_->transform.transform(in + line * plan_->step_in, out + line * plan_->step_out);
}

std::string LineTransforms::library() {
  return "KISS FFT";
}

} // namespace kitt::perf
