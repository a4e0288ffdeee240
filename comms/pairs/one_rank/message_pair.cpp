// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/pairs/message_pair.hpp"

#include "core/base/error.hpp"

namespace kitt::comms {

// Never constructed: without MPI there is one rank, which cannot be its own partner.
class MessagePair::Implementation {};

MessagePair::MessagePair(Communicator const& /*world*/, std::vector<RankPair> const& /*pairs*/,
                         MessageShape const& /*shape*/, MemorySource const& /*memory*/) {
  throw InternalError("a pair of ranks in a program of one rank (this KITT was built without MPI): "
                      "build KITT with -DKITT_MPI=ON");
}
MessagePair::~MessagePair() = default;
MessagePair::MessagePair(MessagePair&&) noexcept = default;
MessagePair& MessagePair::operator=(MessagePair&&) noexcept = default;

void MessagePair::run() {}
void MessagePair::settle() {}
double MessagePair::seconds() const {
  return 0;
}
bool MessagePair::progressed() const {
  return true;
}
bool MessagePair::sends() const {
  return false;
}
bool MessagePair::receives() const {
  return false;
}
std::byte* MessagePair::outgoing(int /*buffer*/) const {
  return nullptr;
}
std::byte* MessagePair::incoming(int /*buffer*/) const {
  return nullptr;
}

// Never called: without MPI there is one rank on one node.
double timed_receives(Communicator const& /*world*/, int /*partner*/,
                      std::span<std::byte const> /*outgoing*/, std::span<std::byte> /*incoming*/,
                      int /*repeats*/) {
  throw InternalError("messages with another node in a program of one rank (this KITT was built "
                      "without MPI): build KITT with -DKITT_MPI=ON");
}

} // namespace kitt::comms
