// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "miniapp/run/option_rules.hpp"
#include "miniapp/run/option_values.hpp"
#include "miniapp/run/run.hpp"
#include "miniapp/score/score.hpp"
#include "perf/record/csv.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

/// Benchmark in the suite, which runs with its default options.
class Member {
public:
  explicit Member(Benchmark const& benchmark) : benchmark_(benchmark), run_(benchmark.add(app_)) {}

  Benchmark const& benchmark() const { return benchmark_; }
  BenchmarkRun& run() { return *run_; }
  BenchmarkRun const& run() const { return *run_; }

private:
  Benchmark const& benchmark_;
  CLI::App app_; // holds the declarations of the benchmark's options, which keep their defaults
  std::unique_ptr<BenchmarkRun> run_;
};

/// Returns the benchmarks that belong to a part, ordered by part.
std::vector<std::unique_ptr<Member>> all_members() {
  std::vector<std::unique_ptr<Member>> members;
  for (auto const& [name, part] : detail::all_choices<Part>())
    for (auto const* const benchmark : all_benchmarks())
      if (benchmark->part == part)
        members.push_back(std::make_unique<Member>(*benchmark));
  return members;
}

/// Runs `kitt suite`: all benchmarks that belong to a part, one after another, in one record.
class SuiteRun final : public BenchmarkRun {
public:
  explicit SuiteRun(CLI::App& app) : members_(all_members()) {
    add_running(app, options);
    add_measuring(app, options);
    add_grid(app, options);
    detail::add_list(app, "--parts", parts_,
                     "Parts to run [all; on a simulated machine network and applications]");
    add_rules(app, {{.options = {"--mpi", "--comms"},
                     .where = "without the parts kernels, solvers and network",
                     .why = "no other part exchanges faces",
                     .remedy = "add one of them to --parts",
                     .have_effect = [this] {
                       return parts_.empty() || wants(Part::kernels) || wants(Part::solvers) ||
                              wants(Part::network);
                     }}});
  }

  std::vector<std::string> csv_kinds() const override { return perf::csv_kinds(); }
  void check() override {
    // On a simulated machine the other parts would measure this host.
    if (parts_.empty() && comms::is_simulated())
      parts_ = {Part::network, Part::applications};
    std::erase_if(members_, [this](auto const& member) {
      return !parts_.empty() && !wants(*member->benchmark().part);
    });
    for (auto const& member : members_) {
      member->run().options = options;
      member->run().check();
    }
  }

  /// Adds the volumes and the precision to the configuration of the record. The first benchmark
  /// that sets a value decides it.
  void describe(perf::Configuration& run) const override {
    for (auto member = members_.rbegin(); member != members_.rend(); ++member)
      (*member)->run().describe(run);
  }

  /// Returns the lattices of the first benchmark that shares lattices over ranks. The hopping
  /// kernels come before the halo.
  std::optional<SharedLattices> shared_lattices(comms::Communicator const& world) override {
    for (auto const& member : members_)
      if (auto lattices = member->run().shared_lattices(world))
        return lattices;
    return {};
  }

  std::string header_lines(perf::Configuration const& run) const override {
    std::string lines;
    for (auto const& member : members_)
      lines += member->run().header_lines(run);
    return lines;
  }

  bool has_hopping_term() const override {
    return std::any_of(members_.begin(), members_.end(),
                       [](auto const& member) { return member->run().has_hopping_term(); });
  }

  int cells(RunContext const& context) const override {
    int count = 0;
    for (auto const& member : members_)
      count += member->run().cells(context);
    return count;
  }

  int run(Run const& run) override {
    bool good = true;
    std::vector<std::string> left_out;
    for (auto const& member : members_)
      try {
        good = member->run().run(run) == 0 && good;
      } catch (UserError const& error) { // all ranks throw this error together
        left_out.push_back(fmt::format("kitt {}: {}", member->benchmark().name, error.what()));
      }
    KITT_VALIDATE(left_out.size() < members_.size(),
                  fmt::format("nothing could be measured ({}): run one of these benchmarks alone "
                              "and follow its message",
                              fmt::join(left_out, "; ")));
    if (auto const score = score_of(run.output.record()); !score.rows.empty())
      run.output.print(score_text(score));
    for (auto const& reason : left_out)
      run.output.warn("skipped " + reason);
    return good ? 0 : 1;
  }

private:
  bool wants(Part part) const { return std::ranges::find(parts_, part) != parts_.end(); }

  std::vector<Part> parts_;
  std::vector<std::unique_ptr<Member>> members_; ///< benchmarks in the order in which they run
};

std::vector<NameList> suite_names() {
  NameList parts{.heading = "parts of the suite (--parts)"};
  for (auto const& member : all_members()) {
    auto const part = kitt::to_string(*member->benchmark().part);
    if (parts.entries.empty() || parts.entries.back().name != part)
      parts.entries.push_back({part});
    auto& note = parts.entries.back().note;
    note += (note.empty() ? "" : ", ") + std::string(member->benchmark().name);
  }
  return {parts};
}

} // namespace

extern Benchmark const suite_benchmark{
    "suite",
    "All benchmarks with their defaults, in one record; recommended for a new machine",
    "all parts: machine, memory, kernels, solvers, network, applications",
    {},
    add_benchmark<SuiteRun>,
    suite_names};

} // namespace kitt::miniapp
