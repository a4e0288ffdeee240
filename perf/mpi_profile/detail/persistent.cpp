// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/detail/payload.hpp"

#include <algorithm>
#include <mutex>
#include <unordered_map>

namespace kitt::mpi_profile::detail {

namespace {

struct Persistent {
  Payload payload;
  int to = MPI_UNDEFINED; ///< in the world; not of a send: negative
  bool sends = false;
};

class Requests {
public:
  void add(MPI_Request request, Persistent const& what) {
    std::lock_guard const lock(mutex_);
    requests_.insert_or_assign(request, what);
  }
  void remove(MPI_Request request) {
    std::lock_guard const lock(mutex_);
    requests_.erase(request);
  }
  /// Nothing is known of a request made before anything was recorded.
  Persistent find(MPI_Request request) {
    std::lock_guard const lock(mutex_);
    auto const found = requests_.find(request);
    return found == requests_.end() ? Persistent{} : found->second;
  }

private:
  std::mutex mutex_;
  std::unordered_map<MPI_Request, Persistent> requests_;
};

/// Never destroyed: programs free requests until the very end.
Requests& requests() {
  static auto* const instance = new Requests;
  return *instance;
}

} // namespace

void remember_send(MPI_Request request, int count, MPI_Datatype type, int to, MPI_Comm comm) {
  if (to >= 0)
    requests().add(request, {{bytes_of(count, type)}, world_rank(comm, to), true});
}

void remember_receive(MPI_Request request, int count, MPI_Datatype type) {
  requests().add(request, {received(count, type)});
}

void remember(MPI_Request request, Payload payload) {
  requests().add(request, {payload});
}

void forget(MPI_Request request) {
  requests().remove(request);
}

Payload started(int count, MPI_Request const* handles) {
  Payload sum;
  for (int i = 0; i < count; ++i) {
    auto const request = requests().find(handles[i]);
    if (request.sends)
      record_message(request.to, request.payload.bytes);
    sum.bytes += request.payload.bytes;
    sum.comm_size = std::max(sum.comm_size, request.payload.comm_size);
  }
  return sum;
}

} // namespace kitt::mpi_profile::detail
