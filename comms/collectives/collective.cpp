// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/collectives/collective.hpp"

#include "comms/collectives/detail/sum_by_node.hpp"
#include "comms/ranks/mpi.hpp"

#include <optional>

namespace kitt::comms {

namespace {
using detail::check;
constexpr int root = 0;
} // namespace

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

} // namespace kitt::comms
