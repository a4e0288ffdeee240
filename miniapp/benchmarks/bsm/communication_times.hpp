// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "comms/ranks/simulation.hpp"
#include "core/operators/schedule.hpp"

#include <optional>

namespace kitt::miniapp {

/// Clock that measures calls and the communication within them. The communication of a hopping term
/// is packing, sending and waiting for faces. add() counts further communication.
class CommunicationTimes {
public:
  void begin_call() { call_began_ = now_(); }
  void end_call() { calls_ += now_() - call_began_; }

  /// Counts the time of a step of a hopping term, at its end (see StepObserver).
  void operator()(std::optional<Step> ended) {
    auto const now = now_();
    if (ended == Step::pack || ended == Step::wait)
      communication_ += now - step_began_;
    step_began_ = now;
  }
  template <class F>
  void add(F const& communicate) {
    auto const began = now_();
    communicate();
    communication_ += now_() - began;
  }

  /// Returns the share of communication in the time of all calls, over all ranks. Collective.
  double share(comms::Communicator const& world) const {
    return world.sum(communication_) / world.sum(calls_);
  }

private:
  comms::MachineSeconds now_;
  double calls_ = 0;
  double communication_ = 0;
  double call_began_ = 0;
  double step_began_ = 0;
};

} // namespace kitt::miniapp
