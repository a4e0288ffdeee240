// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/pairs/detail/pair_messages.hpp"
#include "comms/ranks/mpi.hpp"
#include "core/base/error.hpp"

#include <vector>

namespace kitt::comms::detail {

namespace {

constexpr int message_tag = 1;
constexpr int answer_tag = 2;

class TwoSided final : public MessagePair::Implementation {
public:
  TwoSided(Communicator const& world, std::vector<RankPair> const& pairs, MessageShape const& shape,
           MemorySource const& memory)
      : Implementation(world.rank(), pairs, shape), comm_(world.handle().comm) {
    KITT_EXPECT(shape.pattern != MessagePattern::ping_pong || shape.window == 1);
    bool const both = shape.pattern != MessagePattern::one_way;
    auto const take = [&](char const* label, std::byte*& buffers) {
      memory_.push_back(memory(label, shape.bytes_one_way()));
      buffers = static_cast<std::byte*>(memory_.back().get());
    };
    if (both || partner().is_first)
      take("kitt::comms::outgoing_messages", outgoing_);
    if (both || !partner().is_first)
      take("kitt::comms::incoming_messages", incoming_);
    requests_.reserve(2 * static_cast<std::size_t>(shape.window));
  }

  void run() override {
    call();
    turn();
  }

  void settle() override {} // nothing to do, because received messages are complete

private:
  void call() {
    if (shape().pattern == MessagePattern::ping_pong)
      return partner().is_first ? (send(), receive()) : (receive(), send());
    if (shape().pattern == MessagePattern::one_way)
      return partner().is_first ? send_window() : receive_window();
    post_receives();
    post_sends();
    wait();
  }

  void send() {
    check(MPI_Send(outgoing(buffer_of(0)), count(), MPI_BYTE, partner().rank, message_tag, comm_),
          "MPI_Send");
  }
  void receive() {
    check(MPI_Recv(incoming(buffer_of(0)), count(), MPI_BYTE, partner().rank, message_tag, comm_,
                   MPI_STATUS_IGNORE),
          "MPI_Recv");
  }

  void send_window() {
    post_sends();
    wait();
    check(MPI_Recv(nullptr, 0, MPI_BYTE, partner().rank, answer_tag, comm_, MPI_STATUS_IGNORE),
          "MPI_Recv");
  }
  void receive_window() {
    post_receives();
    wait();
    check(MPI_Send(nullptr, 0, MPI_BYTE, partner().rank, answer_tag, comm_), "MPI_Send");
  }

  void post_sends() {
    for (int i = 0; i < shape().window; ++i)
      check(MPI_Isend(outgoing(buffer_of(i)), count(), MPI_BYTE, partner().rank, message_tag, comm_,
                      &requests_.emplace_back()),
            "MPI_Isend");
  }
  void post_receives() {
    for (int i = 0; i < shape().window; ++i)
      check(MPI_Irecv(incoming(buffer_of(i)), count(), MPI_BYTE, partner().rank, message_tag, comm_,
                      &requests_.emplace_back()),
            "MPI_Irecv");
  }
  void wait() {
    check(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE),
          "MPI_Waitall");
    requests_.clear();
  }

  MPI_Comm comm_;
  std::vector<std::shared_ptr<void>> memory_;
  std::vector<MPI_Request> requests_;
};

} // namespace

std::unique_ptr<MessagePair::Implementation> two_sided(Communicator const& world,
                                                       std::vector<RankPair> const& pairs,
                                                       MessageShape const& shape,
                                                       MemorySource const& memory) {
  return std::make_unique<TwoSided>(world, pairs, shape, memory);
}

} // namespace kitt::comms::detail
