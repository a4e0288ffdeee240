// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/halo/halo.hpp"
#include "miniapp/benchmarks/hopping/hopping_run.hpp"
#include "miniapp/benchmarks/memory/memory.hpp"
#include "miniapp/score/score_text.hpp"

namespace kitt::miniapp {

namespace {

/// All of the ITT: the hopping kernels, whose options these are, the memory benchmark, the halo
/// exchange, the score.
class IttRun final : public HoppingRun {
public:
  explicit IttRun(CLI::App& app)
      : HoppingRun(
            app, "For kernels, memory (L^4 sites on a node) and halo (of a rank), as 8,12 or 8 12 "
                 "[kernels 8,12,16,24; memory 8,12,...,48; halo 4,8,...,32]") {}

  std::vector<std::string> csv_kinds() const override { return {"hopping", "memory", "halo"}; }
  bool wants_quick_ceilings() const override { return options.quick; }
  int cells(Session const& session) const override {
    return HoppingRun::cells(session) + memory_cells(session, {hopping().fields}) +
           halo_cells(session, halo());
  }
  int run(Session& session) override {
    int const hopping_status = HoppingRun::run(session);
    int const memory_status = run_memory(session, {hopping().fields});
    int const halo_status = run_halo(session, halo());
    session.print(score_text(score_of(session.record())));
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
    "All of the ITT benchmark: kernels, memory, halo, summary (what `kitt` alone does)",
    "kernels, memory, halo, summary, comparison point",
    {},
    add_benchmark<IttRun>};

} // namespace kitt::miniapp
