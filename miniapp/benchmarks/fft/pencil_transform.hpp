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

/// What one rank has of an axis that is cut over the ranks of a line.
struct AxisPart {
  int begin = 0;
  int count = 0;
};
/// Part `number` of `parts` of n: the first n mod `parts` have one more than the rest.
AxisPart axis_part(int n, int parts, int number);

/// A box of complex numbers that all ranks of a grid share.
struct PencilBox {
  std::array<int, 3> extents;
  comms::TaskGrid grid;

  /// This rank's part of an axis that is cut over its line.
  AxisPart part(int axis, comms::Line line, int rank) const;
  /// Numbers of a rank before the forward transform, where axis 0 is whole, axis 1 is cut over the
  /// ranks of a row and axis 2 over those of a column; stored [i2][i1][i0], i0 fastest.
  std::size_t numbers_before(int rank) const;
  /// And after it, where axis 2 is whole, axis 0 is cut over the ranks of a row and axis 1 over
  /// those of a column; stored [i0][i1][i2].
  std::size_t numbers_after(int rank) const;
  std::size_t numbers() const; ///< of all ranks
};

/// Seconds of the steps of transforms, added up.
struct TransformSteps {
  double lines = 0;                  ///< in the library and in bringing numbers to it and away
  std::array<double, 2> exchanges{}; ///< by comms::Line
};

/// The transform of a box by whole lines along one axis after another (pencils); between them the
/// ranks of each row or column exchange blocks, which makes another axis whole. Not normalised.
/// Move-only.
class PencilTransform {
public:
  /// Collective. `world` outlives this. Throws UserError where comms::LineExchange does.
  PencilTransform(comms::Communicator const& world, PencilBox const& box, comms::LineMethod method,
                  TransformDirection direction, int threads, MemorySource const& memory);
  ~PencilTransform();
  PencilTransform(PencilTransform&&) noexcept;
  PencilTransform& operator=(PencilTransform&&) noexcept;

  /// Direction forward goes from the layout of PencilBox before to the layout after. Directions
  /// inverse and none go back. So none brings coefficients into the order that the box has before
  /// the transform. `in` and `out` do not overlap and are aligned to 16 bytes. Collective.
  void run(ComplexDouble const* in, ComplexDouble* out);

  TransformSteps const& steps() const; ///< of all calls since the last forget_steps()
  void forget_steps();

private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace kitt::miniapp
