// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/fft/line_transforms.hpp"

#include <cstddef>
#include <fftw3.h>
#include <string>

namespace kitt::perf {

/// A plan works on other arrays than those that it was measured on.
struct LineTransforms::Plan {
  fftw_plan plan;

  Plan(LineShape const& shape, TransformDirection direction) {
    auto const [length, lines, step_in, step_out] = shape;
    auto* const in = numbers(lines, step_in);
    auto* const out = numbers(lines, step_out);
    plan =
        fftw_plan_many_dft(1, &length, lines, in, nullptr, 1, step_in, out, nullptr, 1, step_out,
                           direction == TransformDirection::forward ? FFTW_FORWARD : FFTW_BACKWARD,
                           FFTW_MEASURE | FFTW_PRESERVE_INPUT);
    fftw_free(in);
    fftw_free(out);
  }
  ~Plan() { fftw_destroy_plan(plan); }
  Plan(Plan const&) = delete;
  Plan& operator=(Plan const&) = delete;

private:
  static fftw_complex* numbers(int lines, int step) {
    return fftw_alloc_complex(static_cast<std::size_t>(lines) * static_cast<std::size_t>(step));
  }
};

LineTransforms::LineTransforms(LineShape const& shape, TransformDirection direction)
    : plan_(std::make_unique<Plan>(shape, direction)) {}
LineTransforms::~LineTransforms() = default;
LineTransforms::LineTransforms(LineTransforms&&) noexcept = default;
LineTransforms& LineTransforms::operator=(LineTransforms&&) noexcept = default;

void LineTransforms::run(ComplexDouble const* in, ComplexDouble* out) const {
  // FFTW takes no pointers to const, and leaves the input as it is, as the plan asks it to.
  fftw_execute_dft(plan_->plan, reinterpret_cast<fftw_complex*>(const_cast<ComplexDouble*>(in)),
                   reinterpret_cast<fftw_complex*>(out));
}

std::string LineTransforms::library() {
  std::string const version = fftw_version; // "fftw-3.3.10-sse2-avx-avx2-avx2_128"
  return "FFTW " + version.substr(5, version.find('-', 5) - 5) + ", measured plans";
}

} // namespace kitt::perf
