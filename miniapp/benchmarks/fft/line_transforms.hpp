// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <string>

namespace kitt::perf {

using ComplexDouble = std::complex<double>;

/// forward: X(k) = sum over x of f(x) exp(-2 pi i k x / n). inverse: with the other sign. Neither
/// is normalised.
enum class TransformDirection { forward, inverse };

/// Lines that are transformed together, a tile: it stays in the innermost cache, and what it has at
/// one place of all its lines is whole cache lines.
inline constexpr int lines_of_tile = 8;

/// How a tile lies in memory: numbers from one to the next of a line, and from line to line. One of
/// the two is 1.
struct TileOrder {
  int along;
  int across;
};

/// Transforms of a tile of lines of one length at a time, by the library that KITT was configured
/// with (KITT_FFT). One thread uses it at a time. Move-only.
class LineTransforms {
public:
  /// Plans, which may take a while. `in`, `out`: the orders in which lines come and go.
  LineTransforms(int length, TileOrder in, TileOrder out, TransformDirection direction);
  ~LineTransforms();
  LineTransforms(LineTransforms&&) noexcept;
  LineTransforms& operator=(LineTransforms&&) noexcept;

  /// `in` and `out` do not overlap and are aligned to 16 bytes.
  void run(ComplexDouble const* in, ComplexDouble* out) const;

  /// Its name, and how it plans where it does: "FFTW 3.3.10, measured plans".
  static std::string library();

private:
  struct Plan;
  std::unique_ptr<Plan> plan_;
};

} // namespace kitt::perf
