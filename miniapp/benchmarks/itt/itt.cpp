// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/halo/halo.hpp"
#include "miniapp/benchmarks/hopping/hopping_options.hpp"
#include "miniapp/benchmarks/memory/memory.hpp"
#include "miniapp/score/score.hpp"

namespace kitt::miniapp {

namespace {

/// Runs `kitt itt`: the hopping kernels (whose options it has), the memory benchmark, the halo
/// exchange, and the score.
class IttRun final : public HoppingRun {
public:
  explicit IttRun(CLI::App& app)
      : HoppingRun(
            app, "Lattice extents L, as 8,12 [kernels 8,12,16,24; memory 8,12,...,48; halo "
                 "4,8,...,32]\nKernels and memory have L^4 sites per node, the halo has L^4 sites "
                 "per rank.") {}

  std::vector<std::string> csv_kinds() const override { return {"hopping", "memory", "halo"}; }
  bool wants_quick_ceilings() const override { return options.quick; }
  int cells(RunContext const& context) const override {
    return HoppingRun::cells(context) + memory_cells(context, {hopping().fields}) +
           halo_cells(context, halo());
  }
  int run(Run const& run) override {
    int const hopping_status = HoppingRun::run(run);
    int const memory_status = run_memory(run, {hopping().fields});
    int const halo_status = run_halo(run, halo());
    run.output.print(score_text(score_of(run.output.record())));
    return hopping_status == 0 && memory_status == 0 && halo_status == 0 ? 0 : 1;
  }

private:
  HaloOptions halo() const {
    HaloOptions halo_options{.among_others = true};
    halo_options.fields.l = hopping().fields.l;
    return halo_options;
  }
};

} // namespace

extern Benchmark const itt_benchmark{
    "itt",
    "Complete ITT benchmark: kernels, memory, halo, summary (default of `kitt`)",
    "kernels, memory, halo, summary, comparison point",
    {},
    add_benchmark<IttRun>};

} // namespace kitt::miniapp
