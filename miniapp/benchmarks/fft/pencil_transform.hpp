// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/lines/line_exchange.hpp"
#include "core/backend/memory.hpp"
#include "miniapp/benchmarks/fft/line_transforms.hpp"

#include <array>
#include <cstddef>
#include <memory>

namespace kitt::miniapp {

/// Part of a divided axis that one rank owns.
struct AxisPart {
  int begin = 0;
  int count = 0;
};
/// Returns part `number` of an axis of `n` points in `parts` parts. The first n mod `parts` parts
/// have one point more than the others.
AxisPart axis_part(int n, int parts, int number);

/// Box of complex numbers that all ranks of a grid share.
struct PencilBox {
  std::array<int, 3> extents;
  comms::TaskGrid grid;

  /// Returns the part of `axis` that `rank` owns if the ranks of its line divide the axis.
  AxisPart part(int axis, comms::Line line, int rank) const;
  /// Returns the numbers of a rank before the forward transform. Axis 0 is whole, the ranks of a
  /// row divide axis 1, and the ranks of a column divide axis 2. The layout is [i2][i1][i0], i0
  /// fastest.
  std::size_t numbers_before(int rank) const;
  /// Returns the numbers of a rank after the forward transform. Axis 2 is whole, the ranks of a row
  /// divide axis 0, and the ranks of a column divide axis 1. The layout is [i0][i1][i2], i2
  /// fastest.
  std::size_t numbers_after(int rank) const;
  std::size_t numbers() const; ///< how many numbers the box has on all ranks together
};

/// Seconds of the steps of transforms, summed over calls.
struct TransformSteps {
  /// seconds in the library, including copies of numbers to and from the library
  double lines = 0;
  std::array<double, 2> exchanges{}; ///< seconds of the exchanges, one value for each comms::Line
};

/// Transform of a box by whole lines (pencils) along one axis after another. Between two axes the
/// ranks of each row or column exchange blocks, which makes the next axis whole. The result is not
/// normalised. Move-only.
class PencilTransform {
public:
  /// Plans the transform. Requires that `world` outlives this object. Throws UserError if
  /// comms::LineExchange rejects `method`. Collective.
  PencilTransform(comms::Communicator const& world, PencilBox const& box, comms::LineMethod method,
                  TransformDirection direction, int threads, MemorySource const& memory);
  ~PencilTransform();
  PencilTransform(PencilTransform&&) noexcept;
  PencilTransform& operator=(PencilTransform&&) noexcept;

  /// Transforms `in` to `out`. Direction `forward` goes from the layout of
  /// PencilBox::numbers_before to the layout of numbers_after. Directions `inverse` and `none` go
  /// back, so `none` restores the order of the box before the transform. Requires that `in` and
  /// `out` do not overlap and are aligned to 16 bytes. Collective.
  void run(ComplexDouble const* in, ComplexDouble* out);

  TransformSteps const& steps() const; ///< seconds of all calls since the last forget_steps()
  void forget_steps();

private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace kitt::miniapp
