// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/halo/halo.hpp"

#include "core/base/error.hpp"
#include "miniapp/benchmarks/halo/face_exchange.hpp"
#include "miniapp/benchmarks/halo/halo_cell.hpp"
#include "perf/tables/cell_tables.hpp"

#include <Kokkos_Profiling_ScopedRegion.hpp>
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
std::vector<Directions> directions_of(Session const& session, HaloOptions const& options) {
  auto const splitting = session.grid().splitting();
  Directions all;
  std::vector<Directions> each;
  for (int mu = 0; mu < dimensions; ++mu) {
    auto const i = static_cast<std::size_t>(mu);
    if (session.communicator().size() > 1 && splitting[i] == Continues::here)
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
std::vector<Route> routes_of(Session const& session, Directions const& directions,
                             std::size_t bytes) {
  auto const rank = session.communicator().rank();
  std::vector<Route> routes;
  for (auto const mu : directions.mu)
    for (auto const hop : {Hop::forward, Hop::backward})
      routes.push_back(comms::halo_route(session.grid(), rank, leg_of(mu, hop), bytes));
  return routes;
}

std::vector<Transport> transports(Session const& session) {
  auto const& options = session.options();
  auto const& world = session.communicator();
  if (options.one_transport)
    return {options.transport};
  if (world.size() == 1)
    return {Transport::shm};
  if (world.ranks_per_node() == 1 || comms::is_simulated())
    return {Transport::mpi}; // only messages, because no two ranks share memory
  return {Transport::mpi, Transport::shm};
}

/// Returns the cell of the record with the fields that are known before the measurement.
HaloCell unmeasured(FieldOptions const& fields, Directions const& directions, Transport transport,
                    int l) {
  HaloCell cell;
  cell.directions = directions.name;
  cell.transport = to_string(transport);
  cell.l = l;
  cell.ls = fields.ls;
  cell.precision = fields.precision;
  cell.face_bytes = face_bytes(l, cell.ls, cell.precision);
  return cell;
}

/// Returns false if any rank received wrong words. A cell with wrong words gets no figure.
/// Collective.
bool is_right(Session& session, HaloCell const& cell, std::size_t wrong_here,
              char const* when = "") {
  auto const wrong = session.communicator().sum(static_cast<double>(wrong_here));
  if (wrong == 0)
    return true;
  session.fail({.key = key_of(cell),
                .reason = fmt::format("{} words arrived wrong{}", wrong, when),
                .verification_error = wrong,
                .verification_tolerance = 0});
  return false;
}

bool verified(Session& session, FaceExchange& exchange, HaloCell const& cell) {
  Kokkos::Profiling::ScopedRegion const region("kitt::verify");
  return is_right(session, cell, exchange.wrong_words());
}

/// Checks before faces are allocated whether they fit. Throws UserError on all ranks if the faces
/// do not fit into memory, or into the memory that ranks can share. Collective.
void check_size(Session const& session, HaloCell const& cell, Directions const& directions,
                Transport transport) {
  auto const& world = session.communicator();
  auto const routes = routes_of(session, directions, cell.face_bytes);
  comms::on_all_ranks(world, [&] {
    session.check_memory({0, face_exchange_bytes(routes)},
                         fmt::format("the halo exchange at L = {}", cell.l));
  });
  if (transport == Transport::shm)
    comms::HaloExchange(world, routes, transport, session.options().huge_pages);
}

/// Returns whether sizes that do not fit are skipped, so that the other sizes are still measured.
bool leaves_out(Session const& session, HaloOptions const& options) {
  return options.among_others || (session.options().quick && comms::is_simulated());
}

/// Returns whether a size does not fit. If so, records that the size was skipped.
bool is_skipped(Session& session, HaloCell const& cell, Directions const& directions,
                Transport transport) {
  try {
    check_size(session, cell, directions, transport);
    return false;
  } catch (UserError const& error) {
    session.skip(key_of(cell), error.what());
    return true;
  }
}

/// Verifies, measures, verifies again and records one cell. Returns false if words were wrong.
/// Collective.
bool measure(Session& session, HaloOptions const& options, Directions const& directions,
             Transport transport, int l) {
  auto cell = unmeasured(options.fields, directions, transport, l);
  if (auto const known = session.record().find<HaloCell>(key_of(cell))) {
    session.print(perf::cell_row(*known));
    return true;
  }
  if (leaves_out(session, options) && is_skipped(session, cell, directions, transport))
    return true;
  Kokkos::Profiling::ScopedRegion const region(perf::region_name(key_of(cell)));
  auto const& world = session.communicator();
  session.show(fmt::format("faces of {} by {} at L = {}", cell.directions, cell.transport, l));
  auto const routes = routes_of(session, directions, cell.face_bytes);
  FaceExchange exchange(world, routes, transport, session.options().huge_pages, session.memory(),
                        session.options().seed);
  if (!verified(session, exchange, cell))
    return false;
  std::size_t wrong_left = 0;
  auto const measured =
      session.sample_checked([&] { exchange.run(); }, [&] { wrong_left += exchange.wrong_left(); });
  cell.seconds = measured.seconds;
  cell.energy = measured.energy;
  if (!is_right(session, cell, wrong_left, ", in timed exchanges") ||
      !verified(session, exchange, cell))
    return false;
  cell.bytes_by_messages = session.most(exchange.bytes_by_messages());
  cell.bytes_by_shared_memory = session.most(exchange.bytes_by_shared_memory());
  cell.bytes_per_node = routes.size() * cell.face_bytes * static_cast<std::size_t>(world.size()) /
                        static_cast<std::size_t>(world.nodes());
  session.note_pages();
  session.record().add(cell);
  session.print(perf::cell_row(cell));
  return true;
}

std::string heading(Session const& session, FieldOptions const& fields) {
  auto text = fmt::format(
      "Threads write faces of L^3 x {} half spinors, {} bytes each (12 reals, {} "
      "precision), into buffers for the exchange.\nL is the extent of the lattice of one "
      "rank. Per node: bytes that the ranks of a node send, over any transport; both ways: "
      "also\nbytes that they receive. Median, error of the mean, slowest and fastest "
      "sample; MB are 10^6 bytes.\n",
      fields.ls, face_bytes(1, 1, fields.precision), kitt::to_string(fields.precision));
  if (session.communicator().size() == 1)
    text += "One rank exchanges all four directions with itself.\n";
  return text;
}

std::vector<int> sizes(RunOptions const& run, HaloOptions const& options) {
  auto const quick = comms::is_simulated() ? std::vector<int>{4, 8} : std::vector<int>{8, 16};
  return options.fields.sizes_or(run.quick ? quick : steps(4, 32, 4));
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
    add_grid(app, options);
  }
  void describe(perf::Configuration& run) const override { halo_.fields.describe(run); }
  std::optional<SharedLattices> shared_lattices(comms::Communicator const&) override {
    return halo_.fields.lattices(sizes(options, halo_));
  }
  int cells(Session const& session) const override { return halo_cells(session, halo_); }
  int run(Session& session) override { return run_halo(session, halo_); }

private:
  HaloOptions halo_;
};

} // namespace

extern Benchmark const halo_benchmark{
    "halo", "Bandwidth of the halo exchange without computing, by size, transport and direction",
    "exchange of faces between ranks", Part::network, add_benchmark<HaloRun>};

int halo_cells(Session const& session, HaloOptions const& options) {
  return static_cast<int>(directions_of(session, options).size() * transports(session).size() *
                          sizes(session.options(), options).size());
}

int run_halo(Session& session, HaloOptions const& options) {
  auto const directions = directions_of(session, options);
  auto const list = sizes(session.options(), options);
  // All sizes are checked first, so that a size that does not fit is reported at once.
  if (!leaves_out(session, options))
    for (auto const transport : transports(session))
      for (auto const l : list)
        check_size(session, unmeasured(options.fields, directions.front(), transport, l),
                   directions.front(), transport);
  session.show_pace();
  session.print(perf::banner("Threaded halo exchange"));
  session.print(heading(session, options.fields));
  session.print(perf::cell_table<HaloCell>().header());
  bool good = true;
  for (auto const& together : directions)
    for (auto const transport : transports(session))
      for (auto const l : list)
        good = measure(session, options, together, transport, l) && good;
  session.print(perf::cell_table<HaloCell>().rule());
  return good ? 0 : 1;
}

} // namespace kitt::miniapp
