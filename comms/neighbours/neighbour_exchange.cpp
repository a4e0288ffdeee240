// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/neighbours/neighbour_exchange.hpp"

#include "comms/ranks/mpi.hpp"

#include <utility>

namespace kitt::comms {

using detail::check;

/// Exchanges messages that carry the sender's direction as their tag. The tag distinguishes several
/// messages between the same two ranks, or from a rank to itself. Messages of one direction stay in
/// order.
class NeighbourExchange::Implementation {
public:
  Implementation(Communicator const& world, std::vector<int> neighbours,
                 NeighbourShape const& shape, MemorySource const& memory)
      : comm_(world.handle().comm), neighbours_(std::move(neighbours)), shape_(shape),
        outgoing_(memory("kitt::comms::to_neighbours", shape.bytes_one_way(neighbours_.size()))),
        incoming_(memory("kitt::comms::from_neighbours", shape.bytes_one_way(neighbours_.size()))) {
    requests_.reserve(2 * neighbours_.size() * static_cast<std::size_t>(shape.messages));
    if (persistent())
      post(MPI_Recv_init, MPI_Send_init);
  }
  ~Implementation() {
    if (persistent())
      for (auto& request : requests_)
        MPI_Request_free(&request);
  }
  Implementation(Implementation const&) = delete;
  Implementation& operator=(Implementation const&) = delete;

  void run() {
    auto const count = static_cast<int>(2 * neighbours_.size()) * shape_.messages;
    if (persistent())
      check(MPI_Startall(count, requests_.data()), "MPI_Startall");
    else
      post(MPI_Irecv, MPI_Isend);
    check(MPI_Waitall(count, requests_.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
    if (!persistent())
      requests_.clear();
  }

  std::byte* outgoing(int direction, int message) const {
    return static_cast<std::byte*>(outgoing_.get()) + offset(direction, message);
  }
  std::byte* incoming(int direction, int message) const {
    return static_cast<std::byte*>(incoming_.get()) + offset(direction, message);
  }

private:
  bool persistent() const { return shape_.requests == MessageRequests::persistent; }

  std::size_t offset(int direction, int message) const {
    return shape_.stride() * static_cast<std::size_t>(direction * shape_.messages + message);
  }

  /// Calls `visit(neighbour, direction, message)` for all messages, either outgoing or incoming.
  /// The first messages to all neighbours come before all second messages, so that no neighbour
  /// waits for the last message of another.
  template <class Visit>
  void each_message(Visit const& visit) const {
    auto const directions = static_cast<int>(neighbours_.size());
    for (int message = 0; message < shape_.messages; ++message)
      for (int direction = 0; direction < directions; ++direction)
        visit(neighbours_[static_cast<std::size_t>(direction)], direction, message);
  }

  /// Posts a request for each message, receives first. `receive` and `send` take the arguments of
  /// MPI_Irecv and MPI_Isend.
  template <class Receive, class Send>
  void post(Receive const& receive, Send const& send) {
    auto const bytes = static_cast<int>(shape_.bytes);
    each_message([&](int neighbour, int direction, int message) {
      check(receive(incoming(direction, message), bytes, MPI_BYTE, neighbour, opposite(direction),
                    comm_, &requests_.emplace_back()),
            persistent() ? "MPI_Recv_init" : "MPI_Irecv");
    });
    each_message([&](int neighbour, int direction, int message) {
      check(send(outgoing(direction, message), bytes, MPI_BYTE, neighbour, direction, comm_,
                 &requests_.emplace_back()),
            persistent() ? "MPI_Send_init" : "MPI_Isend");
    });
  }

  MPI_Comm comm_;
  std::vector<int> neighbours_;
  NeighbourShape shape_;
  std::shared_ptr<void> outgoing_;
  std::shared_ptr<void> incoming_;
  std::vector<MPI_Request> requests_;
};

NeighbourExchange::NeighbourExchange(Communicator const& world, std::vector<int> neighbours,
                                     NeighbourShape const& shape, MemorySource const& memory)
    : implementation_(
          std::make_unique<Implementation>(world, std::move(neighbours), shape, memory)) {}
NeighbourExchange::~NeighbourExchange() = default;
NeighbourExchange::NeighbourExchange(NeighbourExchange&&) noexcept = default;
NeighbourExchange& NeighbourExchange::operator=(NeighbourExchange&&) noexcept = default;

void NeighbourExchange::run() {
  implementation_->run();
}
std::byte* NeighbourExchange::outgoing(int direction, int message) const {
  return implementation_->outgoing(direction, message);
}
std::byte* NeighbourExchange::incoming(int direction, int message) const {
  return implementation_->incoming(direction, message);
}

} // namespace kitt::comms
