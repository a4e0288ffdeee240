// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "core/base/error.hpp"
#include "perf/sweep/sweep_plan.hpp"

#include <algorithm>
#include <array>
#include <set>

using namespace kitt;
using namespace kitt::perf;
using Catch::Matchers::ContainsSubstring;

namespace {

SweepRequest request(std::vector<int> ranks, std::vector<int> threads, std::vector<int> cores) {
  return {.launch = "run -np {ranks} 'a b'",
          .command = {"dslash", "--L", "{rpn}"},
          .ranks = std::move(ranks),
          .threads = std::move(threads),
          .cores = std::move(cores)};
}

std::vector<std::string> records(Sweep const& sweep) {
  std::vector<std::string> names;
  for (auto const& point : sweep.points)
    names.push_back(point.record + (point.status == PointStatus::left_out ? " left out" : ""));
  return names;
}

std::string refusal(SweepRequest const& asked) {
  try {
    static_cast<void>(plan_sweep(asked));
  } catch (UserError const& error) {
    return error.what();
  }
  return "";
}

/// One of ten runs of IFS in the seed. The runs differ in pages and affinity, and took minutes.
struct IfsRun {
  char const* job;
  char const* machine;
  char const* settings; ///< large pages and memory affinity, N or Y each
  double total, compute, communication;
  double speed_total, speed_compute, speed_communication; ///< printed speed-ups, or 0 for the
                                                          ///< slowest run itself
  double percent;                                         ///< printed share of communication in
                                                          ///< percent
};
constexpr std::array ifs_runs{IfsRun{"min0", "hpca", "NN", 2499, 1408, 1091, 0, 0, 0, 43.6},
                              IfsRun{"min0", "hpcu", "NN", 1502, 1119, 383, 1.66, 1.26, 2.85, 25.5},
                              IfsRun{"min0", "hpcu", "NY", 1321, 951, 370, 1.89, 1.48, 2.95, 28.0},
                              IfsRun{"min0", "hpcu", "YN", 1444, 1165, 279, 1.73, 1.21, 3.91, 19.3},
                              IfsRun{"min0", "hpcu", "YY", 1229, 962, 267, 2.03, 1.46, 4.08, 21.7},
                              IfsRun{"min1", "hpca", "NN", 1649, 1065, 584, 0, 0, 0, 43.6},
                              IfsRun{"min1", "hpcu", "NN", 1033, 825, 208, 1.60, 1.29, 2.81, 20.1},
                              IfsRun{"min1", "hpcu", "NY", 948, 734, 214, 1.74, 1.45, 2.73, 22.5},
                              IfsRun{"min1", "hpcu", "YN", 1019, 856, 163, 1.62, 1.24, 3.58, 16.0},
                              IfsRun{"min1", "hpcu", "YY", 914, 765, 149, 1.80, 1.39, 3.91, 16.3}};

mpi_profile::RunTime time_of(IfsRun const& run) {
  return {run.total, run.communication};
}

/// Returns the runs of one job as a sweep of pages and affinity.
Sweep ifs_sweep(std::string const& job) {
  Sweep sweep;
  sweep.command = {"ifs"};
  sweep.figure = {"seconds", "s of the run", true};
  sweep.axes = {{"ranks", {"8"}}, {"--setting", {}}};
  for (auto const& run : ifs_runs)
    if (run.job == job) {
      SweepPoint point;
      point.ranks_per_node = 8;
      point.values["--setting"] = std::string(run.machine) + '-' + run.settings;
      point.record = point.values["--setting"];
      point.status = PointStatus::measured;
      point.run = time_of(run);
      point.figure = run.total;
      sweep.axes[1].values.push_back(point.record);
      sweep.points.push_back(point);
    }
  judge(sweep);
  return sweep;
}

/// Checks that the document contains the values of the table.
void check_judged(Sweep const& sweep, std::vector<SpeedUps> const& speeds) {
  CHECK(sweep.times_of == TimesOf::run);
  REQUIRE(sweep.points.size() == speeds.size());
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    auto const& point = sweep.points[i];
    REQUIRE(point.speed_ups);
    CHECK(point.speed_ups->total == speeds[i].total);
    CHECK(point.speed_ups->compute == speeds[i].compute);
    CHECK(point.speed_ups->communication == speeds[i].communication);
    auto const best = sweep.points.back().run->total_seconds; // the last run is the best of both
                                                              // jobs
    CHECK(std::abs(point.of_best.value() - best / point.run->total_seconds) < 1e-12);
  }
}

/// Returns the row of the last table that begins with this setting.
std::string time_row(std::string const& text, std::string const& setting) {
  auto const at = text.find(setting, text.find("speed-ups over"));
  REQUIRE(at != std::string::npos);
  return text.substr(at, text.find('\n', at) - at);
}

} // namespace

TEST_CASE("threads fill the cores, and points with more threads than cores are left out unless "
          "requested") {
  CHECK(records(plan_sweep(request({1, 3, 4, 16}, {}, {12}))) ==
        std::vector<std::string>{"ranks-1_threads-12.json", "ranks-3_threads-4.json",
                                 "ranks-4_threads-3.json", "ranks-16_threads-1.json left out"});
  CHECK(records(plan_sweep(request({2, 4}, {2, 4}, {8}))) ==
        std::vector<std::string>{"ranks-2_threads-2.json", "ranks-2_threads-4.json",
                                 "ranks-4_threads-2.json", "ranks-4_threads-4.json left out"});
  auto more = request({4}, {4}, {8});
  more.oversubscribe = true;
  CHECK(records(plan_sweep(more)) == std::vector<std::string>{"ranks-4_threads-4.json"});
  CHECK_THAT(plan_sweep(request({16}, {}, {12})).points[0].reason,
             ContainsSubstring("16 threads on 12 cores"));
}

TEST_CASE("if several numbers of cores are given, nodes are filled in parts") {
  CHECK(records(plan_sweep(request({2}, {}, {12, 16, 24}))) ==
        std::vector<std::string>{"ranks-2_threads-6_cores-12.json",
                                 "ranks-2_threads-8_cores-16.json",
                                 "ranks-2_threads-12_cores-24.json"});
}

TEST_CASE("any option and any variable can be an axis, with any values") {
  auto asked = request({1}, {1}, {1});
  asked.others = {parse_axis("--vary", "--hugepages=none,no such"),
                  parse_axis("--vary", "--dagger"), parse_axis("--env", "A_B=,x/y")};
  auto const sweep = plan_sweep(asked);
  auto const names = records(sweep);
  CHECK(names.size() == 8);
  CHECK(std::set(names.begin(), names.end()).size() == 8);
  CHECK(names[7] == "ranks-1_threads-1_hugepages-no%20such_dagger-yes_A%5FB-x%2Fy.json");
  using Words = std::vector<std::string>;
  CHECK(point_words(sweep, sweep.points[0], "kitt", "r.json", false) ==
        Words{"run", "-np", "1", "a b", "kitt", "dslash", "--L", "1", "--threads=1",
              "--hugepages=none", "--json=r.json"});
  CHECK(point_words(sweep, sweep.points[7], "kitt", "r.json", true) ==
        Words{"run", "-np", "1", "a b", "kitt", "dslash", "--L", "1", "--threads=1",
              "--hugepages=no such", "--dagger", "--resume=r.json"});
  auto const variable = [&](int point) { return point_environment(sweep.points[point]).back(); };
  CHECK(variable(0) == std::pair(std::string("A_B"), std::optional<std::string>()));
  CHECK(variable(7) == std::pair(std::string("A_B"), std::optional<std::string>("x/y")));
  CHECK(point_environment(sweep.points[0])[0].second == "1");
}

TEST_CASE("an option with the values no and yes is not a flag") {
  auto asked = request({1}, {1}, {1});
  asked.others = {parse_axis("--vary", "--barrier=no,yes")};
  auto const sweep = plan_sweep(asked);
  CHECK(point_words(sweep, sweep.points[0], "kitt", "r", false)[9] == "--barrier=no");
  CHECK(point_words(sweep, sweep.points[1], "kitt", "r", false)[9] == "--barrier=yes");
}

TEST_CASE("the ranks of the job are the ranks of all nodes") {
  auto asked = request({4}, {}, {8});
  asked.nodes = 3;
  auto const sweep = plan_sweep(asked);
  auto const words = point_words(sweep, sweep.points[0], "kitt", "r", false);
  CHECK(words[2] == "12");
  CHECK(words[7] == "4");
}

TEST_CASE("a sweep from which no point could be started is refused") {
  auto const good = request({1}, {}, {1});
  CHECK(refusal(good).empty());
  auto bad = good;
  bad.launch = "run -np 2";
  CHECK_THAT(refusal(bad), ContainsSubstring("no {ranks} in --launch"));
  bad.launch = "run -np {ranks} {what}";
  CHECK_THAT(refusal(bad), ContainsSubstring("unknown placeholder {what}"));
  bad.launch = "run {ranks} 'a";
  CHECK_THAT(refusal(bad), ContainsSubstring("add or remove a quote"));
  bad.launch = "";
  bad.ranks = {2};
  CHECK_THAT(refusal(bad), ContainsSubstring("several ranks need --launch"));
  bad = good;
  bad.command = {"dslash", "--json=x"};
  CHECK_THAT(refusal(bad), ContainsSubstring("--json cannot be given after --"));
  bad.command = {};
  CHECK_THAT(refusal(bad), ContainsSubstring("no command"));
  bad = request({1}, {1}, {1, 2});
  CHECK_THAT(refusal(bad), ContainsSubstring("several --cores"));
  bad = good;
  bad.others = {parse_axis("--vary", "--L=1,2"), parse_axis("--vary", "--L=3")};
  CHECK_THAT(refusal(bad), ContainsSubstring("varied twice"));
  bad.others = {parse_axis("--vary", "--Ls=" + std::string(300, 'x'))};
  CHECK_THAT(refusal(bad), ContainsSubstring("letters"));
  bad.others = {parse_axis("--vary", "--L=3")};
  CHECK_THAT(refusal(bad), ContainsSubstring("--L is both varied and in the command"));
  for (std::string const own : {"OMP_NUM_THREADS", "KOKKOS_NUM_THREADS"}) {
    bad.others = {parse_axis("--env", own + "=2,1")};
    CHECK_THAT(refusal(bad),
               ContainsSubstring(own + " cannot be given in --env (the sweep sets it"));
  }
  for (auto const* const text : {"L=1", "--", "", "=1", "--L=", "--L=8,", "--L=,8"})
    CHECK_THROWS_AS(parse_axis("--vary", text), UserError);
  CHECK_THROWS_AS(parse_axis("--env", "--L=1"), UserError);
  CHECK_THROWS_AS(parse_axis("--env", "A"), UserError);
  CHECK_THROWS_AS(parse_axis("--vary", "--L=1,1"), UserError);
}

TEST_CASE("the best point and all points within 3 % of it are found") {
  Sweep sweep;
  sweep.axes = {{"ranks", {"1", "2", "3", "4"}}};
  for (auto const figure : {96.9, 97.1, 100., 0.}) {
    auto& point = sweep.points.emplace_back();
    point.record = std::to_string(sweep.points.size());
    if (figure > 0)
      point.figure = figure;
  }
  judge(sweep);
  CHECK(sweep.points[0].of_best == 96.9 / 100);
  CHECK(sweep.points[2].of_best == 1);
  CHECK_FALSE(sweep.points[3].of_best);
  CHECK(sweep.best == "3");
  CHECK(sweep.flat == std::vector<std::string>{"2"});
  sweep.figure.less_is_better = true;
  judge(sweep);
  CHECK(sweep.best == "1");
  CHECK(sweep.points[2].of_best == 96.9 / 100);
  CHECK(sweep.flat == std::vector<std::string>{"2"}); // 100 is 3.2 % more
  sweep.points = {};
  judge(sweep);
  CHECK(sweep.best.empty());
}

TEST_CASE("a winner is named only if errors distinguish it from the others") {
  Sweep sweep;
  sweep.command = {"dslash"};
  sweep.axes = {{"ranks", {"1", "2"}}};
  sweep.points.resize(2);
  for (int i = 0; i < 2; ++i) {
    auto& point = sweep.points[static_cast<std::size_t>(i)];
    point.ranks_per_node = i + 1;
    point.record = std::to_string(i);
    point.status = PointStatus::measured;
  }
  auto const text_of = [&](double figure, double error, double other, double other_error) {
    sweep.points[0].figure = figure;
    sweep.points[0].error = error;
    sweep.points[1].figure = other;
    sweep.points[1].error = other_error;
    judge(sweep);
    return sweep_text(sweep);
  };
  auto const noisy = text_of(282, 0.26, 158, 0.2);
  CHECK_THAT(noisy, ContainsSubstring("Best: none. The figure of ranks 1, threads 1 (*) differs"));
  CHECK_THAT(noisy, ContainsSubstring("26.0"));
  CHECK(sweep.flat == std::vector<std::string>{"1"});
  CHECK_THAT(text_of(282, 0.02, 158, 0.02), ContainsSubstring("Best (*): ranks 1, threads 1\n"));
  CHECK_THAT(text_of(100, 0.001, 99, 0.001), ContainsSubstring("Best: none"));
}

TEST_CASE("the ten published runs of IFS give the printed ratios") {
  for (std::string const job : {"min0", "min1"}) {
    auto const text = sweep_text(ifs_sweep(job));
    INFO(text);
    std::vector<mpi_profile::RunTime> times;
    std::vector<IfsRun> runs;
    for (auto const& run : ifs_runs)
      if (run.job == job) {
        times.push_back(time_of(run));
        runs.push_back(run);
      }
    auto const speeds = against_slowest(times);
    for (std::size_t i = 0; i < runs.size(); ++i) {
      auto const& run = runs[i];
      INFO(run.machine << run.settings);
      CHECK(times[i].compute_seconds() == run.compute);
      bool const misprinted = job == "min1" && i == 0; // the source prints 43.6, the value of min0
      auto const percent = 100 * times[i].communication_share();
      CHECK(std::abs(percent - (misprinted ? 35.4 : run.percent)) < 0.1);
      CHECK(std::abs(speeds[i].total.value() - (i == 0 ? 1 : run.speed_total)) < 0.006);
      CHECK(std::abs(speeds[i].compute.value() - (i == 0 ? 1 : run.speed_compute)) < 0.006);
      CHECK(std::abs(speeds[i].communication.value() - (i == 0 ? 1 : run.speed_communication)) <
            0.011); // printed values are truncated: 584 / 214 is 2.729, and 1091 / 267 is 4.086
    }
    check_judged(ifs_sweep(job), speeds);
    CHECK_THAT(text, ContainsSubstring("Best (*): ranks 8, threads 1, --setting hpcu-YY"));
    CHECK_THAT(time_row(text, "hpca-NN"), ContainsSubstring(job == "min1" ? "35.4" : "43.7"));
    CHECK_THAT(time_row(text, "hpcu-YY"), ContainsSubstring(job == "min1" ? "1.80" : "2.03"));
  }
}

TEST_CASE(
    "a point is compared with the slowest point of equal ranks and threads, by calls if known") {
  Sweep sweep;
  sweep.axes = {{"ranks", {"1", "2"}}, {"--x", {"a", "b"}}};
  for (int i = 0; i < 4; ++i) {
    auto& point = sweep.points.emplace_back();
    point.ranks_per_node = 1 + i / 2;
    point.run = {10. + i, 0};
  }
  judge(sweep);
  CHECK(sweep.times_of == TimesOf::run);
  CHECK(sweep.points[0].speed_ups->total == 1.1);
  CHECK(sweep.points[1].speed_ups->total == 1);
  CHECK(sweep.points[2].speed_ups->total == 13. / 12);
  CHECK_FALSE(sweep.points[2].speed_ups->communication); // neither point has communication
  sweep.points[0].call = {1, 0.5};
  sweep.points[1].call = {3, 1};
  judge(sweep);
  CHECK(sweep.times_of == TimesOf::call);
  CHECK(sweep.points[0].speed_ups->total == 3);
  CHECK(sweep.points[0].speed_ups->compute == 4);
  CHECK(sweep.points[0].speed_ups->communication == 2);
  CHECK_FALSE(sweep.points[2].speed_ups); // the time of its call is unknown
}

TEST_CASE("a sweep without times or figures still has a table") {
  auto sweep = plan_sweep(request({1, 2}, {}, {1}));
  auto const text = sweep_text(sweep);
  CHECK_THAT(text, ContainsSubstring("Best: none"));
  CHECK_THAT(text, ContainsSubstring("left out: 2 threads on 1 core"));
  CHECK(against_slowest({{1, 0}, {2, 0}})[0].communication == std::nullopt);
}
