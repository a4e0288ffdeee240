// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/collectives/collective.hpp"
#include "core/base/fields.hpp"
#include "miniapp/benchmarks/fft/fft_cell.hpp"
#include "miniapp/benchmarks/fft/line_transforms.hpp"
#include "miniapp/benchmarks/fft/pencil_transform.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace kitt::miniapp {

/// Order of coefficients after a forward transform.
/// - `transposed`: the order in which the last exchange leaves them (PencilBox::numbers_after).
/// - `natural`: the order of the boxes before the transform. Natural order takes two more
///   exchanges.
enum class ResultOrder { transposed, natural };
constexpr auto names_of(ResultOrder) {
  return std::array{"transposed", "natural"};
}

/// Boxes of random numbers on all ranks (the bands of a plane-wave code), with their forward
/// transforms and the products of all pairs of transforms.
class BandTransforms {
public:
  /// The exchanges mark themselves as message time for the profile.
  static constexpr bool marks_messages = true;

  /// Function that times another function. The timer returns the median in seconds on the slowest
  /// rank. Collective.
  using Timer = std::function<double(std::function<void()> const&)>;

  /// Builds the boxes and plans their transforms. Requires that `world` outlives this object.
  /// Collective.
  BandTransforms(comms::Communicator const& world, PencilBox const& box, std::size_t batch,
                 comms::LineMethod method, ResultOrder order, int threads,
                 MemorySource const& memory, std::uint64_t seed, Timer timer);

  /// Transforms all boxes forward, and brings the results into the requested order.
  void run();

  /// Fills the boxes with new numbers, transforms them, and counts the errors that this rank finds:
  /// - numbers of one box that differ after the inverse transform;
  /// - coefficients of that box that differ from the sums that define them;
  /// - products whose sum over the ranks is not N times the sum for the boxes (Parseval);
  /// - boxes with a coefficient that is not at its natural place;
  /// - wrong numbers that sample_more() found.
  /// Collective.
  std::size_t wrong_bytes();
  /// Returns the number of transforms on this rank whose last result differs from the result that
  /// wrong_bytes() verified.
  std::size_t wrong_left() const;

  /// Adds to `cell` the time of each step, averaged over the calls of run() since the last
  /// wrong_bytes(). Times the products and their sums over the ranks, and checks the result of the
  /// last sum. Requires at least one call of run(). Collective.
  void sample_more(FftCell& cell);
  /// Adds the time of planning and the verification's errors to `cell`. Collective.
  void describe(FftCell& cell) const;

  /// Return the numbers of a box before and after the transform, for tests.
  ComplexDouble* before(std::size_t band) const;
  ComplexDouble* after(std::size_t band) const;
  /// Returns the results of a box in natural order. Requires ResultOrder::natural.
  ComplexDouble* natural(std::size_t band) const;

private:
  void fill();
  std::size_t wrong_after_inverse(std::size_t band);
  std::size_t wrong_coefficients(std::size_t band) const;
  std::size_t wrong_products() const;
  std::vector<std::uint64_t> checksums() const;
  std::size_t wrong_places() const;
  TransformSteps steps() const;
  std::vector<ComplexDouble> summed(std::vector<ComplexDouble> const& own) const;
  ComplexDouble defined_coefficient(std::size_t band, std::array<int, 3> const& wave) const;
  std::optional<std::size_t> place_after(std::array<int, 3> const& wave) const;

  comms::Communicator const& world_;
  PencilBox box_;
  std::size_t batch_;
  int threads_;
  std::uint64_t seed_;
  std::uint64_t filled_ = 0; ///< number of fills so far; each fill draws other numbers
  Timer timer_;
  MemorySource memory_;
  std::size_t numbers_before_;
  std::size_t numbers_after_;
  std::shared_ptr<void> before_;
  std::shared_ptr<void> after_;
  std::shared_ptr<void> natural_; ///< results in natural order; null if the order is transposed
  std::vector<ComplexDouble> products_;
  double plan_seconds_;
  PencilTransform forward_;
  PencilTransform inverse_;
  /// transform into natural order; empty if the order is transposed
  std::optional<PencilTransform> restore_;
  std::size_t runs_ = 0;                ///< number of runs whose steps are counted
  std::size_t wrong_sums_ = 0;          ///< number of wrong values in timed sums of products
  double error_ = 0;                    ///< largest error after forward and inverse transform
  std::vector<std::uint64_t> verified_; ///< checksums of the transforms that wrong_bytes() verified
};

/// Returns the largest error after forward and inverse transform that counts as rounding, in units
/// of the largest number.
double transform_tolerance(PencilBox const& box);

namespace detail {

/// Computes products[a + batch * b] = sum over i of conj(boxes[a][i]) boxes[b][i]. `boxes` has
/// `batch` contiguous boxes of `numbers` numbers. Each thread multiplies a part of all boxes with
/// the serial dense product of Kokkos Kernels, or with a plain loop in a program without it.
void pair_products(ComplexDouble const* boxes, std::size_t numbers, std::size_t batch, int threads,
                   ComplexDouble* products);

} // namespace detail

} // namespace kitt::miniapp
