// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/halo/halo.hpp"

#include "core/base/error.hpp"
#include "miniapp/benchmarks/halo/halo_cell.hpp"
#include "miniapp/run/measure_cell.hpp"
#include "miniapp/run/option_values.hpp"

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

using comms::Route;
using comms::Transport;

/// Directions that are exchanged at the same time.
struct Directions {
  std::string name; ///< "xyzt" or "t", for example
  std::vector<int> mu;
};

constexpr std::array direction_names{"x", "y", "z", "t"};

/// Returns the sets of directions to measure. First come all exchanged directions together. The
/// single directions follow, if there are several and the benchmark does not run in a suite. A
/// single rank exchanges all four directions with itself.
std::vector<Directions> directions_of(RunContext const& context, HaloOptions const& options) {
  auto const splitting = context.grid().splitting();
  Directions all;
  std::vector<Directions> each;
  for (int mu = 0; mu < dimensions; ++mu) {
    auto const i = static_cast<std::size_t>(mu);
    if (context.communicator().size() > 1 && splitting[i] == Continues::here)
      continue;
    all.name += direction_names[i];
    all.mu.push_back(mu);
    each.push_back({direction_names[i], {mu}});
  }
  std::vector<Directions> result{all};
  if (each.size() > 1 && !options.among_others)
    result.insert(result.end(), each.begin(), each.end());
  return result;
}

/// Returns the routes of this rank's faces, each with `bytes` bytes.
std::vector<Route> routes_of(RunContext const& context, Directions const& directions,
                             std::size_t bytes) {
  auto const rank = context.communicator().rank();
  std::vector<Route> routes;
  for (auto const mu : directions.mu)
    for (auto const hop : {Hop::forward, Hop::backward})
      routes.push_back(comms::halo_route(context.grid(), rank, leg_of(mu, hop), bytes));
  return routes;
}

std::vector<Transport> transports(RunContext const& context) {
  auto const& options = context.options();
  auto const& world = context.communicator();
  if (options.one_transport)
    return {options.transport};
  if (world.size() == 1)
    return {Transport::shm};
  if (comms::reads_memory_of(ExecutionSpace::name()))
    return {Transport::mpi, Transport::direct};
  // Only messages, if no two ranks share memory that kernels can use.
  if (world.ranks_per_node() == 1 || comms::is_simulated() ||
      !BackendTraits<ExecutionSpace>::on_host)
    return {Transport::mpi};
  return {Transport::mpi, Transport::shm};
}

/// Exchange of one measurement.
struct HaloCase {
  Directions directions;
  Transport transport;
  int depth;
  int l;
};

/// Returns the cell with the fields that are known before the measurement.
HaloCell unmeasured(FieldOptions const& fields, HaloCase const& what) {
  HaloCell cell;
  cell.directions = what.directions.name;
  cell.transport = to_string(what.transport);
  cell.depth = what.depth;
  cell.l = what.l;
  cell.ls = fields.ls;
  cell.precision = fields.precision;
  cell.face_bytes = face_bytes({cell.l, cell.ls, cell.depth, cell.precision});
  return cell;
}

bool verified(Run const& run, FaceExchange& exchange, HaloCell const& cell, CellTask const& task) {
  Kokkos::Profiling::ScopedRegion const region("kitt::verify");
  return is_right(run, cell, task, exchange.wrong_words());
}

/// Checks before faces are allocated whether they fit. Throws UserError on all ranks if they do not
/// fit into memory, or into the memory that ranks can share. Collective.
void check_size(RunContext const& context, HaloCell const& cell, HaloCase const& what) {
  auto const& world = context.communicator();
  auto const routes = routes_of(context, what.directions, cell.face_bytes);
  comms::on_all_ranks(world, [&] {
    // On a GPU, the exchange has further buffers in the memory of the host.
    auto const bytes = face_exchange_bytes(routes);
    context.check_memory({BackendTraits<ExecutionSpace>::on_host ? 0 : bytes, bytes},
                         fmt::format("the halo exchange at L = {}", cell.l));
  });
  if (what.transport == Transport::shm)
    comms::HaloExchange(world, routes, what.transport, context.options().huge_pages);
}

/// Returns whether sizes that do not fit are skipped, so that the other sizes are still measured.
bool leaves_out(RunContext const& context, HaloOptions const& options) {
  return options.among_others || (context.options().quick && comms::is_simulated());
}

/// Returns whether a size does not fit. If so, records that it was skipped.
bool is_skipped(Run const& run, HaloCell const& cell, HaloCase const& what) {
  try {
    check_size(run.context, cell, what);
    return false;
  } catch (UserError const& error) {
    run.output.skip(key_of(cell), error.what());
    return true;
  }
}

/// Verifies, measures, verifies again and records one cell. Returns false if words were wrong.
/// Collective.
bool measure(Run const& run, HaloOptions const& options, HaloCase const& what) {
  auto const& context = run.context;
  auto cell = unmeasured(options.fields, what);
  if (run.output.print_known<HaloCell>(key_of(cell)))
    return true;
  if (leaves_out(context, options) && is_skipped(run, cell, what))
    return true;
  Kokkos::Profiling::ScopedRegion const region(perf::region_name(key_of(cell)));
  auto const& world = context.communicator();
  CellTask const task{
      .what = fmt::format("{} of {} by {} at L = {}",
                          cell.depth == 1 ? "faces" : fmt::format("faces of depth {}", cell.depth),
                          cell.directions, cell.transport, cell.l),
      .memory = {},
      .wrong = "words arrived wrong"};
  run.output.show(task.what);
  auto const routes = routes_of(context, what.directions, cell.face_bytes);
  FaceExchange exchange(world, routes, what.transport, context.options().huge_pages,
                        context.memory(), context.options().seed);
  if (!verified(run, exchange, cell, task))
    return false;
  std::size_t wrong_left = 0;
  auto const measured = run.meter.sample([&] { exchange.run(); },
                                         {.check = [&] { wrong_left += exchange.wrong_left(); }});
  cell.seconds = measured.seconds;
  cell.energy = measured.energy;
  if (!is_right(run, cell, task, wrong_left, ", in timed exchanges") ||
      !verified(run, exchange, cell, task))
    return false;
  cell.bytes_by_messages = context.most(exchange.bytes_by_messages());
  cell.bytes_by_shared_memory = context.most(exchange.bytes_by_shared_memory());
  cell.bytes_per_node = routes.size() * cell.face_bytes * static_cast<std::size_t>(world.size()) /
                        static_cast<std::size_t>(world.nodes());
  run.output.note_pages();
  run.output.add(cell);
  return true;
}

/// Describes the faces of one depth in a line.
std::string contents(FieldOptions const& fields, int depth) {
  auto const bytes = face_bytes({1, 1, depth, fields.precision}) / static_cast<std::size_t>(depth);
  return depth == 1
             ? fmt::format(
                   "Depth 1: L^3 x {} half spinors, {} bytes each (12 reals, {} precision).\n",
                   fields.ls, bytes, kitt::to_string(fields.precision))
             : fmt::format("Depth {}: {} x L^3 x {} colour vectors, {} bytes each (6 reals, {} "
                           "precision).\n",
                           depth, depth, fields.ls, bytes, kitt::to_string(fields.precision));
}

std::string heading(RunContext const& context, HaloOptions const& options) {
  std::string text = "Threads write faces into buffers for the exchange. A face contains:\n";
  for (int const depth : options.depths)
    text += contents(options.fields, depth);
  text += "L is the extent of the lattice of one rank. Per node: bytes that the ranks of a node "
          "send, over any transport; both ways: also\nbytes that they receive. Median, error of "
          "the mean, slowest and fastest sample; MB are 10^6 bytes.\n";
  if (context.communicator().size() == 1)
    text += "One rank exchanges all four directions with itself.\n";
  return text;
}

std::vector<int> sizes(RunOptions const& run, HaloOptions const& options) {
  auto const quick = comms::is_simulated() ? std::vector<int>{4, 8} : std::vector<int>{8, 16};
  return options.fields.sizes_or(run.quick ? quick : steps(4, 32, 4));
}

int parse_depth(std::string const& option, std::string const& text) {
  return detail::parse_choice<int>(option, text, {{"1", 1}, {"3", 3}});
}

/// Throws UserError if a hop ends beyond the neighbour rank.
void check_depths(HaloOptions const& options, std::vector<int> const& sizes) {
  auto const depth = std::ranges::max(options.depths);
  auto const l = std::ranges::min(sizes);
  KITT_VALIDATE(depth <= l, fmt::format("--L {} with --depth {} (a hop over {} sites would end "
                                        "beyond the neighbour rank): give --L {} or more",
                                        l, depth, depth, depth + depth % 2));
}

/// Runs `kitt halo`: measures the exchange of faces between ranks.
class HaloRun final : public BenchmarkRun {
public:
  explicit HaloRun(CLI::App& app) {
    auto& fields = halo_.fields;
    add_running(app, options);
    add_measuring(app, options);
    add_sizes(app, fields,
              "Extents L of the lattice of a rank, with faces of L^3 sites, as 8,12 [4,8,...,32]");
    add_precision(app, fields, "Precision of the half spinors");
    add_ls(app, fields);
    detail::add_list(app, "--depth", halo_.depths, parse_depth,
                     "Layers of sites in a face: 1, 3 or both [1]\n"
                     "Depth 1: one layer of half spinors, as the Wilson and domain-wall operators "
                     "exchange. Depth 3: three layers of colour vectors, as the improved staggered "
                     "operator exchanges for its hops over three sites.");
    add_grid(app, options);
  }
  void check() override { check_depths(halo_, sizes(options, halo_)); }
  void describe(perf::Configuration& run) const override { halo_.fields.describe(run); }
  std::optional<SharedLattices> shared_lattices(comms::Communicator const&) override {
    return halo_.fields.lattices(sizes(options, halo_));
  }
  int cells(RunContext const& context) const override { return halo_cells(context, halo_); }
  int run(Run const& run) override { return run_halo(run, halo_); }

private:
  HaloOptions halo_;
};

} // namespace

extern Benchmark const halo_benchmark{
    "halo", "Bandwidth of the halo exchange without computing, by size, transport and direction",
    "exchange of faces between ranks", Part::network, add_benchmark<HaloRun>};

int halo_cells(RunContext const& context, HaloOptions const& options) {
  return static_cast<int>(directions_of(context, options).size() * transports(context).size() *
                          options.depths.size() * sizes(context.options(), options).size());
}

int run_halo(Run const& run, HaloOptions const& options) {
  auto const& context = run.context;
  std::vector<HaloCase> cases;
  for (auto const& directions : directions_of(context, options))
    for (auto const transport : transports(context))
      for (auto const depth : options.depths)
        for (auto const l : sizes(context.options(), options))
          cases.push_back({directions, transport, depth, l});
  if (!leaves_out(context, options)) // all sizes are checked first, so that a size that does not
                                     // fit is reported at once
    for (auto const& what : cases)
      if (what.directions.name == cases.front().directions.name) // others have fewer faces
        check_size(context, unmeasured(options.fields, what), what);
  return measure_table<HaloCell>(run, "Threaded halo exchange", heading(context, options), cases,
                                 [&](HaloCase const& what) { return measure(run, options, what); });
}

} // namespace kitt::miniapp
