// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/mpi_profile.hpp"

#include "comms/node/memory.hpp"
#include "comms/ranks/mpi.hpp"
#include "comms/ranks/traffic.hpp"
#include "perf/mpi_profile/detail/collect.hpp"
#include "perf/mpi_profile/recorder.hpp"

namespace kitt::mpi_profile {

/// Observes the communication of comms/. The observer has its own communicator, for messages that
/// must not mix with other messages.
class MpiProfile::Observer : public comms::TrafficObserver {
public:
  Observer(comms::Communicator const& world, Barriers barriers)
      : comm_(comms::detail::duplicate(world.handle().comm)), barriers_(barriers) {}

  MPI_Comm comm() const { return comm_.comm; }

  void enter(comms::Region region, comms::Entry entry) noexcept override {
    enter_region(region, entry);
  }
  void leave() noexcept override { leave_region(); }
  void before_exchange() noexcept override {
    if (barriers_ == Barriers::no)
      return;
    comms::TrafficRegion const region(comms::Region::wait);
    MPI_Barrier(comm_.comm);
  }
  void written(int to, std::size_t bytes) noexcept override {
    record_message(to, bytes);
    record_call("shared memory", {bytes}, Nanoseconds(0));
  }

private:
  comms::Communicator::Handle comm_;
  Barriers barriers_;
};

MpiProfile::MpiProfile(comms::Communicator const& world, Barriers barriers)
    : observer_(std::make_unique<Observer>(world, barriers)), barriers_(barriers) {
  start_recording(world.rank(), world.size());
  comms::traffic_observer = observer_.get();
}

MpiProfile::~MpiProfile() {
  comms::traffic_observer = nullptr;
  pause_recording();
}

std::optional<Profile> MpiProfile::collect() const {
  auto record = recorded();
  auto const own = comms::most_memory_in_use();
  record.memory.field_bytes = own.field_bytes;
  record.memory.buffer_bytes = own.buffer_bytes;
  record.memory.huge_page_bytes = own.huge_page_bytes;
  auto const records = detail::gather(observer_->comm(), std::move(record));
  if (!records)
    return std::nullopt;
  return merge(*records, barriers_ == Barriers::yes);
}

} // namespace kitt::mpi_profile
