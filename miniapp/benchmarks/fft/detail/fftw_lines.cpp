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

  Plan(int length, TileOrder from, TileOrder to, TransformDirection direction) {
    auto* const in = numbers(length, from);
    auto* const out = numbers(length, to);
    plan = fftw_plan_many_dft(
        1, &length, lines_of_tile, in, nullptr, from.along, from.across, out, nullptr, to.along,
        to.across, direction == TransformDirection::forward ? FFTW_FORWARD : FFTW_BACKWARD,
        FFTW_MEASURE | FFTW_PRESERVE_INPUT);
    fftw_free(in);
    fftw_free(out);
  }
  ~Plan() { fftw_destroy_plan(plan); }
  Plan(Plan const&) = delete;
  Plan& operator=(Plan const&) = delete;

private:
  static fftw_complex* numbers(int length, TileOrder order) {
    auto const last = (length - 1) * order.along + (lines_of_tile - 1) * order.across;
    return fftw_alloc_complex(static_cast<std::size_t>(last) + 1);
  }
};

LineTransforms::LineTransforms(int length, TileOrder in, TileOrder out,
                               TransformDirection direction)
    : plan_(std::make_unique<Plan>(length, in, out, direction)) {}
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
