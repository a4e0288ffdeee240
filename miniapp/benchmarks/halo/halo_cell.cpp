// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/halo/halo_cell.hpp"
#include "miniapp/score/readings.hpp"

#include "perf/record/define_cells.hpp"

#include <tuple>

namespace kitt::miniapp {

namespace {
HaloRate rate(double bytes, perf::Statistics const& seconds) {
  auto const megabytes = bytes * 1e-6;
  return {.median = megabytes / seconds.median,
          .standard_error = megabytes * seconds.standard_error / (seconds.mean * seconds.mean),
          .minimum = megabytes / seconds.maximum,
          .maximum = megabytes / seconds.minimum};
}
} // namespace

HaloRate one_way(HaloCell const& cell) {
  return rate(static_cast<double>(cell.bytes_per_node), cell.seconds);
}

HaloRate both_ways(HaloCell const& cell) {
  return rate(2 * static_cast<double>(cell.bytes_per_node), cell.seconds);
}

std::string halo_kernel(HaloCell const& cell) {
  return cell.depth <= 1 ? "halo" : "halo depth " + std::to_string(cell.depth);
}

std::string halo_variant(HaloWay const& way) {
  return way.directions + '/' + way.transport;
}

HaloWay halo_way(std::string const& variant) {
  auto const slash = variant.find('/');
  return {variant.substr(0, slash),
          slash == std::string::npos ? std::string() : variant.substr(slash + 1)};
}

perf::CellKey key_of(HaloCell const& cell) {
  return perf::lattice_key(halo_kernel(cell), cell.l, cell.ls, cell.precision,
                           halo_variant({cell.directions, cell.transport}));
}

static void set_figure(perf::Figure& figure, HaloCell const& cell,
                       perf::FigureContext const& context) {
  figure.communication_seconds = cell.seconds.median;
  figure.between_nodes = context.nodes > 1;
  figure.volume = "per rank"; // L of this cell describes the faces of a rank
  figure.node_sites = perf::sites_of_node(figure, context.ranks_per_node);
}

namespace {

/// Names the partners of an exchange: "nodes", "ranks of a node", "a rank and itself".
std::string parties(int ranks, int nodes) {
  if (nodes > 1)
    return "nodes";
  return ranks > 1 ? "ranks of a node" : "a rank and itself";
}

/// Bandwidth of a run for large messages. It comes from the fastest exchange of the largest faces
/// along the largest number of directions.
class HaloSummary final : public perf::SummaryPart {
public:
  explicit HaloSummary(perf::Json const& head)
      : between_(parties(head.at("configuration").at("ranks").get<int>(),
                         head.at("configuration").at("nodes").get<int>())) {}

  void add(perf::Cell const& cell) override {
    auto const figures = cell.figures<HaloCell>();
    ExchangeReading const reading{.one_way_mb_per_s_per_node = one_way(figures).median,
                                  .both_ways_mb_per_s_per_node = both_ways(figures).median,
                                  .directions = figures.directions,
                                  .transport = figures.transport,
                                  .face_bytes = figures.face_bytes,
                                  .between = between_};
    auto const rank = [](ExchangeReading const& r) {
      return std::tuple(r.face_bytes, r.directions.size(), r.one_way_mb_per_s_per_node);
    };
    if (!found_ || rank(reading) > rank(*found_))
      found_ = reading;
  }
  void write(perf::Json& summary) const override {
    summary["large_message_bandwidth"] = perf::to_data(found_);
  }

private:
  std::string between_;
  std::optional<ExchangeReading> found_;
};

} // namespace

/// Moves the directions from the variant to the kernel: exchanges along the same directions are
/// variants of one kernel.
static void name_by_directions(perf::Figure& figure) {
  auto const way = halo_way(figure.variant);
  figure.kernel += ' ' + way.directions;
  figure.variant = way.transport;
}

extern perf::CellKind const halo_cells = perf::cell_kind<HaloCell>(
    {.benchmarks = {{"halo", "Halo exchange", "Halo", "MB/s per node, one way", "MB/s/node", true}},
     .kernels = {{.name = "halo", .what = "one layer of half spinors, as for Wilson"},
                 {.name = "halo depth 3",
                  .what = "three layers of colour vectors, as for improved"}},
     .merits = {{"one_way/mb_per_s_per_node", "MB/s per node, one way"}},
     .sizes = {"face_bytes", "directions"},
     .plot = {.x = "face_bytes",
              .y = "one_way/mb_per_s_per_node",
              .colours = {"directions", "kernel"},
              .dashes = "transport"},
     .name_by_variant = name_by_directions,
     .summary_part = perf::make_summary_part<HaloSummary>});

} // namespace kitt::miniapp

template kitt::perf::Cell::Cell(kitt::miniapp::HaloCell const&);
template kitt::miniapp::HaloCell kitt::perf::Cell::figures() const;
