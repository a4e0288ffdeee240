// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace kitt::comms::detail {

/// Sends the faces of one hop to a neighbour rank, one face per exchange. Each call of begin()
/// starts the next exchange. Exchanges are numbered 1, 2...
class Outgoing {
public:
  virtual ~Outgoing() = default;

  virtual void begin() = 0;
  /// Returns whether the caller may write to face().
  virtual bool writable() = 0;
  virtual std::byte* face() const = 0;
  virtual void send() = 0;
  /// Returns whether this rank has nothing left to do for the face.
  virtual bool sent() = 0;
  /// Waits until sent() is true, if MPI can wait for that; otherwise returns at once.
  virtual void await() {}
};

/// Receives the faces of one hop from a neighbour rank, one face per exchange.
class Incoming {
public:
  virtual ~Incoming() = default;

  virtual void begin() = 0;
  virtual bool arrived() = 0;
  /// Waits until arrived() is true, if MPI can wait for that; otherwise returns at once.
  virtual void await() {}
  virtual std::byte const* face() const = 0;
  /// Notes that the face is not needed any more.
  virtual void end() = 0;
};

} // namespace kitt::comms::detail
