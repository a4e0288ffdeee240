// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace kitt::comms::detail {

/// The way of one leg's face out of this rank. Exchanges are numbered by begin(): 1, 2...
class Outgoing {
public:
  virtual ~Outgoing() = default;

  virtual void begin() = 0;
  /// Whether face() may be written.
  virtual bool writable() = 0;
  virtual std::byte* face() const = 0;
  virtual void send() = 0;
  /// Whether this rank has nothing left to do for the face.
  virtual bool sent() = 0;
  /// Returns once sent() is true, where MPI can wait for that; else at once.
  virtual void await() {}
};

/// The way of one leg's face into this rank.
class Incoming {
public:
  virtual ~Incoming() = default;

  virtual void begin() = 0;
  virtual bool arrived() = 0;
  /// Returns once arrived() is true, where MPI can wait for that; else at once.
  virtual void await() {}
  virtual std::byte const* face() const = 0;
  /// The face is not needed any more.
  virtual void end() = 0;
};

} // namespace kitt::comms::detail
