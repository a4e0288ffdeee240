// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/halo/halo.hpp"
#include "miniapp/benchmarks/hopping/hopping_options.hpp"
#include "miniapp/benchmarks/memory/memory.hpp"
#include "miniapp/run/option_values.hpp"
#include "miniapp/score/score.hpp"

namespace kitt::miniapp {

namespace {

/// Returns the names of all rules, and the rules.
detail::Choices<perf::Rules> rules_by_name() {
  detail::Choices<perf::Rules> choices;
  for (auto const& rules : perf::all_rules())
    choices.emplace_back(rules.name, rules);
  return choices;
}

NameList rules_names() {
  NameList list{.heading = "rules of kitt itt (--rules)"};
  for (auto const& rules : perf::all_rules())
    list.entries.push_back({rules.name, rules.what});
  return list;
}

/// Runs `kitt itt`: the hopping kernels (whose options it has), the memory benchmark, the halo
/// exchange, and the score.
class IttRun final : public HoppingRun {
public:
  explicit IttRun(CLI::App& app)
      : HoppingRun(
            app,
            "Lattice extents L, as 8,12 [kernels 8,12,16,24; memory 8,12,...,48; halo "
            "4,8,...,32]\nKernels and memory have L^4 sites per node, the halo has L^4 sites "
            "per rank. Other --rules have other sizes.",
            {{.options = {"--Ls", "--per-rank", "--scaling", "--global"},
              .where = "with --rules",
              .why = "the rules give the volumes and Ls",
              .remedy = "use `kitt dslash`",
              .have_effect = [this] { return rules_ == perf::default_rules(); }}}) {
    detail::add_choice(app, "--rules", rules_, rules_by_name(),
                       "Named rules: sizes, volumes, Ls, kernels and the comparison point\n"
                       "`kitt list` describes them.");
  }

  std::vector<std::string> csv_kinds() const override { return {"hopping", "memory", "halo"}; }
  bool wants_quick_ceilings() const override { return options.quick; }
  void check() override {
    follow(rules_);
    HoppingRun::check();
  }
  void describe(perf::Configuration& run) const override {
    HoppingRun::describe(run);
    run.rules = rules_;
  }
  int cells(RunContext const& context) const override {
    return HoppingRun::cells(context) + memory_cells(context, memory()) +
           halo_cells(context, halo());
  }
  int run(Run const& run) override {
    int const hopping_status = HoppingRun::run(run);
    int const memory_status = run_memory(run, memory());
    int const halo_status = run_halo(run, halo());
    run.output.print(score_text(score_of(run.output.record())));
    if (options.quick)
      run.output.print("This quick run does not count by the rules: leave out --quick for a "
                       "comparison point that counts.\n");
    return hopping_status == 0 && memory_status == 0 && halo_status == 0 ? 0 : 1;
  }

private:
  /// Returns the sizes of --L, or otherwise the sizes of the rules. A quick run has its own sizes,
  /// so it gets no sizes here.
  std::vector<int> sizes_or(std::vector<int> const& of_rules) const {
    return options.quick ? hopping().fields.l : hopping().fields.sizes_or(of_rules);
  }
  MemoryOptions memory() const {
    MemoryOptions memory_options{hopping().fields};
    memory_options.fields.l = sizes_or(rules_.memory_l);
    return memory_options;
  }
  HaloOptions halo() const {
    HaloOptions halo_options{.among_others = true};
    halo_options.fields.l = sizes_or(rules_.halo_l);
    halo_options.fields.ls = rules_.halo_ls;
    return halo_options;
  }

  perf::Rules rules_ = perf::default_rules();
};

} // namespace

extern Benchmark const itt_benchmark{
    "itt",
    "Complete ITT benchmark: kernels, memory, halo, summary (default of `kitt`)",
    "kernels, memory, halo, summary, comparison point",
    {},
    add_benchmark<IttRun>,
    [] { return std::vector{rules_names()}; }};

} // namespace kitt::miniapp
