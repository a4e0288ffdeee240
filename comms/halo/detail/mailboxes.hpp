// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/detail/channel.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace kitt::comms::detail {

/// Memory into which a neighbour on the same node writes the faces of one hop. A mailbox has space
/// for two faces, so that the neighbour can write one while this rank reads the other. A mailbox
/// also has two numbers: the last exchange whose face has arrived, and the last exchange whose face
/// was read.
///
/// Each number has one writer and lies in 256 bytes of its own. 256 bytes are two pairs of cache
/// lines on processors that fetch lines in pairs, and one line of A64FX. The receiver owns the
/// memory, and both processes map it.
class Mailbox {
public:
  static constexpr std::size_t alignment = 256;
  using Number = std::uint64_t;
  static_assert(std::atomic_ref<Number>::is_always_lock_free,
                "numbers in a mailbox must be lock-free, otherwise processes cannot share them");

  static constexpr std::size_t padded(std::size_t bytes) {
    return (bytes + alignment - 1) / alignment * alignment;
  }
  /// Returns the bytes of a mailbox for faces of a given size.
  static constexpr std::size_t bytes(std::size_t face_bytes) {
    return 2 * alignment + 2 * padded(face_bytes);
  }

  /// Accesses a mailbox at `memory`. The memory must be aligned to `alignment`, and its owner must
  /// have called prepare().
  Mailbox(std::byte* memory, std::size_t face_bytes)
      : memory_(memory), face_stride_(padded(face_bytes)) {}

  /// Clears the mailbox. The owner calls this before any other use, so that its thread touches the
  /// pages first.
  void prepare() const {
    std::memset(face(0), 0, face_stride_);
    std::memset(face(1), 0, face_stride_);
    put_there(0);
    put_read(0);
  }

  std::byte* face(Number exchange) const {
    return memory_ + 2 * alignment + exchange % 2 * face_stride_;
  }
  Number there() const { return number(0).load(std::memory_order_acquire); }
  void put_there(Number exchange) const { number(0).store(exchange, std::memory_order_release); }
  Number read() const { return number(1).load(std::memory_order_acquire); }
  void put_read(Number exchange) const { number(1).store(exchange, std::memory_order_release); }

private:
  std::atomic_ref<Number> number(int which) const {
    return std::atomic_ref(*reinterpret_cast<Number*>(memory_ + which * alignment));
  }

  std::byte* memory_;
  std::size_t face_stride_;
};

/// Writes faces into a neighbour's mailbox.
class OutgoingMail : public Outgoing {
public:
  explicit OutgoingMail(Mailbox const& mailbox) : mailbox_(mailbox) {}

  void begin() override { ++exchange_; }
  bool writable() override { return mailbox_.read() + 2 >= exchange_; }
  std::byte* face() const override { return mailbox_.face(exchange_); }
  void send() override { mailbox_.put_there(exchange_); }
  bool sent() override { return true; }

private:
  Mailbox mailbox_;
  Mailbox::Number exchange_ = 0;
};

/// Reads faces from this rank's own mailbox.
class IncomingMail : public Incoming {
public:
  explicit IncomingMail(Mailbox const& mailbox) : mailbox_(mailbox) {}

  void begin() override { ++exchange_; }
  /// Returns whether the face has arrived. The neighbour may be one exchange ahead.
  bool arrived() override { return mailbox_.there() >= exchange_; }
  std::byte const* face() const override { return mailbox_.face(exchange_); }
  void end() override { mailbox_.put_read(exchange_); }

private:
  Mailbox mailbox_;
  Mailbox::Number exchange_ = 0;
};

} // namespace kitt::comms::detail
