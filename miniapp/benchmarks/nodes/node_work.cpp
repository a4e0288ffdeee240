// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/nodes/node_work.hpp"

#include "comms/collectives/collective.hpp"
#include "comms/ranks/simulation.hpp"
#include "core/base/error.hpp"
#include "core/base/finite.hpp"
#include "core/fields/gauge_start.hpp"
#include "miniapp/benchmarks/hopping/hopping_application.hpp"
#include "miniapp/benchmarks/hopping/hopping_problem.hpp"
#include "miniapp/run/built_precisions.hpp"
#include "miniapp/run/lattice_operators.hpp"
#include "perf/ceilings/bandwidth.hpp"
#include "perf/ceilings/cost_table.hpp"
#include "perf/ceilings/peak.hpp"
#include "perf/ceilings/thread_kernels.hpp"

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>

namespace kitt::miniapp {

namespace {

/// Extent of the fifth dimension of DWF4. It is a multiple of the lanes along s on every CPU.
constexpr int node_ls = 8;
constexpr auto triad = perf::StreamKernel::triad;
constexpr auto chains = perf::Chains::twenty_four;
constexpr long chain_rounds = 20'000;

/// Returns the bytes of a rank's working set: four times its share of all caches, and at least 64
/// MiB. A quick run uses 16 MiB. All ranks get the largest value of any rank, so that they do equal
/// work. Collective.
std::size_t memory_bytes(RunContext const& context) {
  if (context.options().quick)
    return std::size_t{16} << 20;
  std::size_t bytes = std::size_t{64} << 20;
  for (auto const& cache : context.header().topology.caches)
    bytes = std::max(bytes, 4 * cache.size_bytes * static_cast<std::size_t>(cache.count) /
                                static_cast<std::size_t>(context.ranks_on_this_node()));
  return context.most(bytes);
}

/// Returns a packing of DWF4 whose kernel is compiled in this build.
template <class T>
constexpr Packing packing_of_nodes() {
  for (auto const packing : {Packing::full_in_both, Packing::full_in_space})
    if (is_compiled<T>(packing))
      return packing;
  return Packing::one_lane;
}

/// The hopping term of DWF4 on a periodic lattice of this rank.
template <class T>
class RankLattice {
  static constexpr Packing packing = packing_of_nodes<T>();
  static constexpr int lanes = lanes_of<T>(packing);
  using Operands = KernelOperands<T, lanes>;
  using Field = typename Operands::Field;
  using Links = LinksOfParities<T, packing, LinkStorage::full>;

public:
  RankLattice(RunContext const& context, Extents const& extents)
      : RankLattice(context, LocalVolume::whole(extents),
                    Lattice(extents, *lane_grid<T>(packing, extents, node_ls))) {}

  void run() { apply_(); }

  /// Returns the error of the last result.
  double error() const {
    auto const& part = operands_.parts.front();
    return error_of(difference_of(part.out, part.expected)).whole;
  }

private:
  RankLattice(RunContext const& context, LocalVolume const& volume, Lattice const& lattice)
      : operands_{{}, Stencil(lattice), node_ls / lattice.lanes_s(), halo(context, lattice), {}},
        links_(make_links(context, volume, lattice)) {
    apply_ = hopping_application<T, packing, LinkStorage::full>(
        operands_, links_, {Order::lexicographic(), {}, Dagger::no});
  }

  static typename Operands::Halo halo(RunContext const& context, Lattice const& lattice) {
    return make_halo<typename Operands::Halo>(context, Stencil(lattice),
                                              node_ls / lattice.lanes_s());
  }

  /// Makes links and fields.
  Links make_links(RunContext const& context, LocalVolume const& volume, Lattice const& lattice) {
    auto const seed = context.options().seed;
    HoppingProblem<T> problem(
        volume, {volume, hot_gauge(volume, seed), LinkGhosts(), TimeBoundary::periodic}, node_ls,
        seed);
    auto const memory = context.memory();
    auto const field = [&](char const* label) { return Field(label, lattice, node_ls, memory); };
    auto& part = operands_.parts.emplace_back(
        typename Operands::Part{Parity::odd, field("kitt::nodes::in"), field("kitt::nodes::out"),
                                field("kitt::nodes::expected")});
    set_all(operands_.exec, part.out.view(), std::numeric_limits<T>::quiet_NaN());
    problem.fill_source(part.in, Parity::even);
    problem.fill_expected(part.expected, Parity::odd, {});
    // The other parity's links are never read.
    typename Links::value_type const links(lattice, Parity::odd, problem.links().links(), memory);
    return {links, links};
  }

  Operands operands_;
  Links links_;
  std::function<void()> apply_;
};

/// Returns the 5-D sites of one parity of a rank's lattice.
double sites_of(NodesCell const& cell) {
  return std::pow(static_cast<double>(*cell.l), dimensions) / 2 * static_cast<double>(*cell.ls);
}

NodeWork memory_work(RunContext const& context, NodesCell const& cell) {
  auto const bytes = static_cast<std::size_t>(*cell.bytes);
  context.check_memory({0, bytes + bytes / 2}, "the memory work of each rank");
  auto const set = std::make_shared<perf::WorkingSet>(bytes);
  set->clear();
  NodeWork work{.cell = cell,
                .run = [set] { set->run(triad, 1); },
                .error =
                    [set] {
                      try {
                        set->verify(triad);
                        return 0.0;
                      } catch (std::runtime_error const&) { // other ranks must learn this
                        return 1.0;
                      }
                    }};
  work.cell.bytes_of_node =
      static_cast<double>(set->bytes_per_round(triad)) * static_cast<double>(cell.ranks_per_node);
  return work;
}

NodeWork compute_work(NodesCell const& cell) {
  auto const sum = std::make_shared<double>(0);
  NodeWork work{.cell = cell,
                .run = [sum] { *sum = perf::run_chains<double>(chains, chain_rounds); },
                .error =
                    [sum] {
                      auto const expected = perf::expected_chain_sum<double>(chains, chain_rounds);
                      return std::abs(*sum - expected) / expected;
                    }};
  work.cell.flops_of_node = 2.0 * chain_rounds * static_cast<int>(chains) * native_lanes<double> *
                            perf::detail::thread_count() * static_cast<double>(cell.ranks_per_node);
  return work;
}

template <class T>
NodeWork dwf4_work(RunContext const& context, NodesCell const& cell, perf::Precision precision) {
  auto const l = static_cast<int>(*cell.l);
  Extents const extents{l, l, l, l};
  auto const cost = perf::hopping_cost(precision, node_ls);
  context.check_memory({HoppingProblem<T>::bytes(extents, node_ls, 1),
                        static_cast<std::size_t>(2 * cost.bytes_per_site * sites_of(cell))},
                       "DWF4 at L = " + std::to_string(l) + " on each rank");
  auto const lattice = std::make_shared<RankLattice<T>>(context, extents);
  NodeWork work{.cell = cell,
                .run = [lattice] { lattice->run(); },
                .error = [lattice] { return lattice->error(); },
                .tolerance = tolerance<T>({}).whole};
  work.cell.flops_of_node =
      cost.flops_per_site * sites_of(cell) * static_cast<double>(cell.ranks_per_node);
  return work;
}

/// Checks the last result on all ranks. If it is wrong, records a failure and returns false.
bool is_right(Run const& run, NodeWork& work) {
  Kokkos::Profiling::ScopedRegion const region("kitt::verify");
  work.cell.verification_error = run.context.worst_error(work.error());
  if (is_within(work.cell.verification_error, work.tolerance))
    return true;
  run.output.fail({.key = key_of(work.cell),
                   .reason = "a result on one of the nodes is wrong",
                   .verification_error = work.cell.verification_error,
                   .verification_tolerance = work.tolerance});
  return false;
}

/// Returns the seconds of a call on this rank. All ranks begin together.
double seconds_per_call(comms::Communicator const& world, NodeWork const& work, int calls) {
  comms::MachineSeconds const now;
  world.barrier();
  auto const begin = now();
  for (int i = 0; i < calls; ++i)
    work.run();
  return (now() - begin) / calls;
}

/// Returns the times of the nodes from the samples of all ranks. The time of a sample is the time
/// of the node's slowest rank. `samples` has equally many samples of each rank, in rank order.
MeasuredNodes nodes_of(comms::Communicator const& world, std::vector<double> const& samples) {
  auto const repeats = samples.size() / static_cast<std::size_t>(world.size());
  std::vector<std::vector<double>> slowest(static_cast<std::size_t>(world.nodes()),
                                           std::vector<double>(repeats));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    auto const node = static_cast<std::size_t>(world.places()[i / repeats].node);
    slowest[node][i % repeats] = std::max(slowest[node][i % repeats], samples[i]);
  }
  MeasuredNodes measured{.hosts = node_names(world.hostnames()), .seconds = {}};
  std::vector<double> errors;
  for (auto const& node : slowest) {
    auto const time = perf::repeated_time(node);
    measured.seconds.push_back(time.median);
    errors.push_back(time.relative_error);
  }
  measured.noise = perf::summarize(errors).median;
  return measured;
}

} // namespace

void share_statistics(comms::Communicator const& world, perf::Statistics& statistics) {
  statistics.count = static_cast<std::size_t>(world.max(static_cast<double>(statistics.count)));
  for (auto const member :
       {&perf::Statistics::median, &perf::Statistics::mean, &perf::Statistics::standard_error,
        &perf::Statistics::minimum, &perf::Statistics::maximum})
    statistics.*member = world.max(statistics.*member);
}

int agreed_calls(comms::Communicator const& world, double seconds_of_call, double seconds) {
  constexpr double most = 1e6;
  auto const mean = world.sum(seconds_of_call) / world.size();
  return static_cast<int>(std::clamp(std::ceil(seconds / std::max(mean, 1e-9)), 1.0, most));
}

NodesCell work_cell(RunContext const& context, std::string const& kernel, int l) {
  NodesCell cell;
  cell.kernel = kernel;
  cell.ranks_per_node = context.communicator().ranks_per_node();
  cell.repeats = static_cast<std::int64_t>(context.options().min_samples);
  if (kernel == NodesCell::memory)
    cell.bytes = static_cast<std::int64_t>(memory_bytes(context));
  if (kernel == NodesCell::dwf4) {
    cell.l = l;
    cell.ls = node_ls;
  }
  return cell;
}

NodeWork make_work(RunContext const& context, NodesCell const& cell) {
  using perf::Precision;
  if (cell.kernel == NodesCell::memory)
    return memory_work(context, cell);
  if (cell.kernel == NodesCell::compute)
    return compute_work(cell);
  if constexpr (built_for(Precision::single_precision))
    return dwf4_work<float>(context, cell, Precision::single_precision);
  else
    return dwf4_work<double>(context, cell, Precision::double_precision);
}

bool measure_nodes(Run const& run, std::vector<NodeWork>& works) {
  auto const& world = run.context.communicator();
  auto const& options = run.context.options();
  auto const seconds_of_sample = options.min_seconds / static_cast<double>(options.min_samples);
  bool good = true;
  std::vector<int> calls;
  for (auto& work : works) {
    run.output.show(work.cell.kernel + " on all nodes");
    work.run();
    good = is_right(run, work) && good;
    calls.push_back(agreed_calls(world, seconds_per_call(world, work, 1), seconds_of_sample));
  }
  if (!good)
    return false;
  // The works take turns, so a disturbance of a second does not affect all samples of one work.
  std::vector<std::vector<double>> samples(works.size());
  for (std::size_t repeat = 0; repeat < options.min_samples; ++repeat)
    for (std::size_t i = 0; i < works.size(); ++i)
      samples[i].push_back(seconds_per_call(world, works[i], calls[i]));
  for (std::size_t i = 0; i < works.size(); ++i) {
    auto& cell = works[i].cell;
    if (!is_right(run, works[i])) {
      good = false;
      continue;
    }
    if (auto const all = comms::gather_at_first(world, samples[i]); world.rank() == 0)
      judge_nodes(cell, nodes_of(world, all));
    share_statistics(world, cell.seconds);
    run.output.note_pages();
    run.output.add(cell);
  }
  return good;
}

} // namespace kitt::miniapp
