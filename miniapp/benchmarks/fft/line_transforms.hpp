// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <memory>
#include <string>

namespace kitt::perf {

using ComplexDouble = std::complex<double>;

/// forward: X(k) = sum over x of f(x) exp(-2 pi i k x / n). inverse: with the other sign. Neither
/// is normalised.
enum class TransformDirection { forward, inverse };

/// Lines that are transformed together: numbers follow each other along a line, lines after so many
/// numbers each, where they come from and where they go.
struct LineShape {
  int length;
  int lines;
  int from_line_to_line_in;
  int from_line_to_line_out;
};

/// Transforms of a few lines of one length at a time, by the library that KITT was configured with
/// (KITT_FFT). One thread uses it at a time. Move-only.
class LineTransforms {
public:
  /// Plans, which may take a while.
  LineTransforms(LineShape const& shape, TransformDirection direction);
  ~LineTransforms();
  LineTransforms(LineTransforms&&) noexcept;
  LineTransforms& operator=(LineTransforms&&) noexcept;

  /// `in` and `out` do not overlap and are aligned to 16 bytes.
  void run(ComplexDouble const* in, ComplexDouble* out) const;

  /// Its name, and how it plans where it does: "FFTW-3.3.10, measured plans".
  static std::string library();

private:
  struct Plan;
  std::unique_ptr<Plan> plan_;
};

} // namespace kitt::perf
