// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/collectives/collective.hpp"
#include "core/base/fields.hpp"
#include "miniapp/benchmarks/fft/fft_cell.hpp"
#include "miniapp/benchmarks/fft/pencil_transform.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace kitt::miniapp {

/// The order of coefficients. `transposed`: as the last exchange of a forward transform leaves them
/// (PencilBox, after). `natural`: as in the boxes before the transform, which takes two more
/// exchanges.
enum class ResultOrder { transposed, natural };
constexpr auto names_of(ResultOrder) {
  return std::array{"transposed", "natural"};
}

/// Boxes of all ranks with random numbers (of a plane-wave code: bands), their forward transforms,
/// and the products of all pairs of these.
class BandTransforms {
public:
  /// The exchanges mark their own time as messages; the rest is not.
  static constexpr bool marks_messages = true;

  /// Seconds of a function, the median of the slowest rank. Collective.
  using Timer = std::function<double(std::function<void()> const&)>;

  /// Collective. `world` outlives this.
  BandTransforms(comms::Communicator const& world, PencilBox const& box, std::size_t batch,
                 comms::LineMethod method, ResultOrder order, int threads,
                 MemorySource const& memory, std::uint64_t seed, Timer timer);

  /// Transforms all boxes forward, and brings the results into the order asked for.
  void run();

  /// Fills the boxes with new numbers, transforms them, and counts what is wrong on this rank:
  /// - numbers of one box that the inverse does not bring back;
  /// - coefficients of that box that differ from their sums in the definition;
  /// - products whose sum over the ranks is not N times that sum for the boxes (Parseval);
  /// - boxes with a coefficient that is not at its natural place;
  /// - numbers that sample_more() found wrong.
  /// Collective.
  std::size_t wrong_bytes();
  /// Returns how many transforms of this rank differ between the last run() and wrong_bytes().
  std::size_t wrong_left() const;

  /// Adds the steps of the calls since the last wrong_bytes(), at least one call. Times the
  /// products and their sums over the ranks, and checks the result of the last sum. Collective.
  void sample_more(FftCell& cell);
  /// Adds what only this knows. Collective.
  void describe(FftCell& cell) const;

  /// For tests.
  ComplexDouble* before(std::size_t band) const;
  ComplexDouble* after(std::size_t band) const;
  ComplexDouble* natural(std::size_t band) const; ///< like before(); only with the natural order

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
  std::uint64_t filled_ = 0; ///< how often: numbers of one fill are not those of another
  Timer timer_;
  MemorySource memory_;
  std::size_t numbers_before_;
  std::size_t numbers_after_;
  std::shared_ptr<void> before_;
  std::shared_ptr<void> after_;
  std::shared_ptr<void> natural_; ///< null if transposed
  std::vector<ComplexDouble> products_;
  double plan_seconds_;
  PencilTransform forward_;
  PencilTransform inverse_;
  std::optional<PencilTransform> restore_; ///< none if transposed
  std::size_t runs_ = 0;                   ///< runs whose steps are kept
  std::size_t wrong_sums_ = 0;             ///< wrong numbers in timed sums of products
  double error_ = 0;                       ///< largest error of inverse after forward
  std::vector<std::uint64_t> verified_; ///< checksums of the transforms that wrong_bytes() verified
};

/// The largest error of inverse after forward that is taken for rounding, of the largest number.
double transform_tolerance(PencilBox const& box);

} // namespace kitt::miniapp
