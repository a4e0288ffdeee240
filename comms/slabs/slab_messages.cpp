// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/slabs/slab_messages.hpp"

#include "comms/ranks/mpi.hpp"
#include "comms/ranks/traffic.hpp"
#include "core/base/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <stdexcept>

namespace kitt::comms {

namespace {

using detail::check;

/// Tags that distinguish the two messages between the same two ranks.
enum Tag : int { up_tag, down_tag };

int message_length(std::size_t numbers) {
  KITT_VALIDATE(numbers <= std::numeric_limits<int>::max(),
                "a message would have more than 2^31 - 1 numbers (MPI cannot count more): start "
                "more ranks, or use a smaller grid or fewer particles");
  return static_cast<int>(numbers);
}

/// Returns the length of a list that a neighbour announced. Throws std::runtime_error if the
/// announced number is not a possible length.
std::size_t announced(double length) {
  if (!(length >= 0 && length <= std::numeric_limits<int>::max() && std::floor(length) == length))
    throw std::runtime_error(
        fmt::format("a neighbour rank announced a message of {:g} numbers (which is impossible): "
                    "test the network and this MPI, then run again",
                    length));
  return static_cast<std::size_t>(length);
}

class Requests {
public:
  explicit Requests(MPI_Comm comm) : comm_(comm) {}

  void receive(std::span<double> in, int from, Tag tag) {
    if (!in.empty())
      check(MPI_Irecv(in.data(), message_length(in.size()), MPI_DOUBLE, from, tag, comm_,
                      &requests_.at(count_++)),
            "MPI_Irecv");
  }
  void send(std::span<double const> out, int to, Tag tag) {
    if (!out.empty())
      check(MPI_Isend(out.data(), message_length(out.size()), MPI_DOUBLE, to, tag, comm_,
                      &requests_.at(count_++)),
            "MPI_Isend");
  }
  void wait() {
    check(MPI_Waitall(static_cast<int>(count_), requests_.data(), MPI_STATUSES_IGNORE),
          "MPI_Waitall");
  }

private:
  MPI_Comm comm_;
  std::array<MPI_Request, 4> requests_{};
  std::size_t count_ = 0;
};

} // namespace

void SlabMessages::pass(Way const& up, Way const& down) {
  auto const size = world_->size();
  if (size == 1) {
    std::copy(up.out.begin(), up.out.end(), up.in.begin());
    std::copy(down.out.begin(), down.out.end(), down.in.begin());
    return;
  }
  auto const above = (world_->rank() + 1) % size;
  auto const below = (world_->rank() + size - 1) % size;
  TrafficRegion const region(Region::halo);
  Requests requests(world_->handle().comm);
  requests.receive(up.in, below, up_tag);
  requests.receive(down.in, above, down_tag);
  requests.send(up.out, above, up_tag);
  requests.send(down.out, below, down_tag);
  requests.wait();
  if (checks_ != nullptr) {
    checks_->sent({world_->rank(), above, up_tag}, std::as_bytes(up.out));
    checks_->sent({world_->rank(), below, down_tag}, std::as_bytes(down.out));
    checks_->arrived({below, world_->rank(), up_tag}, std::as_bytes(up.in));
    checks_->arrived({above, world_->rank(), down_tag}, std::as_bytes(down.in));
  }
  bytes_sent_ += up.out.size_bytes() + down.out.size_bytes();
}

SlabMessages::Lists SlabMessages::pass_lists(Lists const& out) {
  auto const up_length = static_cast<double>(out.above.size());
  auto const down_length = static_cast<double>(out.below.size());
  double from_below = 0;
  double from_above = 0;
  pass({{&up_length, 1}, {&from_below, 1}}, {{&down_length, 1}, {&from_above, 1}});
  Lists in{std::vector<double>(announced(from_below)), std::vector<double>(announced(from_above))};
  pass({out.above, in.below}, {out.below, in.above});
  return in;
}

} // namespace kitt::comms
