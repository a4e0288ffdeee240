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

/// forward: X(k) = sum over x of f(x) exp(-2 pi i k x / n). inverse: with the other sign. Neither
/// is normalised. none: lines are moved as in a transform, and their numbers do not change.
enum class TransformDirection { forward, inverse, none };

/// Lines that are transformed together, a tile: it stays in the innermost cache, and what it has at
/// one place of all its lines is whole cache lines.
inline constexpr std::size_t lines_of_tile = 8;

/// Some numbers of each line of a tile, those that follow each other in memory. Lines that a tile
/// does not have point to where another one is.
struct LinesIn {
  std::size_t count;
  std::array<ComplexDouble const*, lines_of_tile> lines;
};

/// How transformed lines lie: those of a tile side by side, or each of them on its own.
enum class LinesOrder { side_by_side, one_by_one };

/// Where some numbers of each line of a tile go.
struct LinesOut {
  std::size_t count;
  ComplexDouble* to;
  std::size_t step; ///< from place to place of lines side by side; from line to line one by one
};

/// Transforms of a tile of lines of one length at a time, by the library that KITT was configured
/// with (KITT_FFT). One thread uses it at a time. Move-only.
class LineTransforms {
public:
  /// Plans, which may take a while. `order`: that of `out` in run().
  LineTransforms(int length, LinesOrder order, TransformDirection direction);
  ~LineTransforms();
  LineTransforms(LineTransforms&&) noexcept;
  LineTransforms& operator=(LineTransforms&&) noexcept;

  /// Transforms the first `lines` of a tile, whose numbers are in `in` one after another, and go to
  /// `out`. The two do not overlap and are aligned to 16 bytes.
  void run(std::span<LinesIn const> in, std::span<LinesOut const> out, std::size_t lines) const;

  /// Its name, and how it plans where it does: "FFTW 3.3.10, measured plans".
  static std::string library();

private:
  struct Plan;
  std::unique_ptr<Plan> plan_;
};

} // namespace kitt::miniapp
