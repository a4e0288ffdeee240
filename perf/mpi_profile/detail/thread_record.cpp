// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/detail/thread_record.hpp"

#include <bit>

namespace kitt::mpi_profile::detail {

namespace {

using comms::Region;

/// Beyond so many different calls sizes are rounded up to powers of two.
constexpr std::size_t most_exact = 4096;

Payload rounded(Payload payload) {
  payload.bytes = payload.bytes == 0 ? 0 : std::bit_ceil(payload.bytes);
  return payload;
}

} // namespace

std::size_t ThreadRecord::Hash::operator()(Key const& key) const {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15; // 2^64 over the golden ratio
  auto bits = reinterpret_cast<std::uintptr_t>(key.routine) * odd;
  bits = (bits ^ key.payload.bytes) * odd;
  bits = (bits ^ static_cast<std::uint64_t>(key.payload.comm_size)) * odd;
  return (bits ^ static_cast<std::uint64_t>(key.region)) * odd >> 16;
}

void ThreadRecord::clear() {
  std::lock_guard const lock(mutex_);
  calls_.clear();
  regions_ = {};
}

void ThreadRecord::add_call(char const* routine, Region region, Payload payload, Nanoseconds time) {
  std::lock_guard const lock(mutex_);
  Key key{routine, region, payload};
  if (calls_.size() >= most_exact && calls_.find(key) == calls_.end())
    key.payload = rounded(payload);
  calls_[key].add(time);
  regions_[static_cast<std::size_t>(region)].mpi += time;
}

void ThreadRecord::add(Region region, RegionTally const& more) {
  std::lock_guard const lock(mutex_);
  regions_[static_cast<std::size_t>(region)].add(more);
}

void ThreadRecord::append_calls(std::vector<CallRow>& rows) const {
  std::lock_guard const lock(mutex_);
  for (auto const& [key, tally] : calls_)
    rows.push_back({.routine = key.routine,
                    .region = to_string(key.region),
                    .comm_size = key.payload.comm_size,
                    .bytes_per_call = key.payload.bytes,
                    .calls = tally.calls,
                    .seconds_total = in_seconds(tally.total),
                    .seconds_minimum = in_seconds(tally.minimum),
                    .seconds_maximum = in_seconds(tally.maximum)});
}

RegionTallies ThreadRecord::regions() const {
  std::lock_guard const lock(mutex_);
  auto result = regions_;
  auto& other = result[static_cast<std::size_t>(Region::other)];
  other.total = other.mpi;
  for (auto const& [key, tally] : calls_)
    if (key.region == Region::other)
      other.calls += tally.calls;
  return result;
}

} // namespace kitt::mpi_profile::detail
