// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/collectives/detail/sum_by_node.hpp"

#include <Kokkos_Core.hpp>
#include <cstddef>

namespace kitt::comms::detail {

namespace {

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

} // namespace kitt::comms::detail
