// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/pairs/message_pair.hpp"

#include <memory>

namespace kitt::comms {

/// Interface of the methods that move the messages of a pair.
class MessagePair::Implementation {
public:
  Implementation(int rank, std::vector<RankPair> const& pairs, MessageShape const& shape)
      : partner_(partner_of(rank, pairs).value()), shape_(shape), parts_(shape.parts()) {}
  virtual ~Implementation() = default;
  Implementation(Implementation const&) = delete;
  Implementation& operator=(Implementation const&) = delete;

  virtual void run() = 0;
  virtual void settle() = 0;
  virtual double seconds() const { return 0; }
  virtual bool progressed() const { return true; }

  std::byte* outgoing(int buffer) const { return outgoing_ + offset(buffer); }
  std::byte* incoming(int buffer) const { return incoming_ + offset(buffer); }
  bool sends() const { return outgoing_ != nullptr; }
  bool receives() const { return incoming_ != nullptr; }

protected:
  Partner const& partner() const { return partner_; }
  MessageShape const& shape() const { return shape_; }
  int count() const { return static_cast<int>(shape_.bytes); }
  std::size_t offset(int buffer) const {
    return shape_.stride() * static_cast<std::size_t>(buffer);
  }
  /// Returns the number of the buffer that a message of this call uses.
  int buffer_of(int message) const {
    return part_ * shape_.buffers_of_call() + (shape_.one_buffer ? 0 : message);
  }
  /// Switches to the next part of the buffers, at the end of a call.
  void turn() { part_ = part_ + 1 == parts_ ? 0 : part_ + 1; }

  /// set by the derived class that owns the memory; null if this side has none
  std::byte* outgoing_ = nullptr;
  std::byte* incoming_ = nullptr;

private:
  Partner partner_;
  MessageShape shape_;
  int parts_;
  int part_ = 0; ///< part of the buffers that this call uses
};

namespace detail {

/// Makes a pair that uses MPI_Isend and MPI_Irecv, without copies.
std::unique_ptr<MessagePair::Implementation> two_sided(Communicator const& world,
                                                       std::vector<RankPair> const& pairs,
                                                       MessageShape const& shape,
                                                       MemorySource const& memory);
/// Makes a pair that uses MPI_Put and MPI_Get on memory of the second rank.
std::unique_ptr<MessagePair::Implementation> remote_memory(Communicator const& world,
                                                           std::vector<RankPair> const& pairs,
                                                           MessageShape const& shape,
                                                           MemorySource const& memory);

} // namespace detail

} // namespace kitt::comms
