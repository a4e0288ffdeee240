// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/model/model.hpp"

#include "core/base/error.hpp"
#include "perf/ceilings/roofline.hpp"
#include "perf/record/cell_kind.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace kitt::perf {

namespace {

/// Returns the work of a node in one step that costs `times` times the work of a site.
Work work_of(KernelCost const& cost, double times) {
  return {cost.flops_per_site * times, cost.bytes_per_site * times};
}

/// Returns the ceilings multiplied by the fractions that a kernel reaches.
Ceilings reached(Ceilings ceilings, KernelFractions const& fractions) {
  ceilings.single_gflops_per_s *= fractions.peak;
  ceilings.double_gflops_per_s *= fractions.peak;
  for (auto& level : ceilings.levels)
    level.triad_gb_per_s *= fractions.bandwidth;
  return ceilings;
}

/// Predicts steps of one kernel. All fields of the kernel lie in the memory level that can hold
/// `call_bytes` bytes.
struct StepMaker {
  Ceilings ceilings;
  Precision precision;
  double launch_seconds;
  std::size_t call_bytes;

  ModelStep operator()(Work const& work) const {
    auto const bound = binding_ceiling(ceilings, precision, work.flops, work.bytes, call_bytes);
    return {launch_seconds + work.flops / bound.gflops_per_s * 1e-9, bound.name};
  }
};

double exchange_seconds(std::optional<FaceLink> const& link, FaceTraffic const& traffic,
                        double bytes, std::string const& lacking) {
  if (traffic.messages == 0)
    return 0;
  KITT_VALIDATE(link, lacking);
  return traffic.messages * link->latency_seconds + bytes / link->gb_per_s * 1e-9;
}

std::string lacks(Machine const& machine, char const* key, char const* where) {
  return fmt::format(
      "machine {} has no figures of halo exchanges {} nodes (\"{}\" is null): measure them with "
      "`kitt halo` and add its record with `kitt machine --write FILE --halo RECORD`",
      machine.name, where, key);
}

} // namespace

std::vector<comms::NodePlace> equal_nodes(int nodes, int ranks_per_node) {
  constexpr long most = 1 << 20;
  KITT_VALIDATE(
      static_cast<long>(nodes) * ranks_per_node <= most,
      fmt::format(
          "{} nodes of {} ranks are too many (the model handles up to {} ranks): give fewer", nodes,
          ranks_per_node, most));
  std::vector<comms::NodePlace> result;
  for (int node = 0; node < nodes; ++node)
    for (int number = 0; number < ranks_per_node; ++number)
      result.push_back({node, number});
  return result;
}

ModelGrid spread(Extents const& volume, comms::VolumeOf of, int nodes, int ranks_per_node,
                 std::optional<comms::RankGrid> const& asked) {
  auto grid = comms::choose_grid(equal_nodes(nodes, ranks_per_node), {volume}, of, asked);
  auto const local = comms::share_out(grid, volume, of);
  auto const global = comms::volume_of_rank(grid, 0, local).global;
  return {std::move(grid), local, global};
}

NodeTraffic traffic_of(ModelGrid const& spread, int ls) {
  auto const& grid = spread.grid;
  auto const splitting = grid.splitting();
  NodeTraffic traffic;
  for (int rank = 0; rank < grid.size(); ++rank) {
    if (!grid.same_node(rank, 0))
      continue;
    int inside = 0;
    int between = 0;
    for (int mu = 0; mu < dimensions; ++mu)
      for (auto const hop : {Hop::forward, Hop::backward}) {
        auto const i = static_cast<std::size_t>(mu);
        if (splitting[i] == Continues::here)
          continue;
        bool const same = grid.same_node(rank, grid.neighbour(rank, mu, hop));
        auto const sites =
            static_cast<double>(volume(spread.local)) / 2 / static_cast<double>(spread.local[i]);
        (same ? traffic.inside : traffic.between).half_spinors += sites * ls;
        ++(same ? inside : between);
      }
    traffic.inside.messages = std::max(traffic.inside.messages, inside);
    traffic.between.messages = std::max(traffic.between.messages, between);
  }
  return traffic;
}

double Prediction::seconds(Strategy strategy) const {
  if (!split())
    return all_legs.seconds;
  return strategy == Strategy::sequential
             ? pack.seconds + exchange_seconds() + all_legs.seconds
             : pack.seconds + std::max(interior.seconds, exchange_seconds()) + exterior.seconds;
}

Strategy Prediction::best() const {
  return seconds(Strategy::overlap) < seconds(Strategy::sequential) ? Strategy::overlap
                                                                    : Strategy::sequential;
}

int ModelJob::slices() const {
  return kernel_named(kernel).five_dimensions ? ls : 1;
}

double Prediction::mflops_per_node(Strategy strategy) const {
  return flops_per_node / seconds(strategy) * 1e-6;
}

std::string Prediction::bound() const {
  if (exchange_seconds() < all_legs.seconds)
    return all_legs.bound;
  return exchange_between_seconds > exchange_inside_seconds ? "exchange between nodes"
                                                            : "exchange inside nodes";
}

Prediction predict(Machine const& machine, ModelJob const& job, ModelGrid const& spread) {
  int const ls = job.slices();
  auto const nodes = static_cast<double>(volume(spread.grid.nodes()));
  auto const sites = static_cast<double>(volume(spread.global)) / 2 * ls / nodes;
  auto const precision = job.precision;
  auto const half_spinor = half_spinor_bytes(precision);

  Prediction result;
  result.traffic = traffic_of(spread, ls);
  auto const faces = result.traffic.half_spinors();
  auto const hopping = work_of(hopping_cost(precision, ls, job.flops_per_site), sites);
  auto const legs = work_of(leg_cost(precision, ls, job.flops_per_site), faces);
  StepMaker const step{reached(machine.ceilings(), machine.fractions(job.kernel)), precision,
                       machine.launch_seconds, static_cast<std::size_t>(hopping.bytes)};
  result.launch_seconds = machine.launch_seconds;
  result.flops_per_node = hopping.flops;
  result.all_legs = step({hopping.flops, hopping.bytes + half_spinor * faces});
  if (!result.split())
    return result;
  result.pack = step(work_of(pack_cost(precision), faces));
  result.interior = step({hopping.flops - legs.flops, hopping.bytes - legs.bytes});
  result.exterior = step(work_of(exterior_cost(precision, ls, job.flops_per_site), faces));
  result.bytes_inside = half_spinor * result.traffic.inside.half_spinors;
  result.bytes_between = half_spinor * result.traffic.between.half_spinors;
  result.exchange_inside_seconds =
      exchange_seconds(machine.shared_memory, result.traffic.inside, result.bytes_inside,
                       lacks(machine, "shared_memory", "inside"));
  result.exchange_between_seconds =
      exchange_seconds(machine.network, result.traffic.between, result.bytes_between,
                       lacks(machine, "network", "between"));
  return result;
}

} // namespace kitt::perf
