// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "miniapp/run/option_rules.hpp"
#include "miniapp/run/option_values.hpp"
#include "miniapp/run/session.hpp"
#include "miniapp/score/score_text.hpp"
#include "perf/record/csv.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

/// Another benchmark as its command runs without options of its own.
class Member {
public:
  explicit Member(Benchmark const& benchmark) : benchmark_(benchmark), run_(benchmark.add(app_)) {}

  Benchmark const& benchmark() const { return benchmark_; }
  BenchmarkRun& run() { return *run_; }
  BenchmarkRun const& run() const { return *run_; }

private:
  Benchmark const& benchmark_;
  CLI::App app_; // takes the declarations of options that nobody gives here
  std::unique_ptr<BenchmarkRun> run_;
};

/// The benchmarks that belong to a part, by part.
std::vector<std::unique_ptr<Member>> all_members() {
  std::vector<std::unique_ptr<Member>> members;
  for (auto const& [name, part] : detail::all_choices<Part>())
    for (auto const* const benchmark : all_benchmarks())
      if (benchmark->part == part)
        members.push_back(std::make_unique<Member>(*benchmark));
  return members;
}

/// `kitt suite`: all benchmarks that belong to a part, one after another, in one record.
class SuiteRun final : public BenchmarkRun {
public:
  explicit SuiteRun(CLI::App& app) : members_(all_members()) {
    add_running(app, options);
    add_measuring(app, options);
    add_grid(app, options);
    detail::add_list(app, "--parts", parts_,
                     "Parts to run [all; of a simulated machine network and applications]");
    add_rules(app, {{.options = {"--mpi", "--comms"},
                     .where = "without the parts kernels, solvers and network",
                     .why = "no other part exchanges faces",
                     .remedy = "add one to --parts",
                     .have_effect = [this] {
                       return parts_.empty() || wants(Part::kernels) || wants(Part::solvers) ||
                              wants(Part::network);
                     }}});
  }

  std::vector<std::string> csv_kinds() const override { return perf::csv_kinds(); }
  void check() override {
    if (parts_.empty() && comms::is_simulated()) // the rest would be measured on this host
      parts_ = {Part::network, Part::applications};
    std::erase_if(members_, [this](auto const& member) {
      return !parts_.empty() && !wants(*member->benchmark().part);
    });
    for (auto const& member : members_) {
      member->run().options = options;
      member->run().check();
    }
  }

  /// What the first says of volumes and precision holds for the record.
  void describe(perf::Configuration& run) const override {
    for (auto member = members_.rbegin(); member != members_.rend(); ++member)
      (*member)->run().describe(run);
  }

  /// Those of the first that shares out any: the hopping kernels, before the halo.
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

  int cells(Session const& session) const override {
    int count = 0;
    for (auto const& member : members_)
      count += member->run().cells(session);
    return count;
  }

  int run(Session& session) override {
    bool good = true;
    std::vector<std::string> left_out;
    for (auto const& member : members_)
      try {
        good = member->run().run(session) == 0 && good;
      } catch (UserError const& error) { // the same on all ranks
        left_out.push_back(fmt::format("kitt {}: {}", member->benchmark().name, error.what()));
      }
    KITT_VALIDATE(left_out.size() < members_.size(),
                  fmt::format("nothing could be measured ({})", fmt::join(left_out, "; ")));
    if (auto const score = score_of(session.record()); !score.rows.empty())
      session.print(score_text(score));
    for (auto const& reason : left_out)
      session.warn("left out: " + reason);
    return good ? 0 : 1;
  }

private:
  bool wants(Part part) const { return std::ranges::find(parts_, part) != parts_.end(); }

  std::vector<Part> parts_;
  std::vector<std::unique_ptr<Member>> members_; ///< in the order in which they run
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
    "All benchmarks with what they measure by default, in one record: what to run on a new machine",
    "all parts: machine, memory, kernels, solvers, network, applications",
    {},
    add_benchmark<SuiteRun>,
    suite_names};

} // namespace kitt::miniapp
