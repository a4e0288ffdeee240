// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "comms/ranks/simulation.hpp"
#include "core/operators/schedule.hpp"

#include <optional>

namespace kitt::miniapp {

/// Times calls, and what of them goes into communication: of a hopping term packing, sending and
/// waiting for faces, and whatever else is given to it.
class CommunicationTimes {
public:
  void begin_call() { call_began_ = now_(); }
  void end_call() { calls_ += now_() - call_began_; }

  /// An observer of a hopping term's steps.
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

  /// Of the time of all calls of all ranks. Collective.
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
