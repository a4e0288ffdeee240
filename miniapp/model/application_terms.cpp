// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/model/application_terms.hpp"

#include "comms/lines/task_grid.hpp"
#include "core/base/error.hpp"
#include "perf/ceilings/application_costs.hpp"
#include "perf/model/model.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

using comms::Line;

constexpr double complex_bytes = 16;
constexpr double real_bytes = 8;
constexpr double particle_bytes = 8 * real_bytes;
/// Share of the particles of a plane of cells that leave the plane in one direction in a step.
/// Velocities are -1/4 to 1/4 cells per step. The share is the mean velocity, with negative
/// velocities counted as 0.
constexpr double share_leaving = 1. / 16;

/// Predicts the times of computing, memory access and messages on a node.
class Node {
public:
  explicit Node(perf::Machine const& machine) : machine_(&machine) {}

  double launches(double count) const { return count * machine_->launch_seconds; }
  double compute(double flops) const { return flops / machine_->double_gflops_per_s * 1e-9; }
  /// Returns the seconds to move `bytes` bytes if all data, `set` bytes, lies in one memory level.
  double move(double bytes, double set) const {
    auto const level =
        perf::sustained_bandwidth(machine_->ceilings(), static_cast<std::size_t>(set));
    return bytes / level.gb_per_s * 1e-9;
  }
  std::optional<double> exchange(SentByWay const& sent) const {
    auto const inside = seconds(machine_->shared_memory, sent.inside);
    auto const between = seconds(machine_->network, sent.between);
    if (!inside || !between)
      return std::nullopt;
    return *inside + *between;
  }

private:
  static std::optional<double> seconds(std::optional<perf::FaceLink> const& link,
                                       SentMessages const& sent) {
    if (sent.messages == 0)
      return 0;
    if (!link)
      return std::nullopt;
    return sent.messages * link->latency_seconds + sent.bytes / link->gb_per_s * 1e-9;
  }

  perf::Machine const* machine_;
};

/// Adds messages of `bytes` bytes. `messages` is the mean number of messages of a rank of the node.
void add(SentMessages& sent, double messages, double bytes, double ranks_of_node) {
  sent.messages += messages;
  sent.bytes += messages * bytes * ranks_of_node;
}

void add_if(std::vector<ApplicationTerm>& terms, Node const& node, char const* phase,
            SentByWay const& sent) {
  if (sent.inside.messages + sent.between.messages > 0)
    terms.push_back({phase, sent, node.exchange(sent)});
}

/// Returns the grid that a cell names, such as "2.4".
comms::TaskGrid task_grid(std::string const& name, std::vector<comms::NodePlace> const& places) {
  int rows = 0;
  int columns = 0;
  auto const* const end = name.data() + name.size();
  auto const first = std::from_chars(name.data(), end, rows);
  if (first.ptr != end)
    std::from_chars(first.ptr + 1, end, columns);
  return {rows, columns, places};
}

/// Returns the messages of each rank to the other ranks of its row or column, for `boxes` exchanges
/// of blocks of `bytes` bytes.
SentByWay sent_in(comms::TaskGrid const& grid, Line line,
                  std::vector<comms::NodePlace> const& places, double boxes, double bytes) {
  auto const pairs = comms::count_pairs(grid, line, places);
  auto const ranks = static_cast<double>(places.size());
  auto const ranks_of_node = ranks / (places.back().node + 1);
  SentByWay sent;
  add(sent.inside, boxes * static_cast<double>(pairs.inside_node) / ranks, bytes, ranks_of_node);
  add(sent.between, boxes * static_cast<double>(pairs.between_nodes) / ranks, bytes, ranks_of_node);
  return sent;
}

/// Ranks of slabs that follow each other around a periodic grid, node by node.
struct SlabRing {
  double nodes;
  double ranks_of_node;

  /// Adds a message of each rank to one neighbour.
  void pass(SentByWay& sent, double bytes) const {
    if (nodes * ranks_of_node == 1)
      return;
    auto const leaving = nodes > 1 ? 1. : 0.; // the last rank of a node sends to another node
    if (ranks_of_node > 1) {
      sent.inside.messages += 1;
      sent.inside.bytes += (ranks_of_node - leaving) * bytes;
    }
    sent.between.messages += leaving;
    sent.between.bytes += leaving * bytes;
  }
};

/// The grid of a cell of `kitt pic`, and the share of a node.
struct PicShare {
  double plane_cells;
  double plane_sites; ///< grid points of a plane, with the column and row that repeat the first
  double sites;       ///< grid points of a node
  double particles;   ///< particles of a node
  double particles_bytes() const { return particles * particle_bytes; }
};

PicShare share_of(PicCell const& work) {
  auto const [nx, ny, nz] = work.extents;
  double const sites = (nx + 1.) * (ny + 1);
  return {1. * nx * ny, sites, sites * nz / work.nodes,
          static_cast<double>(work.particles) / work.nodes};
}

/// Returns the seconds of a kernel over particles. The kernel reads the particles from memory, and
/// the grid points around them from the grid.
double over_particles(Node const& node, PicShare const& share, perf::ParticleCost const& cost,
                      double more_bytes, double numbers_of_site) {
  auto const grid = share.sites * numbers_of_site * real_bytes;
  return node.launches(1) +
         std::max(node.compute(cost.flops * share.particles),
                  node.move((cost.bytes + more_bytes) * share.particles, share.particles_bytes()) +
                      node.move(cost.grid_bytes * share.particles, grid));
}

/// Returns the seconds of a kernel over the points of the grid.
double over_sites(Node const& node, PicShare const& share, perf::ParticleCost const& cost) {
  auto const bytes = cost.bytes * share.sites;
  return node.launches(1) +
         std::max(node.compute(cost.flops * share.sites), node.move(bytes, bytes));
}

SentByWay planes_sent(SlabRing const& ring, PicShare const& share) {
  SentByWay sent;
  ring.pass(sent, share.plane_sites * real_bytes); // charge
  for (int way = 0; way < 2 * perf::sweeps_of_step; ++way)
    ring.pass(sent, share.plane_cells * real_bytes);
  ring.pass(sent, share.plane_sites * 4 * real_bytes); // the field
  return sent;
}

SentByWay particles_sent(SlabRing const& ring, PicShare const& share, double per_cell) {
  SentByWay sent;
  for (int way = 0; way < 2; ++way) {
    ring.pass(sent, real_bytes); // number of particles that will arrive
    ring.pass(sent, share.plane_cells * per_cell * share_leaving * particle_bytes);
  }
  return sent;
}

void add_times(std::vector<ApplicationTerm>& terms, double steps, char const* phase, SentByWay sent,
               std::optional<double> seconds) {
  for (auto* way : {&sent.inside, &sent.between}) {
    way->messages *= steps;
    way->bytes *= steps;
  }
  if (seconds)
    *seconds *= steps;
  terms.push_back({phase, sent, seconds});
}

} // namespace

std::vector<ApplicationTerm> application_terms(perf::Machine const& machine,
                                               TransposeCell const& work) {
  auto const messages = [&](std::size_t bytes) {
    return static_cast<double>(bytes) / static_cast<double>(work.bytes * work.ranks);
  };
  auto const per_node = [&](std::size_t bytes) {
    return static_cast<double>(bytes) / static_cast<double>(work.nodes);
  };
  std::vector<ApplicationTerm> terms;
  add_if(terms, Node(machine), work.phase.c_str(),
         {{messages(work.bytes_inside_node), per_node(work.bytes_inside_node)},
          {messages(work.bytes_between_nodes), per_node(work.bytes_between_nodes)}});
  return terms;
}

std::vector<ApplicationTerm> application_terms(perf::Machine const& machine, FftCell const& work) {
  Node const node(machine);
  auto const places =
      perf::equal_nodes(static_cast<int>(work.nodes), static_cast<int>(work.ranks / work.nodes));
  auto const grid = task_grid(work.task_grid, places);
  auto const boxes = static_cast<double>(work.batch);
  auto const numbers = static_cast<double>(work.numbers);
  auto const of_node = boxes * numbers / static_cast<double>(work.nodes);
  auto const lines =
      node.launches(3 * boxes) +
      std::max(node.compute(flops(work) / static_cast<double>(work.nodes)),
               node.move(perf::transform_bytes * of_node, 2 * complex_bytes * of_node));
  std::vector<ApplicationTerm> terms{{"lines", {}, lines}};
  for (auto const line : {Line::rows, Line::columns})
    add_if(terms, node, line == Line::rows ? "rows" : "columns",
           sent_in(grid, line, places, boxes,
                   complex_bytes * numbers / static_cast<double>(work.ranks * grid.length(line))));
  return terms;
}

std::vector<ApplicationTerm> application_terms(perf::Machine const& machine, PicCell const& work) {
  Node const node(machine);
  auto const share = share_of(work);
  SlabRing const ring{1. * work.nodes, 1. * work.ranks / work.nodes};
  auto const points = static_cast<int>(work.points);
  auto const planes = planes_sent(ring, share);
  std::vector<ApplicationTerm> terms;
  auto const add_phase = [&](char const* phase, double seconds) {
    add_times(terms, static_cast<double>(work.steps), phase, {}, seconds);
  };
  add_phase("charge", over_particles(node, share, perf::charge_cost(points),
                                     work.deposition == "sorted" ? perf::sort_bytes : 0, 1));
  if (work.ranks > 1)
    add_times(terms, static_cast<double>(work.steps), "exchange", planes, node.exchange(planes));
  add_phase("field", perf::sweeps_of_step * over_sites(node, share, perf::sweep_cost) +
                         over_sites(node, share, perf::gradient_cost));
  add_phase("push", over_particles(node, share, perf::push_cost(points), 0, 4));
  if (work.ranks > 1) {
    auto const sent = particles_sent(ring, share, static_cast<double>(work.particles_per_cell));
    auto seconds = node.exchange(sent);
    if (seconds)
      *seconds += node.launches(1) +
                  node.move(perf::leaver_bytes * share.particles, share.particles_bytes());
    add_times(terms, static_cast<double>(work.steps), "shift", sent, seconds);
  }
  return terms;
}

std::optional<double> seconds_of(std::vector<ApplicationTerm> const& terms) {
  double sum = 0;
  for (auto const& term : terms) {
    if (!term.seconds)
      return std::nullopt;
    sum += *term.seconds;
  }
  return sum;
}

} // namespace kitt::miniapp
