// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/pairs/message_pair.hpp"

#include "comms/pairs/detail/pair_messages.hpp"
#include "comms/ranks/mpi.hpp"
#include "comms/ranks/simulation.hpp"

namespace kitt::comms {

MessagePair::MessagePair(Communicator const& world, std::vector<RankPair> const& pairs,
                         MessageShape const& shape, MemorySource const& memory)
    : implementation_(is_one_sided(shape.pattern)
                          ? detail::remote_memory(world, pairs, shape, memory)
                          : detail::two_sided(world, pairs, shape, memory)) {}
MessagePair::~MessagePair() = default;
MessagePair::MessagePair(MessagePair&&) noexcept = default;
MessagePair& MessagePair::operator=(MessagePair&&) noexcept = default;

void MessagePair::run() {
  implementation_->run();
}
void MessagePair::settle() {
  implementation_->settle();
}
double MessagePair::seconds() const {
  return implementation_->seconds();
}
bool MessagePair::progressed() const {
  return implementation_->progressed();
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

using detail::check;

double timed_receives(Communicator const& world, int partner, std::span<std::byte const> outgoing,
                      std::span<std::byte> incoming, int repeats) {
  constexpr int tag = 5;
  MPI_Comm const comm = world.handle().comm;
  double seconds = 0;
  for (int i = 0; i < repeats; ++i) {
    MPI_Request sending = MPI_REQUEST_NULL;
    check(MPI_Isend(outgoing.data(), static_cast<int>(outgoing.size()), MPI_BYTE, partner, tag,
                    comm, &sending),
          "MPI_Isend");
    auto const begin = machine_seconds();
    check(MPI_Recv(incoming.data(), static_cast<int>(incoming.size()), MPI_BYTE, partner, tag, comm,
                   MPI_STATUS_IGNORE),
          "MPI_Recv");
    seconds += machine_seconds() - begin;
    check(MPI_Wait(&sending, MPI_STATUS_IGNORE), "MPI_Wait");
  }
  return seconds;
}

} // namespace kitt::comms
