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

/// A simulation as the benchmark times it.
class VerifiedPic {
public:
  static constexpr bool marks_messages = true; ///< its exchanges enter their region

  /// `say` is told what is wrong, once for all ranks. Collective.
  VerifiedPic(comms::Communicator const& world, PicShape const& shape, MemorySource const& memory,
              std::uint64_t seed, std::function<void(std::string const&)> say);

  /// Does all steps from the start, timed. Going back to the start is not timed, and the check
  /// after the steps is not timed. The check compares the sums, and compares the final state with
  /// the final state of the first call.
  void run();
  /// Seconds in steps so far.
  double seconds() const { return seconds_; }

  /// Steps from the start, of which each is checked, and the trajectories that are known. How much
  /// is wrong, which rank 0 counts for all. Collective.
  std::size_t wrong_bytes();

  /// Figures that only the simulation knows. Collective.
  void describe(PicCell& cell) const;

private:
  std::function<void(std::string const&)> say_;
  MemorySource memory_;
  PicSimulation simulation_;
  void check_end();

  PicErrors worst_;                 ///< of all checks
  PicErrors timed_;                 ///< of the ends of timed calls
  std::optional<double> first_end_; ///< state_of() after the first timed call
  comms::MachineSeconds now_;
  double seconds_ = 0;
  std::size_t bytes_of_call_ = 0;     ///< sent by this rank
  std::int64_t particles_at_end_ = 0; ///< of a call, on this rank
  std::vector<PicPhases> phases_;     ///< of each call
};

} // namespace kitt::miniapp
