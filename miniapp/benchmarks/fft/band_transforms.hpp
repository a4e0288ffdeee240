// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/collectives/collective.hpp"
#include "core/base/fields.hpp"
#include "miniapp/benchmarks/fft/pencil_transform.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace kitt::perf {

struct FftCell;

/// How coefficients lie: as the last exchange of a forward transform leaves them (PencilBox,
/// after), or as the boxes lie before it, which takes two exchanges more.
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

  /// Transforms all boxes, forward, and brings the results into the order asked for.
  void run();

  /// Fills the boxes with new numbers, transforms them, and counts what is wrong on this rank:
  /// numbers of one box that the inverse does not bring back, coefficients of that box that differ
  /// from their sums in the definition, products whose sum over the ranks is not N times that of
  /// the boxes' own (Parseval), boxes whose coefficients are not all at their natural places,
  /// numbers that sample_more() found wrong. Collective.
  std::size_t wrong_bytes();
  /// How many transforms of this rank the last run() left other than wrong_bytes() had them.
  std::size_t wrong_left() const;

  /// Adds the steps of the calls since the last wrong_bytes(), one at least; times the products and
  /// their sums over the ranks, and compares what the last sum left. Collective.
  void sample_more(FftCell& cell);
  /// Adds what only this knows. Collective.
  void describe(FftCell& cell) const;

  /// For tests.
  ComplexDouble* before(std::size_t band) const;
  ComplexDouble* after(std::size_t band) const;
  ComplexDouble* natural(std::size_t band) const; ///< as before(); only of the natural order

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
  std::shared_ptr<void> natural_; ///< null: transposed
  std::vector<ComplexDouble> products_;
  double plan_seconds_;
  PencilTransform forward_;
  PencilTransform inverse_;
  std::optional<PencilTransform> restore_; ///< none: transposed
  std::size_t runs_ = 0;                   ///< whose steps are kept
  std::size_t wrong_sums_ = 0;             ///< numbers that timed sums of products left
  double error_ = 0;                       ///< the largest of inverse after forward
  std::vector<std::uint64_t> verified_; ///< checksums of the transforms that wrong_bytes() verified
};

/// The largest error of inverse after forward that is taken for rounding, of the largest number.
double transform_tolerance(PencilBox const& box);

} // namespace kitt::perf
