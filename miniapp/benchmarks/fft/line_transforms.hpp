// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace kitt::miniapp {

using ComplexDouble = std::complex<double>;

/// Direction of a transform. No direction normalises the result.
/// - `forward`: X(k) = sum over x of f(x) exp(-2 pi i k x / n).
/// - `inverse`: with the other sign in the exponent.
/// - `none`: lines are moved as in a transform, but their numbers do not change.
enum class TransformDirection { forward, inverse, none };

/// Number of lines that are transformed together (a tile). A tile stays in the innermost cache. The
/// numbers at one position of all lines of a tile fill whole cache lines.
inline constexpr std::size_t lines_of_tile = 8;

/// Input of a tile: consecutive numbers of each of its lines. If a tile has fewer lines, the other
/// pointers repeat one of its lines.
struct LinesIn {
  std::size_t count;
  std::array<ComplexDouble const*, lines_of_tile> lines;
};

/// Layout of transformed lines. `side_by_side`: the numbers at one position of all lines are
/// neighbours. `one_by_one`: each line is contiguous.
enum class LinesOrder { side_by_side, one_by_one };

/// Output of a tile: the place for some consecutive numbers of each of its lines.
struct LinesOut {
  std::size_t count;
  ComplexDouble* to;
  /// distance in numbers: from position to position (side_by_side) or from line to line
  /// (one_by_one)
  std::size_t step;
};

/// Transforms of tiles of lines of one length, with the library that KITT was configured with
/// (KITT_FFT). Only one thread at a time may use an object. Move-only.
class LineTransforms {
public:
  /// Plans the transform, which may take a while. `order` is the layout of `out` in run().
  LineTransforms(int length, LinesOrder order, TransformDirection direction);
  ~LineTransforms();
  LineTransforms(LineTransforms&&) noexcept;
  LineTransforms& operator=(LineTransforms&&) noexcept;

  /// Transforms the first `lines` lines of a tile. The numbers of the lines are read from `in`, one
  /// element after another, and written to `out`. `in` and `out` must not overlap and must be
  /// aligned to 16 bytes.
  void run(std::span<LinesIn const> in, std::span<LinesOut const> out, std::size_t lines) const;

  /// Returns the name of the library and its way of planning, as in "FFTW 3.3.10, measured plans".
  static std::string library();

private:
  struct Plan;
  std::unique_ptr<Plan> plan_;
};

} // namespace kitt::miniapp
