// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/pairs/detail/pair_messages.hpp"
#include "comms/ranks/mpi.hpp"

#include <algorithm>
#include <array>

namespace kitt::comms::detail {

namespace {

constexpr int target = 1; ///< in the communicator of the two: the second of the pair

/// A communicator of this rank and its partner alone, the first of the pair in front.
class PairCommunicator {
public:
  PairCommunicator(Communicator const& world, Partner const& partner) {
    std::array<int, 2> ranks{world.rank(), partner.rank};
    if (!partner.is_first)
      std::swap(ranks[0], ranks[1]);
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Group two = MPI_GROUP_NULL;
    check(MPI_Comm_group(world.handle().comm, &all), "MPI_Comm_group");
    check(MPI_Group_incl(all, 2, ranks.data(), &two), "MPI_Group_incl");
    constexpr int tag = 3;
    check(MPI_Comm_create_group(world.handle().comm, two, tag, &comm_), "MPI_Comm_create_group");
    MPI_Group_free(&two);
    MPI_Group_free(&all);
    returning_errors(comm_);
  }
  ~PairCommunicator() { MPI_Comm_free(&comm_); }
  PairCommunicator(PairCommunicator const&) = delete;
  PairCommunicator& operator=(PairCommunicator const&) = delete;

  MPI_Comm comm() const { return comm_; }

private:
  MPI_Comm comm_ = MPI_COMM_NULL;
};

constexpr char const* advice =
    "leave put and get out by --patterns ping-pong,one-way,both-ways, or "
    "choose another transport of MPI";

class RemoteMemory final : public MessagePair::Implementation {
public:
  RemoteMemory(Communicator const& world, Partner const& partner, MessageShape const& shape,
               MemorySource const& memory)
      : Implementation(partner, shape), two_(world, partner),
        window_(two_.comm(), partner.is_first ? 0 : shape.bytes_one_way(), advice) {
    auto* own = window_.memory();
    if (partner.is_first) {
      memory_ = memory("kitt::comms::messages_put_or_got", shape.bytes_one_way());
      own = static_cast<std::byte*>(memory_.get());
    }
    bool const goes_out = partner.is_first == (shape.pattern == MessagePattern::put);
    (goes_out ? outgoing_ : incoming_) = own;
  }

  void run() override {
    if (!partner().is_first)
      return;
    for (int i = 0; i < shape().window; ++i)
      start(i);
    window_.flush(target);
  }

  void settle() override {
    window_.sync();
    check(MPI_Barrier(two_.comm()), "MPI_Barrier");
    window_.sync();
  }

private:
  void start(int buffer) {
    auto const there = static_cast<MPI_Aint>(offset(buffer));
    if (shape().pattern == MessagePattern::put)
      check(MPI_Put(outgoing(buffer), count(), MPI_BYTE, target, there, count(), MPI_BYTE,
                    window_.handle()),
            "MPI_Put");
    else
      check(MPI_Get(incoming(buffer), count(), MPI_BYTE, target, there, count(), MPI_BYTE,
                    window_.handle()),
            "MPI_Get");
  }

  PairCommunicator two_;
  Window window_;
  std::shared_ptr<void> memory_; ///< of the first rank
};

} // namespace

std::unique_ptr<MessagePair::Implementation> remote_memory(Communicator const& world,
                                                           Partner const& partner,
                                                           MessageShape const& shape,
                                                           MemorySource const& memory) {
  return std::make_unique<RemoteMemory>(world, partner, shape, memory);
}

} // namespace kitt::comms::detail
