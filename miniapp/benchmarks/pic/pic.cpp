// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/ranks/simulation.hpp"
#include "core/base/error.hpp"
#include "miniapp/benchmarks/pic/pic_cell.hpp"
#include "miniapp/benchmarks/pic/verified_pic.hpp"
#include "miniapp/run/measure_cell.hpp"
#include "miniapp/run/option_values.hpp"
#include "perf/text/words.hpp"

#include <fmt/format.h>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

namespace {

struct PicOptions {
  std::optional<std::array<int, 3>> grid = {};
  std::optional<std::int64_t> particles_per_cell = {};
  std::optional<std::int64_t> steps = {};
  RingPoints points = RingPoints::four;
  std::vector<Deposition> depositions = {};
};

std::array<int, 3> parse_grid(std::string const& option, std::string const& text) {
  detail::Range<int> const across{least_ring_extent, 1 << 16};
  auto const grid = detail::parse_dotted<3>(option, text, {across, across, {2, 1 << 16}}, "three",
                                            "X.Y.Z, the number of points along each axis");
  KITT_VALIDATE(
      grid[2] % 2 == 0,
      fmt::format("bad value \"{}\" for {} (the check of particle motion needs planes with "
                  "alternating charges along z, so their number must be even): give an even number "
                  "of planes, {} or {}",
                  text, option, grid[2] - 1, grid[2] + 1));
  return grid;
}

PicShape shape_of(RunOptions const& run, PicOptions const& options, Deposition deposition) {
  using Grid = std::array<int, 3>;
  return {.grid = options.grid.value_or(run.quick ? Grid{16, 16, 32} : Grid{32, 32, 64}),
          .particles_per_cell = options.particles_per_cell.value_or(run.quick ? 16 : 100),
          .steps = options.steps.value_or(run.quick ? 4 : 100),
          .points = options.points,
          .deposition = deposition};
}

/// Returns the depositions to measure. A simulated machine gets only one deposition, because
/// depositing charge takes no simulated time.
std::vector<Deposition> depositions(PicOptions const& options) {
  if (options.depositions.empty() && comms::is_simulated())
    return {Deposition::scatter};
  return detail::given_or_all(options.depositions);
}

/// Throws UserError if the grid cannot be divided among `ranks` ranks.
void check_slabs(PicShape const& shape, int ranks) {
  auto const planes = shape.grid[2];
  KITT_VALIDATE(
      ranks <= planes,
      fmt::format("the grid has only {} planes along z for {} ranks (each rank needs at least one "
                  "plane): start {} or fewer, or give a larger --grid",
                  planes, ranks, perf::counted(planes, "rank")));
  auto const points = static_cast<double>(slab_of(shape.grid, ranks - 1, ranks).sites());
  KITT_VALIDATE(
      points * field_numbers <= std::numeric_limits<int>::max(),
      fmt::format("the grid has {:.0f} points on a rank (its field has more numbers than an index "
                  "of 31 bits can count): start more ranks, or give a smaller --grid",
                  points));
}

PicCell unmeasured(RunContext const& context, PicShape const& shape) {
  PicCell cell;
  cell.deposition = kitt::to_string(shape.deposition);
  cell.extents = shape.grid;
  cell.particles_per_cell = shape.particles_per_cell;
  cell.points = static_cast<int>(shape.points);
  cell.steps = shape.steps;
  cell.particles = static_cast<std::size_t>(shape.all_particles());
  cell.ranks = context.communicator().size();
  cell.nodes = context.communicator().nodes();
  return cell;
}

bool measure(Run const& run, PicShape const& shape) {
  auto const& world = run.context.communicator();
  auto const cell = unmeasured(run.context, shape);
  CellTask task{fmt::format("{} particles, {}", cell.particles, cell.deposition),
                {0, PicSimulation::memory_need(world, shape)}};
  task.wrong = "of the checks of charge, potential, field, particles and messages failed";
  auto const say = [&](std::string const& fault) {
    run.output.print(fmt::format("{}: {}\n", cell.deposition, fault));
  };
  return measure_cell(run, cell, task, [&] {
    return VerifiedPic(world, shape, run.context.memory(), run.context.options().seed, say);
  });
}

std::string heading(PicShape const& shape, int ranks) {
  auto const slabs = ranks == 1 ? std::string("one slab")
                                : fmt::format("slabs of at least {} planes on {} ranks",
                                              shape.grid[2] / ranks, ranks);
  return fmt::format(
      "{} particles ({} per cell) on a periodic grid of {} points, {}.\nA timed call makes "
      "{}: charge (at {} of each particle), field (10 sweeps), push, exchanges between "
      "ranks.\nMpart/s: 10^6 particles per second of a step, or of one phase. Imbal.: largest "
      "number of particles of a rank, divided by the mean.{}\n",
      shape.all_particles(), shape.particles_per_cell, grid_name(shape.grid), slabs,
      perf::counted(static_cast<int>(shape.steps), "step"),
      shape.points == RingPoints::four ? "4 points on the ring" : "the centre",
      ranks == 1 ? ""
                 : " The slowest rank of each phase gives its share, so shares may add up to more "
                   "than 100 %.");
}

/// Runs `kitt pic`: simulates charged particles in their own field on a periodic grid.
class PicRun final : public BenchmarkRun {
public:
  explicit PicRun(CLI::App& app) {
    options.min_seconds = 0.2;
    add_running(app, options);
    add_measuring(app, options);
    detail::add_value(app, "--grid", pic_.grid, parse_grid,
                      "Points of the periodic grid; ranks share its planes along z [32.32.64]")
        ->type_name("X.Y.Z");
    detail::add_value(app, "--particles-per-cell", pic_.particles_per_cell,
                      detail::Range<std::int64_t>{1, 1 << 20},
                      "Mean number of particles per cell of the grid [100]")
        ->type_name("N");
    detail::add_value(app, "--steps", pic_.steps, detail::Range<std::int64_t>{1, 1 << 20},
                      "Time steps per timed call [100]")
        ->type_name("N");
    detail::add_choice(app, "--points", pic_.points,
                       {{"1", RingPoints::one}, {"4", RingPoints::four}},
                       "Points where a particle meets the grid; 1: its centre; 4: points on its "
                       "gyration ring");
    detail::add_list(
        app, "--deposit", pic_.depositions,
        "How threads add charge; scatter: copies of the grid; atomic: atomics; sorted: own "
        "planes\nBy default all ways are measured, on a simulated machine only `scatter`. "
        "With `scatter`, each thread of a CPU adds to its own copy of the grid. With "
        "`sorted`, particles are sorted by cell, and each thread takes whole planes.");
  }

  int cells(RunContext const&) const override { return static_cast<int>(depositions(pic_).size()); }

  int run(Run const& run) override {
    auto const ranks = run.context.communicator().size();
    auto const shape = shape_of(options, pic_, Deposition::scatter);
    check_slabs(shape, ranks);
    return measure_table<PicCell>(
        run, "Particles in cells", heading(shape, ranks), depositions(pic_),
        [&](Deposition how) { return measure(run, shape_of(options, pic_, how)); });
  }

private:
  PicOptions pic_;
};

std::vector<NameList> pic_names() {
  return {name_list<Deposition>("ways to deposit charge (--deposit)")};
}

} // namespace

extern Benchmark const pic_benchmark{
    "pic",
    "Particle-in-cell: charge, field, push, shift between ranks; particles per second",
    "particles in a periodic grid",
    Part::applications,
    add_benchmark<PicRun>,
    pic_names};

} // namespace kitt::miniapp
