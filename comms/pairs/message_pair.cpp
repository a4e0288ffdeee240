// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/pairs/message_pair.hpp"

#include "comms/ranks/mpi.hpp"
#include "core/base/error.hpp"

#include <utility>
#include <vector>

namespace kitt::comms {

namespace {

using detail::check;

constexpr int message_tag = 1;
constexpr int answer_tag = 2;

} // namespace

class MessagePair::Implementation {
public:
  Implementation(Communicator const& world, Partner const& partner, MessageShape const& shape,
                 MemorySource const& memory)
      : partner_(partner), shape_(shape), comm_(world.handle().comm) {
    KITT_EXPECT(shape.pattern != MessagePattern::ping_pong || shape.window == 1);
    if (sends())
      outgoing_ = memory("kitt::comms::outgoing_messages", shape.bytes_one_way());
    if (receives())
      incoming_ = memory("kitt::comms::incoming_messages", shape.bytes_one_way());
    requests_.reserve(2 * static_cast<std::size_t>(shape.window));
  }

  bool sends() const { return shape_.pattern != MessagePattern::one_way || partner_.is_first; }
  bool receives() const { return shape_.pattern != MessagePattern::one_way || !partner_.is_first; }
  std::byte* outgoing(int buffer) const { return at(outgoing_, buffer); }
  std::byte* incoming(int buffer) const { return at(incoming_, buffer); }

  void run() {
    switch (shape_.pattern) {
    case MessagePattern::ping_pong:
      return partner_.is_first ? (send(), receive()) : (receive(), send());
    case MessagePattern::one_way:
      return partner_.is_first ? send_window() : receive_window();
    case MessagePattern::both_ways:
      post_receives();
      post_sends();
      return wait();
    }
  }

private:
  std::byte* at(std::shared_ptr<void> const& memory, int buffer) const {
    return static_cast<std::byte*>(memory.get()) +
           shape_.stride() * static_cast<std::size_t>(shape_.one_buffer ? 0 : buffer);
  }
  int count() const { return static_cast<int>(shape_.bytes); }

  void send() {
    check(MPI_Send(outgoing(0), count(), MPI_BYTE, partner_.rank, message_tag, comm_), "MPI_Send");
  }
  void receive() {
    check(MPI_Recv(incoming(0), count(), MPI_BYTE, partner_.rank, message_tag, comm_,
                   MPI_STATUS_IGNORE),
          "MPI_Recv");
  }

  void send_window() {
    post_sends();
    wait();
    check(MPI_Recv(nullptr, 0, MPI_BYTE, partner_.rank, answer_tag, comm_, MPI_STATUS_IGNORE),
          "MPI_Recv");
  }
  void receive_window() {
    post_receives();
    wait();
    check(MPI_Send(nullptr, 0, MPI_BYTE, partner_.rank, answer_tag, comm_), "MPI_Send");
  }

  void post_sends() {
    for (int i = 0; i < shape_.window; ++i)
      check(MPI_Isend(outgoing(i), count(), MPI_BYTE, partner_.rank, message_tag, comm_,
                      &requests_.emplace_back()),
            "MPI_Isend");
  }
  void post_receives() {
    for (int i = 0; i < shape_.window; ++i)
      check(MPI_Irecv(incoming(i), count(), MPI_BYTE, partner_.rank, message_tag, comm_,
                      &requests_.emplace_back()),
            "MPI_Irecv");
  }
  void wait() {
    check(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE),
          "MPI_Waitall");
    requests_.clear();
  }

  Partner partner_;
  MessageShape shape_;
  MPI_Comm comm_;
  std::shared_ptr<void> outgoing_;
  std::shared_ptr<void> incoming_;
  std::vector<MPI_Request> requests_;
};

MessagePair::MessagePair(Communicator const& world, Partner const& partner,
                         MessageShape const& shape, MemorySource const& memory)
    : implementation_(std::make_unique<Implementation>(world, partner, shape, memory)) {}
MessagePair::~MessagePair() = default;
MessagePair::MessagePair(MessagePair&&) noexcept = default;
MessagePair& MessagePair::operator=(MessagePair&&) noexcept = default;

void MessagePair::run() {
  implementation_->run();
}
bool MessagePair::sends() const {
  return implementation_->sends();
}
bool MessagePair::receives() const {
  return implementation_->receives();
}
std::byte* MessagePair::outgoing(int buffer) const {
  return implementation_->outgoing(buffer);
}
std::byte* MessagePair::incoming(int buffer) const {
  return implementation_->incoming(buffer);
}

} // namespace kitt::comms
