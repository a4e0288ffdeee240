// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "core/fields/link_field.hpp"
#include "miniapp/benchmarks/bsm/bsm_cell.hpp"
#include "miniapp/benchmarks/bsm/bsm_problem.hpp"
#include "miniapp/run/built_precisions.hpp"
#include "miniapp/run/lattice_operators.hpp"
#include "miniapp/run/run.hpp"

#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

using perf::Precision;

constexpr std::array all_tests{perf::BsmTest::sqnorm, perf::BsmTest::mad, perf::BsmTest::dphi};

/// Returns the memory that a case and its verification need on a rank. It includes fields and links
/// in both layouts.
MemoryNeed memory_need(BsmOptions const& options, BsmProblem const& problem) {
  auto const sites = volume(problem.volume.extents);
  auto const space = problem.of.space();
  auto const d = static_cast<std::size_t>(space.dimension);
  auto const real = perf::bytes_per_real(options.field_options.precision);
  std::size_t const plain = sites * (4 * d * d + spins * d) * sizeof(std::complex<double>);
  std::size_t const kernels = sites * static_cast<std::size_t>(real) *
                              (8 * static_cast<std::size_t>(space.link_reals()) +
                               static_cast<std::size_t>(options.fields) * 2 * spins * d);
  return {plain, kernels};
}

template <class T, RegisterLanes Lanes>
bool measure_with(Run const& run, BsmOptions const& options, BsmProblem const& problem) {
  auto const space = problem.of.space();
  if (space.real_links)
    return measure_bsm<T, 3, LinkStorage::real, Lanes>(run, options, problem);
  if (space.dimension == 3)
    return measure_bsm<T, 3, LinkStorage::full, Lanes>(run, options, problem);
  return measure_bsm<T, 6, LinkStorage::full, Lanes>(run, options, problem);
}

/// Measures with full registers, or with one lane if the volume is too small for full registers.
template <class T>
bool measure_in(Run const& run, BsmOptions const& options, BsmProblem const& problem) {
  if constexpr (native_lanes<T> != 1)
    if (!find_lane_grid(problem.volume.extents, native_lanes<T>))
      return measure_with<T, RegisterLanes::one>(run, options, problem);
  return measure_with<T, RegisterLanes::full>(run, options, problem);
}

/// Measures in the requested precision. Requires that the kernels were compiled for it, which
/// check() ensures.
bool measure_compiled(Run const& run, BsmOptions const& options, BsmProblem const& problem) {
  [[maybe_unused]] auto const precision = options.field_options.precision;
  if constexpr (built_for(Precision::single_precision))
    if (precision == Precision::single_precision)
      return measure_in<float>(run, options, problem);
  if constexpr (built_for(Precision::double_precision))
    if (precision == Precision::double_precision)
      return measure_in<double>(run, options, problem);
  throw InternalError("these kernels were not compiled");
}

std::string heading(BsmOptions const& options) {
  return fmt::format(
      "{} fields on both parities, periodic, {} links. sqnorm: |a|^2, summed over ranks; mad: a += "
      "z b; Dphi: b = M a (Wilson).\n{}. Flops: {} count{}.\n",
      options.fields, to_string(options.gauge),
      options.barrier == Barrier::yes ? "All ranks wait for each other after each application"
                                      : "No barriers (--barrier yes adds them)",
      to_string(options.flops),
      options.flops == perf::GroupFlopCount::usual ? "; for Dphi only the hopping term" : "");
}

/// Runs `kitt bsm`: measures the tests of BSMBench.
class BsmRun final : public BenchmarkRun {
public:
  explicit BsmRun(CLI::App& app) {
    options.min_seconds = 0.2;
    add_running(app, options);
    add_measuring(app, options);
    add_bsm(app, bsm_);
    add_sizes(app, bsm_.field_options,
              "Lattice extents L of lattices of L^4 sites per node, as "
              "8,16 [8,16]");
    add_per_rank(app, bsm_.field_options);
    add_grid(app, options);
    add_comms_threads(app, options);
    add_scaling(app, bsm_.field_options);
    add_baseline(app, options);
  }

  void check() override { miniapp::check(bsm_); }
  void describe(perf::Configuration& run) const override { bsm_.describe(run); }
  std::optional<SharedLattices> shared_lattices(comms::Communicator const&) override {
    return lattices();
  }
  bool wants_quick_ceilings() const override {
    return options.quick || lattices().volumes.size() == 1;
  }
  int cells(RunContext const& context) const override {
    return static_cast<int>(asked_volumes(context, lattices()).size() * bsm_.wanted().size() *
                            all_tests.size());
  }

  int run(Run const& run) override {
    auto const cases = bsm_.wanted();
    std::vector<BsmProblem> problems;
    for (auto const& asked : asked_volumes(run.context, lattices()))
      for (auto const& c : cases)
        problems.push_back({c, asked.l, asked.volume});
    for (auto const& problem : problems)
      run.context.check_memory(memory_need(bsm_, problem),
                               fmt::format("{} on the local lattice {}", problem.of.name,
                                           to_string(problem.volume.extents)));
    return measure_table<BsmCell>(
        run, "Tests of BSMBench", heading(bsm_), problems,
        [&](BsmProblem const& problem) { return measure_compiled(run, bsm_, problem); });
  }

private:
  SharedLattices lattices() const {
    return bsm_.field_options.lattices(options.quick ? std::vector{8} : std::vector{8, 16});
  }

  BsmOptions bsm_;
};

std::vector<NameList> bsm_names() {
  NameList cases{.heading = "cases of BSMBench (--case)", .width = 10};
  for (auto const& c : bsm_cases())
    cases.entries.push_back(
        {c.name, fmt::format("{} {}", c.group_name(), kitt::to_string(c.representation))});
  return {cases};
}

} // namespace

extern Benchmark const bsm_benchmark{
    "bsm",
    "BSMBench's cases: norm, multiply-add, operator for SU(2) adjoint, SU(3), SU(6)",
    "norms, sums and operators for other gauge groups",
    Part::kernels,
    add_benchmark<BsmRun>,
    bsm_names};

} // namespace kitt::miniapp
