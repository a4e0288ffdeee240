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
  int to = MPI_UNDEFINED; ///< world rank of the receiver; negative for other requests than sends
  bool sends = false;
};

struct Requests {
  std::mutex mutex;
  std::unordered_map<MPI_Request, Persistent> known;
};

/// Returns the known requests. The requests are never destroyed, because programs free requests
/// until the very end.
Requests& requests() {
  static auto* const instance = new Requests;
  return *instance;
}

void keep(MPI_Request request, Persistent const& what) {
  std::lock_guard const lock(requests().mutex);
  requests().known.insert_or_assign(request, what);
}

/// Returns the payload of a request. Empty if the request was made before recording began.
Persistent find(MPI_Request request) {
  std::lock_guard const lock(requests().mutex);
  auto const found = requests().known.find(request);
  return found == requests().known.end() ? Persistent{} : found->second;
}

} // namespace

void remember_send(MPI_Request request, int count, MPI_Datatype type, int to, MPI_Comm comm) {
  if (to >= 0)
    keep(request, {{bytes_of(count, type)}, world_rank(comm, to), true});
}

void remember(MPI_Request request, Payload payload) {
  keep(request, {payload});
}

void forget(MPI_Request request) {
  std::lock_guard const lock(requests().mutex);
  requests().known.erase(request);
}

Payload started(int count, MPI_Request const* handles) {
  Payload sum;
  for (int i = 0; i < count; ++i) {
    auto const request = find(handles[i]);
    if (request.sends)
      record_message(request.to, request.payload.bytes);
    sum.bytes += request.payload.bytes;
    sum.comm_size = std::max(sum.comm_size, request.payload.comm_size);
  }
  return sum;
}

} // namespace kitt::mpi_profile::detail
