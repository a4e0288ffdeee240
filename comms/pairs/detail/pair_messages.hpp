// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/pairs/message_pair.hpp"

#include <memory>

namespace kitt::comms {

/// What moves the messages of a pair.
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
  /// The buffer of a message of this call.
  int buffer_of(int message) const {
    return part_ * shape_.buffers_of_call() + (shape_.one_buffer ? 0 : message);
  }
  /// At the end of a call.
  void turn() { part_ = part_ + 1 == parts_ ? 0 : part_ + 1; }

  std::byte* outgoing_ = nullptr; ///< set by what owns the memory; null: this side has none
  std::byte* incoming_ = nullptr;

private:
  Partner partner_;
  MessageShape shape_;
  int parts_;
  int part_ = 0; ///< that this call uses
};

namespace detail {

/// By MPI_Isend and MPI_Irecv, no copies.
std::unique_ptr<MessagePair::Implementation> two_sided(Communicator const& world,
                                                       std::vector<RankPair> const& pairs,
                                                       MessageShape const& shape,
                                                       MemorySource const& memory);
/// By MPI_Put and MPI_Get into memory of the second rank.
std::unique_ptr<MessagePair::Implementation> remote_memory(Communicator const& world,
                                                           std::vector<RankPair> const& pairs,
                                                           MessageShape const& shape,
                                                           MemorySource const& memory);

} // namespace detail

} // namespace kitt::comms
