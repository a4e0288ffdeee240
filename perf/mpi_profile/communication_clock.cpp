// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/communication_clock.hpp"

#include "comms/ranks/traffic.hpp"
#include "perf/mpi_profile/detail/run_clock.hpp"
#include "perf/mpi_profile/detail/tallies.hpp"

namespace kitt::mpi_profile {

/// Observes the communication of comms/ in the thread that created this object.
class CommunicationClock::Observer : public comms::TrafficObserver {
public:
  Observer() {
    detail::run_clock = &clock_;
    detail::watching.store(Watching::time, std::memory_order_release);
    comms::traffic_observer = this;
  }
  ~Observer() override {
    comms::traffic_observer = nullptr;
    detail::watching.store(Watching::nothing, std::memory_order_release);
    detail::run_clock = nullptr;
  }
  Observer(Observer const&) = delete;
  Observer& operator=(Observer const&) = delete;

  RunTime time() const {
    return {detail::in_seconds(Clock::now() - begin_), detail::in_seconds(clock_.spent())};
  }

  void enter(comms::Region, comms::Entry) noexcept override {
    if (auto* const clock = detail::run_clock)
      clock->begin();
  }
  void leave() noexcept override {
    if (auto* const clock = detail::run_clock)
      clock->end();
  }
  void before_exchange() noexcept override {}
  void written(int, std::size_t) noexcept override {}

private:
  detail::RunClock clock_;
  Clock::time_point begin_ = Clock::now();
};

CommunicationClock::CommunicationClock() : observer_(std::make_unique<Observer>()) {}
CommunicationClock::~CommunicationClock() = default;

std::optional<RunTime> CommunicationClock::collect(comms::Communicator const& world) const {
  auto const own = observer_->time();
  return RunTime{world.sum(own.total_seconds) / world.size(),
                 world.sum(own.communication_seconds) / world.size()};
}

} // namespace kitt::mpi_profile
