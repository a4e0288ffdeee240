// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/pic/pic_cell.hpp"
#include "miniapp/benchmarks/pic/pic_errors.hpp"
#include "miniapp/benchmarks/pic/pic_simulation.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// Particle simulation that a benchmark can time and verify.
class VerifiedPic {
public:
  /// The exchanges mark themselves as message time for the profile.
  static constexpr bool marks_messages = true;

  /// Builds the simulation. Later, `say` is called with each fault of a check, once for all ranks.
  /// Collective.
  VerifiedPic(comms::Communicator const& world, PicShape const& shape, MemorySource const& memory,
              std::uint64_t seed, std::function<void(std::string const&)> say);

  /// Makes all steps from the start. Only the steps are timed, neither the reset to the start nor
  /// the check after the steps. The check compares the sums with their known totals, and the final
  /// state with the first call's final state.
  void run();
  /// Returns the seconds spent in steps so far.
  double seconds() const { return seconds_; }

  /// Runs steps from the start, checks each of them, and checks the known trajectories. Returns the
  /// number of faults on rank 0, and 0 on other ranks. Collective.
  std::size_t wrong_bytes();

  /// Adds the times of the phases, the imbalance, the bytes sent and the verification errors to
  /// `cell`. Collective.
  void describe(PicCell& cell) const;

private:
  std::function<void(std::string const&)> say_;
  MemorySource memory_;
  PicSimulation simulation_;
  void check_end();

  PicErrors worst_;                 ///< worst deviations in all checks
  PicErrors timed_;                 ///< worst deviations after timed calls
  std::optional<double> first_end_; ///< state_of() after the first timed call
  comms::MachineSeconds now_;
  double seconds_ = 0;
  std::size_t bytes_of_call_ = 0;     ///< bytes that this rank sent in the last call
  std::int64_t particles_at_end_ = 0; ///< particles of this rank after the last call
  std::vector<PicPhases> phases_;     ///< seconds of the phases, for each call
};

} // namespace kitt::miniapp
