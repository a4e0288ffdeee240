// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/detail/channel.hpp"
#include "comms/ranks/mpi.hpp"

namespace kitt::comms::detail {

/// A message of `bytes` bytes (at most INT_MAX) at address `face`, to or from rank `peer`.
struct Message {
  std::byte* face;
  std::size_t bytes;
  int peer;
  int tag;
};

/// A persistent MPI request, which is created once and started many times.
class PersistentRequest {
public:
  PersistentRequest() = default;
  ~PersistentRequest();
  PersistentRequest(PersistentRequest const&) = delete;
  PersistentRequest& operator=(PersistentRequest const&) = delete;

  MPI_Request& handle() { return request_; }
  void start();
  /// Returns true if the request is complete or not started.
  bool test();
  /// Waits until the request is complete. Returns at once if no exchange was started.
  void wait();

private:
  MPI_Request request_ = MPI_REQUEST_NULL;
  /// True if the request is started and not complete. Every test() writes this flag, so that
  /// ThreadSanitizer reports two threads that use one request. ThreadSanitizer cannot see what MPI
  /// does with a request.
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
