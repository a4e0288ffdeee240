// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/rank_links.hpp"
#include "core/base/error.hpp"
#include "core/fields/gauge_start.hpp"
#include "miniapp/benchmarks/hmc/hmc_configuration.hpp"
#include "miniapp/benchmarks/hmc/hmc_options.hpp"
#include "miniapp/run/gauge_option.hpp"
#include "miniapp/run/lattice_operators.hpp"
#include "miniapp/run/measure_cell.hpp"

#include <fmt/format.h>
#include <limits>

namespace kitt::miniapp {

namespace {

HmcCell unmeasured(RunContext const& context, HmcOptions const& options, HmcPlan const& plan,
                   LocalVolume const& volume) {
  HmcCell cell;
  cell.size = options.size ? kitt::to_string(*options.size) : "";
  cell.integrator = kitt::to_string(plan.parameters.integrator);
  cell.global_volume = volume.global;
  cell.local_volume = volume.extents;
  cell.beta = fmt::format("{}", plan.parameters.action.beta);
  if (auto const& quarks = plan.parameters.action.quarks) {
    cell.mass = fmt::format("{}", quarks->mass);
    if (quarks->mu != 0)
      cell.mu = fmt::format("{}", quarks->mu);
    cell.inner_steps = plan.parameters.inner_steps;
  }
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
    "Wilson's plaquette action, and with --flavours 2 Wilson quarks. A timed call makes one "
    "trajectory, with momenta, forces, energies and acceptance.\nForce, Quarks, Solver, Exch., "
    "Rest: shares of the gauge force, of the quarks' force, of conjugate gradients, of filling "
    "ghosts, and of all else.\nCG steps: mean number of iterations. dH: mean energy error. |dU| "
    "back: change of a link after a "
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
    add_trajectories(app, hmc_);
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
    if (file_.place && run.context.communicator().rank() == 0)
      warn_of_other_chain(run.output, *file_.place);
    return measure_table<HmcCell>(run, "Hybrid Monte Carlo", heading, list,
                                  [&](AskedVolume const& asked) { return measure(run, asked); });
  }

private:
  /// Warns if the chain of a file has other parameters.
  void warn_of_other_chain(Output& output, ChainPlace const& place) const {
    auto const own = place_of_chain(place.trajectory);
    if (place == own)
      return;
    output.warn(fmt::format("{} has seed {}, beta {} and {}, so this run does not continue its "
                            "chain",
                            hmc_.start, place.seed, place.beta,
                            place.mass.empty()
                                ? "no quarks"
                                : "quarks of mass " + place.mass +
                                      (place.mu.empty() ? "" : " and mu " + place.mu)));
  }
  ChainPlace place_of_chain(std::int64_t trajectory) const {
    auto const [beta, quarks] = hmc_.action();
    return {trajectory, options.seed, fmt::format("{}", beta),
            quarks ? fmt::format("{}", quarks->mass) : "",
            quarks && quarks->mu != 0 ? fmt::format("{}", quarks->mu) : ""};
  }

  SharedLattices lattices() const {
    if (of_file_)
      return *of_file_;
    if (hmc_.size)
      return {{extents_of_size(hmc_)}, comms::VolumeOf::job};
    return hmc_.fields.lattices({options.quick ? 4 : 8});
  }

  bool displaces() const { return hmc_.parameters.integrator == Integrator::force_gradient; }
  MemoryNeed memory_need(LocalVolume const& volume) const {
    auto const links = 4 * kitt::volume(volume.extents) * sizeof(GaugeField::Link);
    return {3 * links, GaugeSystem::memory_need(volume, hmc_.has_quarks(), displaces())};
  }

  GaugeField start_links(RunContext const& context, LocalVolume const& volume) const {
    if (hmc_.starts_from_file())
      return comms::scatter_gauge_field(context.communicator(), context.grid(), volume.extents,
                                        file_.field);
    return hmc_.start == "cold" ? unit_gauge(volume.extents) : hot_gauge(volume, options.seed);
  }

  /// Measures a chain that saves its links after every N trajectories, and when its figures are
  /// taken.
  class SavedHmc : public VerifiedHmc {
  public:
    SavedHmc(HmcRun const& owner, RunContext const& context, SystemPlace const& place,
             HmcPlan const& plan, std::function<void(std::string const&)> say)
        : VerifiedHmc(place, plan, owner.start_links(context, place.volume), std::move(say)),
          owner_(owner), context_(context) {}
    void run() {
      VerifiedHmc::run();
      if (auto const every = owner_.hmc_.save_every; every && done() % *every == 0)
        save();
    }
    void describe(HmcCell& cell) {
      VerifiedHmc::describe(cell);
      save();
    }

  private:
    /// Writes the file, unless it has these links.
    void save() {
      if (saved_ == done())
        return;
      owner_.save(context_, *this, saved_ ? Overwrite::yes : context_.options().overwrite());
      saved_ = done();
    }

    HmcRun const& owner_;
    RunContext const& context_;
    std::optional<std::int64_t> saved_; ///< trajectories of the chain in the file; empty: none
  };

  void save(RunContext const& context, VerifiedHmc const& chain, Overwrite overwrite) const {
    if (hmc_.save.empty())
      return;
    auto const whole =
        comms::gather_gauge_field(context.communicator(), context.grid(), chain.links());
    comms::on_all_ranks(context.communicator(), [&] {
      if (context.communicator().rank() == 0)
        write_configuration(hmc_.save, whole, place_of_chain(chain.done()), overwrite);
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
    "Hybrid Monte Carlo, also with quarks: seconds per trajectory, forces, solver, exchange",
    "hybrid Monte Carlo",
    Part::applications,
    add_benchmark<HmcRun>,
    hmc_names};

} // namespace kitt::miniapp
