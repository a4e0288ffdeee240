// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/pairs/message_pair.hpp"

#include "comms/pairs/detail/pair_messages.hpp"

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

} // namespace kitt::comms
