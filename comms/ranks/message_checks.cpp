// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/ranks/message_checks.hpp"

#include "core/fields/random.hpp"

#include <stdexcept>
#include <utility>

namespace kitt::comms {

namespace {

std::uint64_t stream_of(MessageChecks::Path const& path) {
  auto const ranks =
      counter_bits(static_cast<std::uint64_t>(path.from), static_cast<std::uint64_t>(path.to));
  return counter_bits(ranks, static_cast<std::uint64_t>(path.number));
}

} // namespace

void MessageChecks::sent(Path const& path, std::span<std::byte const> message) {
  difference_ += checksum(message, stream_of(path));
}

void MessageChecks::arrived(Path const& path, std::span<std::byte const> message) {
  difference_ -= checksum(message, stream_of(path));
}

bool MessageChecks::agree(Communicator const& world) {
  return world.sums({std::exchange(difference_, 0)}).front() == 0;
}

void MessageChecks::require(Communicator const& world, std::string const& what) {
  if (!agree(world))
    throw std::runtime_error(what + " arrived wrong (checksums before sending and after arrival "
                                    "differ): test the network and this MPI, then run again");
}

} // namespace kitt::comms
