// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/detail/channel.hpp"
#include "comms/ranks/mpi.hpp"

namespace kitt::comms::detail {

/// A message of `bytes` bytes (at most INT_MAX) at `face`, to or from rank `peer`.
struct Message {
  std::byte* face;
  std::size_t bytes;
  int peer;
  int tag;
};

/// A persistent request: made once, started many times.
class PersistentRequest {
public:
  PersistentRequest() = default;
  ~PersistentRequest();
  PersistentRequest(PersistentRequest const&) = delete;
  PersistentRequest& operator=(PersistentRequest const&) = delete;

  MPI_Request& handle() { return request_; }
  void start();
  /// True if the request is complete, or has not been started since it was.
  bool test();
  /// Returns once that is so.
  void wait();

private:
  MPI_Request request_ = MPI_REQUEST_NULL;
  /// Every test() writes it, so that ThreadSanitizer sees two threads on one request as a race; it
  /// cannot see what MPI does with the request.
  bool under_way_ = false;
};

class OutgoingMessage : public Outgoing {
public:
  OutgoingMessage(MPI_Comm comm, Message const& message);

  void begin() override {}
  bool writable() override { return true; }
  std::byte* face() const override { return face_; }
  void send() override { request_.start(); }
  bool sent() override { return request_.test(); }
  void await() override { request_.wait(); }

private:
  std::byte* face_;
  PersistentRequest request_;
};

class IncomingMessage : public Incoming {
public:
  IncomingMessage(MPI_Comm comm, Message const& message);

  void begin() override { request_.start(); }
  bool arrived() override { return request_.test(); }
  void await() override { request_.wait(); }
  std::byte const* face() const override { return face_; }
  void end() override {}

private:
  std::byte* face_;
  PersistentRequest request_;
};

} // namespace kitt::comms::detail
