// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/collectives/collective.hpp"

#include "comms/ranks/mpi.hpp"

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <optional>

namespace kitt::comms {

namespace {
using detail::check;
constexpr int root = 0;

constexpr int leader = 0; ///< rank within its node that leads the node

void sum_threads(double const* parts, int threads, double* sum, int numbers) {
  using Policy = Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>;
  Kokkos::parallel_for("kitt::comms::sum_threads", Policy(0, numbers), [=](std::size_t i) {
    double value = 0;
    for (int thread = 0; thread < threads; ++thread)
      value += parts[static_cast<std::size_t>(thread) * static_cast<std::size_t>(numbers) + i];
    sum[i] = value;
  });
  Kokkos::DefaultHostExecutionSpace().fence("kitt::comms::sum_threads");
}

} // namespace

namespace detail {

/// A sum over all threads of all ranks. The sum crosses the network once per node.
class SumByNode {
public:
  /// Makes communicators of the ranks of each node, and of the first ranks of all nodes.
  /// Collective.
  explicit SumByNode(Communicator const& world);

  /// Adds the contributions of all threads of all ranks to `sum`, element by element. `parts`:
  /// contributions of this rank, `numbers` numbers per thread, thread after thread. `sum`:
  /// `numbers` numbers. Collective.
  void run(double const* parts, int threads, double* sum, int numbers) const;

private:
  Communicator::Handle node_; ///< ranks of this node
  /// communicator of the first ranks of all nodes; empty on other ranks
  std::optional<Communicator::Handle> leaders_;
};

SumByNode::SumByNode(Communicator const& world)
    : node_(split_by_node(world.handle().comm, world.rank())) {
  bool const leads = world.node_rank() == leader;
  MPI_Comm leaders = MPI_COMM_NULL;
  check(MPI_Comm_split(world.handle().comm, leads ? 0 : MPI_UNDEFINED, world.rank(), &leaders),
        "MPI_Comm_split");
  if (leads)
    leaders_.emplace(returning_errors(leaders));
}

void SumByNode::run(double const* parts, int threads, double* sum, int numbers) const {
  sum_threads(parts, threads, sum, numbers);
  void const* const own = leaders_ ? MPI_IN_PLACE : sum;
  check(MPI_Reduce(own, sum, numbers, MPI_DOUBLE, MPI_SUM, leader, node_.comm), "MPI_Reduce");
  if (leaders_)
    check(MPI_Allreduce(MPI_IN_PLACE, sum, numbers, MPI_DOUBLE, MPI_SUM, leaders_->comm),
          "MPI_Allreduce");
  check(MPI_Bcast(sum, numbers, MPI_DOUBLE, leader, node_.comm), "MPI_Bcast");
}

} // namespace detail

class Collective::Implementation {
public:
  Implementation(Communicator const& world, CollectiveShape const& shape,
                 MemorySource const& memory)
      : shape_(shape), comm_(world.handle().comm) {
    if (shape.operation == CollectiveOperation::barrier)
      return;
    if (shape.operation == CollectiveOperation::allreduce_by_node)
      sum_by_node_.emplace(world);
    incoming_ = memory("kitt::comms::collective_in", shape.blocks_in(world.size()) * shape.bytes);
    if (shape.operation == CollectiveOperation::broadcast)
      outgoing_ = incoming_;
    else
      outgoing_ =
          memory("kitt::comms::collective_out", shape.blocks_out(world.size()) * shape.bytes);
  }

  void run() {
    auto const bytes = static_cast<int>(shape_.bytes);
    auto const numbers = static_cast<int>(shape_.bytes / sizeof(double));
    auto* const out = outgoing_.get();
    auto* const in = incoming_.get();
    switch (shape_.operation) {
    case CollectiveOperation::barrier:
      return check(MPI_Barrier(comm_), "MPI_Barrier");
    case CollectiveOperation::broadcast:
      return check(MPI_Bcast(in, bytes, MPI_BYTE, root, comm_), "MPI_Bcast");
    case CollectiveOperation::reduce:
      return check(MPI_Reduce(out, in, numbers, MPI_DOUBLE, MPI_SUM, root, comm_), "MPI_Reduce");
    case CollectiveOperation::allreduce:
      return check(MPI_Allreduce(out, in, numbers, MPI_DOUBLE, MPI_SUM, comm_), "MPI_Allreduce");
    case CollectiveOperation::allreduce_by_node:
      return sum_by_node_->run(static_cast<double const*>(out), shape_.threads,
                               static_cast<double*>(in), numbers);
    case CollectiveOperation::allgather:
      return check(MPI_Allgather(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, comm_),
                   "MPI_Allgather");
    case CollectiveOperation::alltoall:
      return check(MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, comm_), "MPI_Alltoall");
    }
  }

  std::byte* outgoing() const { return static_cast<std::byte*>(outgoing_.get()); }
  std::byte* incoming() const { return static_cast<std::byte*>(incoming_.get()); }

private:
  CollectiveShape shape_;
  MPI_Comm comm_;
  std::optional<detail::SumByNode> sum_by_node_;
  std::shared_ptr<void> outgoing_;
  std::shared_ptr<void> incoming_;
};

Collective::Collective(Communicator const& world, CollectiveShape const& shape,
                       MemorySource const& memory)
    : implementation_(std::make_unique<Implementation>(world, shape, memory)) {}
Collective::~Collective() = default;
Collective::Collective(Collective&&) noexcept = default;
Collective& Collective::operator=(Collective&&) noexcept = default;

void Collective::run() {
  implementation_->run();
}
std::byte* Collective::outgoing() const {
  return implementation_->outgoing();
}
std::byte* Collective::incoming() const {
  return implementation_->incoming();
}

std::vector<double> gather_at_first(Communicator const& world, std::vector<double> const& numbers) {
  auto const count = static_cast<int>(numbers.size());
  auto const ranks = static_cast<std::size_t>(world.rank() == root ? world.size() : 0);
  std::vector<double> all(numbers.size() * ranks);
  check(MPI_Gather(numbers.data(), count, MPI_DOUBLE, all.data(), count, MPI_DOUBLE, root,
                   world.handle().comm),
        "MPI_Gather");
  return all;
}

} // namespace kitt::comms
