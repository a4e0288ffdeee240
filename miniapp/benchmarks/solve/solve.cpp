// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/rank_links.hpp"
#include "core/base/error.hpp"
#include "core/fields/staggered_links.hpp"
#include "miniapp/benchmarks/solve/input_fields.hpp"
#include "miniapp/benchmarks/solve/solve_case.hpp"
#include "miniapp/benchmarks/solve/solve_cell.hpp"
#include "miniapp/run/built_precisions.hpp"
#include "miniapp/run/lattice_operators.hpp"
#include "miniapp/run/run.hpp"

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <algorithm>
#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

using perf::Precision;

std::vector<SolveCase> cases(SolveOptions const& options, AskedVolume const& asked) {
  std::vector<SolveCase> list;
  for (auto const op : options.wanted_operators())
    for (auto const precision : options.wanted_precisions())
      for (int const rhs : options.rhs)
        for (auto const recurrence : options.solvers(rhs))
          if (is_possible(precision, op) &&
              (!is_mixed(precision) || recurrence == perf::SolverRecurrence::cg))
            list.push_back({op, precision, recurrence, asked.l,
                            has_fifth_dimension(op) ? options.fields.ls : 1, rhs, asked.volume,
                            options.rule(precision)});
  return list;
}

/// Returns the memory that a solver and its verification need on a rank. It includes fields and
/// links in both layouts.
MemoryNeed memory_need(SolveCase const& c) {
  auto const sites = volume(c.volume.extents);
  auto const numbers = sites / 2 * static_cast<std::size_t>(perf::solved_reals(c.op) * c.slices());
  std::size_t const link_sets = perf::is_improved(c.op) ? 2 : 1;
  std::size_t const plain_sets = perf::is_staggered(c.op) ? 1 + link_sets : 1;
  // Plain fields are x and M x on all sites.
  MemoryNeed need{sites * sizeof(GaugeField::Link) * 4 * plain_sets + 4 * numbers * sizeof(double),
                  0};
  Lattice const lattice(c.volume.extents, {1, 1, 1, 1, 1});
  // Work fields are b, x, odd b, y, and the fields of S and of the solver. Several right-hand sides
  // are also solved one by one.
  std::size_t const fields_of_one = 14;
  std::size_t const solution_fields =
      c.recurrence == perf::SolverRecurrence::pipelined ? 18 : fields_of_one + (c.rhs > 1 ? 8 : 0);
  if (c.precision == SolverPrecision::half)
    need.kernel_bytes += solution_fields * numbers * sizeof(Half) +
                         2 * LinkField<float, 1, LinkStorage::narrow>::bytes(lattice);
  else if (uses(c.precision, Precision::single_precision))
    need.kernel_bytes += solution_fields * numbers * sizeof(float) +
                         2 * link_sets * LinkField<float, 1>::bytes(lattice);
  if (uses(c.precision, Precision::double_precision))
    need.kernel_bytes += solution_fields * numbers * sizeof(double) +
                         2 * link_sets * LinkField<double, 1>::bytes(lattice);
  // S reads the site matrices of one parity and the inverses of the other. The operator also has
  // the matrices of the other parity, which are as many again as half of both.
  if (auto const reals = static_cast<std::size_t>(perf::diagonal_reals(c.op)); reals > 0) {
    Extents around = c.volume.extents;
    for (auto& extent : around)
      extent += 2;
    need.plain_bytes += 2 * volume(around) * sizeof(GaugeField::Link) * 4; // both while one grows
    for (auto const precision : {Precision::single_precision, Precision::double_precision})
      if (uses(c.precision, precision))
        need.kernel_bytes += sites / 2 * reals * 3 / 2 * bytes_per_real(precision);
  }
  return need;
}

/// Calls measure_solver() for the number of spins of the case.
template <SolverPrecision Precision, RegisterLanes Lanes>
bool measure_in(Run const& run, SolveOptions const& options, SolveProblem const& problem,
                SolveCase const& c) {
  return perf::is_staggered(c.op)
             ? measure_solver<Precision, Lanes, 1>(run, options, problem, c)
             : measure_solver<Precision, Lanes, spins>(run, options, problem, c);
}

/// Measures in the precision of the case. Requires that the solvers were compiled for this
/// precision, which check() ensures.
template <RegisterLanes Lanes>
bool measure_compiled(Run const& run, SolveOptions const& options, SolveProblem const& problem,
                      SolveCase const& c) {
  using enum SolverPrecision;
  constexpr bool single = built_for(Precision::single_precision);
  constexpr bool twice = built_for(Precision::double_precision);
  if constexpr (single)
    if (c.precision == single_precision)
      return measure_in<single_precision, Lanes>(run, options, problem, c);
  if constexpr (twice)
    if (c.precision == double_precision)
      return measure_in<double_precision, Lanes>(run, options, problem, c);
  if constexpr (single && twice) {
    if (c.precision == mixed)
      return measure_in<mixed, Lanes>(run, options, problem, c);
    if (c.precision == half)
      return measure_solver<half, Lanes, spins>(run, options, problem, c);
  }
  throw InternalError("this solver was not compiled");
}

/// Returns why the lanes cannot be spread over this volume, or nothing if they can.
std::optional<std::string> obstacle(SolveCase const& c, Splitting const& splitting,
                                    RegisterLanes lanes) {
  try {
    if (uses(c.precision, Precision::single_precision))
      static_cast<void>(lane_grid_of(c, splitting, lanes_of<float>(lanes)));
    if (uses(c.precision, Precision::double_precision))
      static_cast<void>(lane_grid_of(c, splitting, lanes_of<double>(lanes)));
    return std::nullopt;
  } catch (UserError const& error) {
    return error.what();
  }
}

bool measure_case(Run const& run, SolveOptions const& options, SolveProblem const& problem,
                  SolveCase const& c) {
  auto const key = key_of(unmeasured(options, c));
  if (run.output.print_known<SolveCell>(key))
    return true;
  auto const& splitting = run.context.grid().splitting();
  auto const reason = obstacle(c, splitting, RegisterLanes::full);
  if (reason && obstacle(c, splitting, RegisterLanes::one)) {
    run.output.skip(key, *reason);
    return true;
  }
  Kokkos::Profiling::ScopedRegion const region(perf::region_name(key));
  if constexpr (is_compiled(RegisterLanes::one))
    if (reason)
      return measure_compiled<RegisterLanes::one>(run, options, problem, c);
  return measure_compiled<RegisterLanes::full>(run, options, problem, c);
}

/// Throws UserError before anything is measured if a case does not fit into memory.
void check_memory(RunContext const& context, SolveOptions const& options,
                  std::vector<AskedVolume> const& volumes) {
  for (auto const& asked : volumes)
    for (auto const& c : cases(options, asked))
      context.check_memory(memory_need(c),
                           fmt::format("a solver on the local lattice {} with Ls = {}",
                                       to_string(asked.volume.extents), c.ls));
}

std::string heading(SolveOptions const& options) {
  auto const operators = options.wanted_operators();
  bool const staggered = std::ranges::any_of(operators, perf::is_staggered);
  std::string others; // "Wilson, clover"
  for (auto const op : operators)
    if (!perf::is_staggered(op))
      others += (others.empty() ? "" : ", ") + std::string(operator_info(op).kernel).substr(3);
  std::string numbers; // "mass 0.1, csw 1"
  for (auto const& number : number_options)
    if (number.text != nullptr && std::ranges::any_of(operators, number.used_by) &&
        !(number.of_links && options.files.given()))
      numbers += fmt::format(", {} {}", number.option + 2, options.numbers.*number.number);
  std::string text =
      fmt::format("M x = b with {} links{}, {}, by conjugate gradients from x = 0.\n",
                  options.files.given() ? options.files.fat : options.gauge.start, numbers,
                  options.source.empty() ? "random b" : "b from " + options.source);
  if (options.wants_solver(perf::SolverRecurrence::pipelined))
    text += "p-CG: pipelined, with one sum over ranks per step.\n";
  if (options.wants_many_rhs())
    text +=
        "RHS: right-hand sides of a call. multiple: a solver for each, in lock-step; block: common "
        "directions.\n"
        "Single steps, y: conjugate gradients for one right-hand side. Gain: their time / time "
        "per RHS.\n";
  if (!others.empty())
    text += fmt::format("{}: inverts S S^dagger on odd sites (S: Schur complement of M), {} flops "
                        "per site of a hopping term{}.\n",
                        others, static_cast<int>(options.flop_count()),
                        options.flops == SolverFlops::hirep ? ", counted as in HiRep and SOMBRERO"
                                                            : "");
  if (staggered)
    text += "Staggered, M = 2 mass + D: inverts S = M^dagger M on odd sites, 570 flops per site of "
            "D (asqtad, HISQ: 1146).\n";
  return text +
         "Steps: iterations. Of S: rate of the whole solver divided by the rate of applying S.\n";
}

/// Runs `kitt solve`: measures solvers of linear systems of the operators in
/// solved_operators.hpp.
class SolveRun final : public BenchmarkRun {
public:
  explicit SolveRun(CLI::App& app) {
    options.min_seconds = 0.2;
    add_running(app, options);
    add_measuring(app, options);
    add_sizes(app, solve_.fields,
              "Lattice extents L of lattices of L^4 sites per node, as 8,16 "
              "[8,16]");
    add_per_rank(app, solve_.fields);
    add_solver(app, solve_);
    add_grid(app, options);
    add_comms_threads(app, options);
    add_scaling(app, solve_.fields);
    add_baseline(app, options);
  }

  void check() override {
    solve_.fields.ls = solve_.ls.value_or(options.quick ? 4 : 16);
    miniapp::check(solve_);
  }
  void describe(perf::Configuration& run) const override { solve_.describe(run); }
  bool has_hopping_term() const override {
    return !std::ranges::all_of(solve_.wanted_operators(), perf::is_staggered);
  }
  Files files() const override {
    auto all = solve_.files.given() ? link_files_.files() : gauge_.files();
    auto const source = source_.inputs();
    all.inputs.insert(all.inputs.end(), source.begin(), source.end());
    return all;
  }
  std::optional<SharedLattices> shared_lattices(comms::Communicator const& world) override {
    of_file_ = link_files_.read(world);
    if (!of_file_)
      of_file_ = gauge_.read(world);
    source_.read(world, lattices(), options.mpi);
    return lattices();
  }
  bool wants_quick_ceilings() const override {
    return options.quick || lattices().volumes.size() == 1;
  }
  int cells(RunContext const& context) const override {
    int count = 0;
    for (auto const& asked : asked_volumes(context, lattices()))
      count += static_cast<int>(cases(solve_, asked).size());
    return count;
  }

  int run(Run const& run) override {
    auto const list = asked_volumes(run.context, lattices());
    check_memory(run.context, solve_, list);
    for (auto const* const warnings :
         {&gauge_.warnings(), &link_files_.warnings(), &source_.warnings()})
      for (auto const& warning : *warnings)
        run.output.warn(warning);
    return measure_table<SolveCell>(
        run, "Solution of linear systems", heading(solve_), list,
        [&](AskedVolume const& asked) {
          auto const problem = make_problem(run.context, asked.volume);
          bool good = true;
          for (auto const& c : cases(solve_, asked))
            good = measure_case(run, solve_, problem, c) && good;
          return good;
        },
        solve_.wants_many_rhs() ? "right_hand_sides" : "");
  }

private:
  /// Returns the lattices of this benchmark. In a suite, the lattices of the run belong to
  /// other benchmarks.
  SharedLattices lattices() const {
    return of_file_.value_or(
        solve_.fields.lattices(options.quick ? std::vector{8} : std::vector{8, 16}));
  }

  SolveProblem make_problem(RunContext const& context, LocalVolume const& volume) const {
    SolveProblem problem{
        volume,         {}, {}, solve_.gauge.boundary, {context.options().seed, volume.global},
        solve_.numbers, {}};
    problem.given = source_.vectors(context, volume);
    if (solve_.wants_gauge_field()) {
      problem.gauge = gauge_.links(context, volume);
      problem.ghosts =
          comms::exchange_link_ghosts(context.communicator(), context.grid(), problem.gauge);
    }
    for (auto const op : solve_.wanted_operators())
      if (perf::is_staggered(op))
        problem.staggered[op] = make_staggered_links(context, problem, op);
    return problem;
  }

  StaggeredLinks make_staggered_links(RunContext const& context, SolveProblem const& problem,
                                      perf::SolvedOperator op) const {
    if (op == perf::SolvedOperator::naive)
      return naive_links(context, problem.volume, problem.gauge, problem.boundary);
    auto links = solve_.files.given() ? link_files_.links(context, problem.volume)
                                      : smeared_links(context, problem, op);
    links.exchange_ghosts(context);
    return links;
  }

  /// Returns this rank's part of the smeared links. Rank 0 smears the whole field. Collective.
  StaggeredLinks smeared_links(RunContext const& context, SolveProblem const& problem,
                               perf::SolvedOperator op) const {
    StaggeredLinks whole;
    comms::on_all_ranks(context.communicator(), [&] {
      if (context.communicator().rank() > 0)
        return;
      auto const links =
          with_staggered_phases(gauge_.whole(context, problem.volume.global), problem.boundary);
      auto made = op == perf::SolvedOperator::asqtad
                      ? asqtad_links(links, solve_.numbers.u0)
                      : hisq_links(links, solve_.numbers.naik_epsilon);
      whole = {std::move(made.fat), std::move(made.longer)};
    });
    return scatter_links(context, problem.volume, whole);
  }

  SolveOptions solve_;
  GaugeSource gauge_{solve_.gauge};
  LinkFilesSource link_files_{solve_.files, solve_.gauge.reading};
  SourceFile source_{solve_.source, solve_.gauge.reading};
  std::optional<SharedLattices> of_file_;
};

} // namespace

extern Benchmark const solve_benchmark{"solve",
                                       "Conjugate gradients for six fermion operators: time, rate, "
                                       "residual",
                                       "conjugate gradients", Part::solvers,
                                       add_benchmark<SolveRun>};

} // namespace kitt::miniapp
