// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/rank_links.hpp"
#include "core/base/error.hpp"
#include "core/fields/gauge_start.hpp"
#include "miniapp/benchmarks/hmc/hmc_configuration.hpp"
#include "miniapp/benchmarks/hmc/verified_hmc.hpp"
#include "miniapp/run/gauge_option.hpp"
#include "miniapp/run/lattice_operators.hpp"
#include "miniapp/run/measure_cell.hpp"
#include "miniapp/run/option_values.hpp"

#include <fmt/format.h>
#include <limits>

namespace kitt::miniapp {

namespace {

using detail::Range;

/// Sizes with a name. A size fixes the lattice of the whole job and the defaults of the chain.
enum class HmcSize { test, node, rack };
constexpr auto names_of(HmcSize) {
  return std::array{"test", "node", "rack"};
}

struct HmcSizeInfo {
  Extents extents;
  int steps;
  std::int64_t thermalisation;
  std::int64_t trajectories;
  /// Mean plaquette with the default options. docs/reference/benchmarks.md tells its origin.
  std::optional<double> golden_plaquette;
};

HmcSizeInfo info_of(HmcSize size) {
  switch (size) {
  case HmcSize::test:
    return {{8, 8, 8, 8}, 10, 10, 10, 0.552687482452};
  case HmcSize::node:
    return {{32, 32, 32, 32}, 20, 3, 4, {}};
  default:
    return {{64, 64, 64, 128}, 32, 3, 4, {}};
  }
}

struct HmcOptions {
  FieldOptions fields = {.precision = perf::Precision::double_precision, .ls = 1};
  std::optional<HmcSize> size = {};
  HmcParameters parameters = {};
  std::optional<int> steps = {};
  std::optional<std::int64_t> thermalisation = {};
  std::optional<std::int64_t> trajectories = {};
  std::string start = "hot"; ///< "hot", "cold", or the path of a file
  std::string save;          ///< path of the last configuration; empty: none

  bool starts_from_file() const { return start != "hot" && start != "cold"; }
};

/// Returns whether the user chose no option that changes the links of a named size.
bool has_golden_options(HmcOptions const& options, std::uint64_t seed) {
  HmcParameters const usual;
  auto const& own = options.parameters;
  return options.size && seed == 1 && options.start == "hot" && own.beta == usual.beta &&
         own.length == usual.length && own.integrator == usual.integrator && !options.steps &&
         !options.thermalisation && !options.trajectories;
}

HmcPlan plan_of(RunOptions const& run, HmcOptions const& options, std::int64_t done) {
  HmcPlan plan{options.parameters, done};
  auto const info = info_of(options.size.value_or(HmcSize::test));
  bool const short_run = run.quick && !options.size;
  plan.parameters.seed = run.seed;
  plan.parameters.steps = options.steps.value_or(info.steps);
  plan.thermalisation = options.thermalisation.value_or(
      short_run || options.starts_from_file() ? HmcPlan::warm_up : info.thermalisation);
  plan.trajectories = options.trajectories.value_or(short_run ? 5 : info.trajectories);
  if (has_golden_options(options, run.seed))
    plan.golden_plaquette = info.golden_plaquette;
  return plan;
}

HmcCell unmeasured(RunContext const& context, HmcOptions const& options, HmcPlan const& plan,
                   LocalVolume const& volume) {
  HmcCell cell;
  cell.size = options.size ? kitt::to_string(*options.size) : "";
  cell.integrator = kitt::to_string(plan.parameters.integrator);
  cell.global_volume = volume.global;
  cell.local_volume = volume.extents;
  cell.beta = fmt::format("{}", plan.parameters.beta);
  cell.length = fmt::format("{}", plan.parameters.length);
  cell.steps = plan.parameters.steps;
  cell.start = options.start;
  cell.seed = fmt::format("{}", plan.parameters.seed);
  cell.thermalisation = plan.thermalisation;
  cell.trajectories = plan.trajectories;
  cell.ranks = context.communicator().size();
  cell.nodes = context.communicator().nodes();
  return cell;
}

constexpr char const* heading =
    "Wilson's plaquette action without quarks. A timed call makes one trajectory, with momenta, "
    "forces, energies and acceptance.\nForce, Exch., Rest: shares of the gauge force, of filling "
    "ghosts, and of all else. dH: mean energy error. |dU| back: change of a link after a "
    "trajectory and back.\nOrder: measured power of the step size with which energy errors vanish "
    "(2, or 4 for force-gradient).\n";

/// Runs `kitt hmc`: measures and verifies trajectories of hybrid Monte Carlo.
class HmcRun final : public BenchmarkRun {
public:
  explicit HmcRun(CLI::App& app) {
    add_running(app, options);
    add_measuring(app, options);
    add_sizes(app, hmc_.fields, "Lattice extents L of lattices of L^4 sites per node, as 8,16 [8]");
    add_per_rank(app, hmc_.fields);
    add_own(app);
    add_grid(app, options);
    add_scaling(app, hmc_.fields);
  }

  void check() override {
    check_volumes(hmc_.fields);
    KITT_VALIDATE(!hmc_.size || (hmc_.fields.l.empty() && !hmc_.fields.global),
                  "--size with --L or --global (a named size fixes the lattice): drop one of them");
    KITT_VALIDATE(!hmc_.starts_from_file() ||
                      (!hmc_.size && hmc_.fields.l.empty() && !hmc_.fields.global),
                  "--start with a file, and --size, --L or --global (the file fixes the lattice): "
                  "drop one of them");
    KITT_VALIDATE(hmc_.save.empty() || hmc_.fields.l.size() < 2,
                  "--save with several --L (each has its own configuration): give one L");
  }
  void describe(perf::Configuration& run) const override { hmc_.fields.describe(run); }
  Files files() const override {
    Files all;
    if (!hmc_.save.empty())
      all.outputs = {{"--save", hmc_.save}};
    if (hmc_.starts_from_file())
      all.inputs = {{"--start", hmc_.start}};
    return all;
  }
  std::optional<SharedLattices> shared_lattices(comms::Communicator const& world) override {
    if (hmc_.starts_from_file()) {
      comms::on_all_ranks(world, [&] {
        if (world.rank() == 0)
          file_ = read_configuration(hmc_.start);
      });
      of_file_ = lattice_of_file(world, file_.field.extents, hmc_.start);
      done_ = static_cast<std::int64_t>(
          world.max(static_cast<double>(file_.place ? file_.place->trajectory : 0)));
    }
    return lattices();
  }
  bool wants_quick_ceilings() const override { return true; }
  int cells(RunContext const&) const override {
    return static_cast<int>(lattices().volumes.size());
  }

  int run(Run const& run) override {
    auto const list = asked_volumes(run.context, lattices());
    for (auto const& asked : list)
      run.context.check_memory(memory_need(asked.volume),
                               "hybrid Monte Carlo on " + to_string(asked.volume.global));
    if (file_.place && run.context.communicator().rank() == 0 &&
        (file_.place->seed != options.seed ||
         file_.place->beta != fmt::format("{}", hmc_.parameters.beta)))
      run.output.warn(fmt::format("{} has seed {} and beta {}, so this run does not continue its "
                                  "chain",
                                  hmc_.start, file_.place->seed, file_.place->beta));
    return measure_table<HmcCell>(run, "Hybrid Monte Carlo", heading, list,
                                  [&](AskedVolume const& asked) { return measure(run, asked); });
  }

private:
  void add_own(CLI::App& app) {
    detail::add_value(
        app, "--size", hmc_.size,
        [](std::string const& option, std::string const& text) {
          return detail::parse_choice(option, text, detail::all_choices<HmcSize>());
        },
        "Named size of the whole job\n"
        "test: 8.8.8.8; node: 32.32.32.32; rack: 64.64.64.128.")
        ->type_name("test|node|rack");
    detail::add_number(app, "--beta", hmc_.parameters.beta, Range<double>{0, 1000},
                       "Coupling beta = 6 / g^2 of the plaquette action");
    detail::add_choice(app, "--integrator", hmc_.parameters.integrator,
                       "Integrator of the equations of motion\n"
                       "leapfrog: second order, 1 force per step.\n"
                       "omelyan: second order with the smallest error, 2 forces per step.\n"
                       "force-gradient: fourth order, 3 forces per step.");
    detail::add_number(app, "--length", hmc_.parameters.length, Range<double>{1e-3, 100},
                       "Time of a trajectory");
    detail::add_value(app, "--steps", hmc_.steps, Range<int>{1, 10000},
                      "Integration steps of a trajectory [10; node: 20; rack: 32]")
        ->type_name("N");
    detail::add_value(app, "--thermalise", hmc_.thermalisation,
                      Range<std::int64_t>{HmcPlan::warm_up, 1000000},
                      "Trajectories before the measured ones, at least 3 [10; node, rack: 3]")
        ->type_name("N");
    detail::add_value(app, "--trajectories", hmc_.trajectories, Range<std::int64_t>{2, 1000000},
                      "Measured trajectories [10; node, rack: 4]")
        ->type_name("N");
    detail::add_path(app, "--start", hmc_.start,
                     "Links before the first trajectory: hot, cold or a gauge file [hot]\n"
                     "A file that --save has written continues its chain bit by bit, with the same "
                     "seed and options.")
        ->type_name("hot|cold|PATH");
    detail::add_path(app, "--save", hmc_.save, "Write the last links as ILDG file with checksums");
  }

  SharedLattices lattices() const {
    if (of_file_)
      return *of_file_;
    if (hmc_.size)
      return {{info_of(*hmc_.size).extents}, comms::VolumeOf::job};
    return hmc_.fields.lattices({options.quick ? 4 : 8});
  }

  bool displaces() const { return hmc_.parameters.integrator == Integrator::force_gradient; }
  MemoryNeed memory_need(LocalVolume const& volume) const {
    auto const links = 4 * kitt::volume(volume.extents) * sizeof(GaugeField::Link);
    return {3 * links, GaugeSystem::memory_need(volume, displaces())};
  }

  GaugeField start_links(RunContext const& context, LocalVolume const& volume) const {
    if (hmc_.starts_from_file())
      return comms::scatter_gauge_field(context.communicator(), context.grid(), volume.extents,
                                        file_.field);
    return hmc_.start == "cold" ? unit_gauge(volume.extents) : hot_gauge(volume, options.seed);
  }

  /// Measures a chain that saves its links when its figures are taken.
  class SavedHmc : public VerifiedHmc {
  public:
    SavedHmc(HmcRun const& owner, RunContext const& context, SystemPlace const& place,
             HmcPlan const& plan, std::function<void(std::string const&)> say)
        : VerifiedHmc(place, plan, owner.start_links(context, place.volume), std::move(say)),
          owner_(owner), context_(context) {}
    void describe(HmcCell& cell) const {
      VerifiedHmc::describe(cell);
      owner_.save(context_, *this, cell);
    }

  private:
    HmcRun const& owner_;
    RunContext const& context_;
  };

  void save(RunContext const& context, VerifiedHmc const& chain, HmcCell const& cell) const {
    if (hmc_.save.empty())
      return;
    auto const whole =
        comms::gather_gauge_field(context.communicator(), context.grid(), chain.links());
    comms::on_all_ranks(context.communicator(), [&] {
      if (context.communicator().rank() == 0)
        write_configuration(hmc_.save, whole, {chain.done(), options.seed, cell.beta},
                            options.overwrite());
    });
  }

  bool measure(Run const& run, AskedVolume const& asked) const {
    auto const& context = run.context;
    auto const plan = plan_of(options, hmc_, done_);
    CellTask task{fmt::format("hybrid Monte Carlo on {}", to_string(asked.volume.global)),
                  memory_need(asked.volume)};
    task.wrong = "of the checks of forces, reversibility, energies and plaquettes failed";
    task.policy = perf::SamplingPolicy{
        .minimum_seconds = 0,
        .minimum_count = static_cast<std::size_t>(plan.trajectories),
        .maximum_seconds = std::numeric_limits<double>::infinity(),
        .shortest_sample = std::numeric_limits<double>::min()}; // one trajectory is one sample
    auto const say = [&](std::string const& fault) { run.output.print(fault + "\n"); };
    SystemPlace const place{context.communicator(), context.grid(),    asked.volume,
                            context.memory(),       options.transport, options.huge_pages};
    return measure_cell(run, unmeasured(context, hmc_, plan, asked.volume), task,
                        [&] { return SavedHmc(*this, context, place, plan, say); });
  }

  HmcOptions hmc_;
  HmcConfiguration file_; ///< empty except on rank 0
  std::optional<SharedLattices> of_file_;
  std::int64_t done_ = 0; ///< trajectories of the chain of the file
};

std::vector<NameList> hmc_names() {
  return {name_list<Integrator>("integrators (--integrator)")};
}

} // namespace

extern Benchmark const hmc_benchmark{
    "hmc",
    "Hybrid Monte Carlo without quarks: seconds per trajectory, force, exchange",
    "hybrid Monte Carlo",
    Part::applications,
    add_benchmark<HmcRun>,
    hmc_names};

} // namespace kitt::miniapp
