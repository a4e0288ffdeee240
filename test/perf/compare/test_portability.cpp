// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "core/base/error.hpp"
#include "perf/compare/portability.hpp"
#include "perf/json/fields_json.hpp"
#include "test/perf/compare/comparison_records.hpp"

using namespace kitt::miniapp;
using namespace kitt::perf;
using namespace kitt::perf::test;
using Catch::Matchers::ContainsSubstring;
using Status = PlatformEfficiency::Status;

namespace {

/// Returns a cell of a variant that reaches the given fraction of its ceiling.
json cell(std::string const& kernel, double mflops, double roofline, std::string const& variant) {
  auto result = hopping(kernel, 16, mflops, mflops, variant);
  result["roofline_fraction"] = roofline;
  return result;
}

Results platform(Cells const& cells, std::string const& name) {
  return results(cells, name);
}

PortableApplication const& find(PortabilityProblem const& problem, std::string const& name) {
  for (auto const& application : problem.applications)
    if (application.name == name)
      return application;
  throw std::runtime_error("no application " + name);
}

std::string refusal(std::vector<Results> const& operands) {
  try {
    portability(operands, {});
  } catch (kitt::UserError const& error) {
    return error.what();
  }
  return "accepted";
}

} // namespace

TEST_CASE("the portability metric is the harmonic mean, and 0 if one efficiency is 0") {
  CHECK(performance_portability({1, 1, 1}) == 1);
  CHECK(performance_portability({0.5}) == 0.5);
  CHECK(performance_portability({1, 0.5}) == Approx(2.0 / 3));
  CHECK(performance_portability({0.5, 0.25}) == Approx(1.0 / 3));
  CHECK(performance_portability({0.2, 0.4, 0.8}) == Approx(3 / (5 + 2.5 + 1.25)));
  CHECK(performance_portability({1, 1, 0}) == 0);
  CHECK(performance_portability({}) == 0);
}

TEST_CASE(
    "the metric is at most the arithmetic mean, and no platform counts more than its full share") {
  std::vector<double> const efficiencies{0.9, 0.3, 0.6, 0.75};
  auto const metric = performance_portability(efficiencies);
  CHECK(metric < (0.9 + 0.3 + 0.6 + 0.75) / 4);
  CHECK(metric > 0.3);
  CHECK(metric ==
        Approx(performance_portability({0.3, 0.6, 0.75, 0.9}))); // the order does not matter
}

TEST_CASE("a cascade sorts platforms by efficiency and shows the metric over those so far") {
  auto const steps = cascade({0.5, 1, 0, 0.25});
  REQUIRE(steps.size() == 4);
  CHECK(steps[0].platform == 1);
  CHECK(steps[0].portability == 1);
  CHECK(steps[1].platform == 0);
  CHECK(steps[1].portability == Approx(2.0 / 3));
  CHECK(steps[2].efficiency == 0.25);
  CHECK(steps[2].portability == Approx(3.0 / 7));
  CHECK(steps[3].platform == 2);
  CHECK(steps[3].portability == 0);
  CHECK(cascade({}).empty());
}

TEST_CASE("the metrics of two platforms equal those computed by hand") {
  // plain reaches 80 of 100 and 50 of 50; stream reaches 100 of 100 and 25 of 50
  auto const p = portability(
      {platform({cell("DWF4", 80, 0.4, "plain"), cell("DWF4", 100, 0.5, "stream")}, "one"),
       platform({cell("DWF4", 50, 0.25, "plain"), cell("DWF4", 25, 0.125, "stream")}, "two")},
      {});
  REQUIRE(p.problems.size() == 1);
  auto const& problem = p.problems[0];
  CHECK(problem.best_known[0].value == 100);
  CHECK(problem.best_known[0].from == "one");
  auto const& best = problem.applications.front();
  CHECK(best.application() == 1.0);
  CHECK(best.architectural() == Approx(2 / (1 / 0.5 + 1 / 0.25)));
  CHECK(best.platforms[0].variant == "stream");
  auto const& plain = find(problem, "plain");
  CHECK(plain.application() == Approx(2 / (1 / 0.8 + 1)));
  CHECK(plain.architectural() == Approx(2 / (1 / 0.4 + 1 / 0.25)));
  CHECK(find(problem, "stream").application() == Approx(2 / (1 + 1 / 0.5)));
  auto const text = portability_text(p);
  CHECK_THAT(text,
             ContainsSubstring("DWF4        1     33.3 to 33.3   100.0 to 100.0     88.9 to 88.9"));
  CHECK_THAT(text, !ContainsSubstring("warning"));
  CHECK_THAT(text, ContainsSubstring("Performance portability over 2 platforms"));
  CHECK_THAT(text,
             ContainsSubstring("DWF4     16   16  single    33.3   50.0   25.0   100.0  100.0  "
                               "100.0  A its own (stream), B its own (plain)\n"));
  CHECK_THAT(text, ContainsSubstring("88.9   80.0  100.0  plain\n"));
}

TEST_CASE("each size in bytes of a memory kernel is a separate problem") {
  constexpr std::int64_t small = 4096;
  constexpr std::int64_t large = 1 << 20;
  auto const p =
      portability({platform({axpy_of_bytes(small, 400), axpy_of_bytes(large, 100)}, "one"),
                   platform({axpy_of_bytes(small, 200), axpy_of_bytes(large, 50)}, "two")},
                  {});
  REQUIRE(p.problems.size() == 2);
  CHECK(p.problems[0].best_known[0].value == 400);
  CHECK(p.problems[0].best_known[1].value == 200);
  CHECK(p.problems[1].best_known[0].value == 100);
  CHECK(p.problems[1].best_known[1].value == 50);
}

TEST_CASE("the metric is 0 if a platform fails, and unknown if a platform did not try") {
  auto const good =
      platform({cell("DWF4", 80, 0.4, "plain"), cell("DWF4", 90, 0.45, "stream")}, "one");
  auto const wrong = portability({good, platform({failed("DWF4", 16)}, "two")}, {});
  CHECK(wrong.problems[0].applications.front().application() == 0.0);
  CHECK(wrong.problems[0].applications.front().architectural() == 0.0);
  CHECK(find(wrong.problems[0], "plain").application() == 0.0); // the whole kernel failed, and so
                                                                // all its variants
  CHECK_THAT(portability_text(wrong), ContainsSubstring("0: DWF4 L = 16 on B (failed: because)"));
  auto const skipped = portability({good, platform({failed("DWF4", 16, "skipped")}, "two")}, {});
  CHECK(skipped.problems[0].applications.front().application() == 0.0);

  auto const open = portability({good, platform({cell("DWF4", 70, 0.3, "plain")}, "two")}, {});
  CHECK(open.problems[0].applications.front().application() == 1.0);
  CHECK(find(open.problems[0], "plain").application());
  CHECK(!find(open.problems[0], "stream").application());
  CHECK(!find(open.problems[0], "stream").architectural());
  auto one_variant_fails = platform({cell("DWF4", 70, 0.3, "plain"), failed("DWF4", 16)}, "two");
  one_variant_fails.figures[1].variant = "stream";
  auto const p = portability({good, one_variant_fails}, {});
  CHECK(find(p.problems[0], "stream").application() == 0.0);
  CHECK(p.problems[0].applications.front().application() == 1.0);
}

TEST_CASE("sizes that not all platforms tried are left out and named") {
  auto const p = portability(
      {platform({hopping("DWF4", 8, 1), hopping("DWF4", 16, 1), axpy(8, 3), halo(4, 5)}, "one"),
       platform({hopping("DWF4", 8, 1), axpy(8, 2)}, "two")},
      {});
  CHECK(p.problems.size() == 2);
  REQUIRE(p.left_out.size() == 1); // a halo has no ceiling and is not a kernel here
  CHECK(p.left_out[0] == "DWF4 L = 16 (not tried on B)");
}

TEST_CASE("a variant is the same with either communication strategy") {
  auto const p = portability(
      {platform({cell("DWF4", 80, 0.4, "plain/overlap"), cell("DWF4", 60, 0.3, "plain/sequential")},
                "one"),
       platform({cell("DWF4", 50, 0.25, "plain")}, "two")},
      {});
  CHECK(find(p.problems[0], "plain").platforms[0].value == 80);
  CHECK(p.problems[0].applications.size() == 2);
}

TEST_CASE("less exact links are never the best known figure and have no row") {
  auto narrow = cell("DWF4", 1000, 0.9, "narrow");
  narrow["links"] = "narrow";
  auto const p = portability({platform({cell("DWF4", 100, 0.5, "plain"), narrow}, "one"),
                              platform({cell("DWF4", 50, 0.25, "plain")}, "two")},
                             {});
  CHECK(p.problems[0].best_known[0].value == 100);
  CHECK(p.problems[0].applications.size() == 2);
}

TEST_CASE("a published figure of an equal CPU may be the best known figure") {
  auto knl = platform({cell("DWF4", 100000, 0.3, "plain")}, "knl.json");
  knl.cpu_model = "Intel(R) Xeon Phi(TM) CPU 7230 @ 1.30GHz";
  auto const other = platform({cell("DWF4", 50, 0.25, "plain")}, "other");
  auto const p = portability({knl, other}, {});
  CHECK(p.problems[0].best_known[0].statistic == Statistic::mean);
  CHECK(p.problems[0].best_known[1].statistic == Statistic::median); // no table has this CPU
  CHECK(p.problems[0].best_known[0].from == "published:knl-7230");
  CHECK(p.problems[0].best_known[1].from == "other");
  auto const& best = p.problems[0].applications.front();
  CHECK(best.platforms[0].application == Approx(100000 / 368178.044));
  CHECK(best.application() == Approx(2 / (368178.044 / 100000 + 1)));
  knl.nodes = 16; // then the table of 16 nodes counts
  CHECK(portability({knl, other}, {}).problems[0].best_known[0].from ==
        "published:knl-7230-16-nodes");
  CHECK_THAT(
      refusal({other, other, read_results("published:epyc-7601")}),
      ContainsSubstring("published:epyc-7601 belongs to no platform (its CPU is AMD EPYC 7601"));
}

TEST_CASE("another program is an application, and a table of KITT is a platform") {
  auto const table = [](std::string const& program, double mflops) {
    auto found = platform({cell("DWF4", mflops, 0.3, "")}, program);
    found.program = program;
    found.published = true;
    found.cpu_number = "1908";
    return found;
  };
  auto const other = [&] {
    auto found = platform({cell("DWF4", 80, 0.4, "plain")}, "other");
    found.cpu_model = found.title = "Other";
    return found;
  }();
  auto const p = portability({table("KITT", 50), other, table("Grid", 100)}, {});
  REQUIRE(p.platforms.size() == 2);
  auto const& grid = find(p.problems[0], "Grid");
  CHECK(grid.program == "Grid");
  CHECK(grid.platforms[0].application == 1.0);
  CHECK(grid.platforms[1].status == Status::unknown);
  CHECK(!grid.application());
  CHECK(p.problems[0].applications.front().program == "KITT");
  CHECK(p.problems[0].applications.front().platforms[0].application == 0.5);
  CHECK_THAT(portability_text(p), ContainsSubstring("Other programs with known figures"));
}

TEST_CASE("the CSV has a row for each application on each platform") {
  auto one = platform({cell("DWF4", 80, 0.4, "plain"), cell("DWF4", 100, 1.2, "stream"),
                       cell("DWF5", 10, 0.5, "plain")},
                      "one");
  one.title = "CPU, \"one\"";
  auto two = platform({cell("DWF4", 50, 0.25, "plain"), failed("DWF5", 16)}, "two");
  two.title = "two";
  CHECK(
      portability_csv(portability({one, two}, {}, CodeDivergence{{"avx2", "knl"}, 0.25})) ==
      "problem,application,platform,fom,unit,app eff,arch eff,coverage_key,divergence\n"
      "\"DWF4 L = 16, Ls = 16, single\",KITT,\"CPU, \"\"one\"\"\",100,Mflop/s/node,1,1,avx2,0.25\n"
      "\"DWF4 L = 16, Ls = 16, single\",KITT,two,50,Mflop/s/node,1,0.25,knl,0.25\n"
      "\"DWF4 L = 16, Ls = 16, single\",KITT plain,\"CPU, "
      "\"\"one\"\"\",80,Mflop/s/node,0.8,0.4,avx2,"
      "0.25\n"
      "\"DWF4 L = 16, Ls = 16, single\",KITT plain,two,50,Mflop/s/node,1,0.25,knl,0.25\n"
      "\"DWF5 L = 16, Ls = 16, single\",KITT,\"CPU, \"\"one\"\"\",10,Mflop/s/node,1,0.5,avx2,0.25\n"
      "\"DWF5 L = 16, Ls = 16, single\",KITT,two,,Mflop/s/node,0,0,knl,0.25\n"
      "\"DWF5 L = 16, Ls = 16, single\",KITT plain,\"CPU, \"\"one\"\"\",10,Mflop/s/node,1,0.5,avx2,"
      "0.25\n"
      "\"DWF5 L = 16, Ls = 16, single\",KITT plain,two,,Mflop/s/node,0,0,knl,0.25\n");
}

TEST_CASE("code divergence needs one build for each platform") {
  auto const one = platform({cell("DWF4", 80, 0.4, "plain")}, "one");
  auto const with = [&](std::vector<std::string> const& builds) {
    return portability({one, platform({cell("DWF4", 50, 0.25, "plain")}, "two")}, {},
                       CodeDivergence{builds, 0.125});
  };
  CHECK(to_data(with({"avx2", "knl"})).at("code_divergence").at("divergence") == 0.125);
  CHECK_THAT(portability_text(with({"avx2", "knl"})),
             ContainsSubstring("Code divergence of the builds avx2, knl: 0.1250"));
  CHECK_THROWS_WITH(with({"avx2"}), ContainsSubstring("is of 1 build, but there are 2 platforms"));
}

TEST_CASE("efficiencies relative to the run's own best figure are marked") {
  auto knl = platform({cell("DWF4", 100000, 0.3, "plain")}, "knl.json");
  knl.cpu_model = "Intel(R) Xeon Phi(TM) CPU 7230 @ 1.30GHz";
  auto const p = portability({knl, platform({cell("DWF4", 50, 0.25, "plain")}, "other")}, {});
  auto const text = portability_text(p);
  CHECK_THAT(text, ContainsSubstring("A published:knl-7230 m, B its own (plain)"));
  CHECK_THAT(text,
             ContainsSubstring(
                 "No better figure of B is known from a published table or another program. So"));
  auto const document = to_data(p);
  CHECK(document.at("problems").at(0).at("best_known").at(0).at("own") == false);
  CHECK(document.at("problems").at(0).at("best_known").at(1).at("own") == true);
  CHECK(document.at("statistic") == "mean");
}

TEST_CASE("platforms with equal CPUs are named by label, host or record") {
  auto const titles = [](std::vector<Results> const& platforms) {
    std::vector<std::string> found;
    for (auto const& one : portability(platforms, {}).platforms)
      found.push_back(one.title);
    return found;
  };
  auto a = platform({cell("DWF4", 100, 0.3, "plain")}, "a.json");
  auto b = platform({cell("DWF4", 50, 0.25, "plain")}, "b.json");
  using Titles = std::vector<std::string>;
  CHECK(titles({a, b}) == Titles{"Model T 1908, a.json", "Model T 1908, b.json"});
  a.hostnames = {"node1"};
  b.hostnames = {"node2", "node3"};
  CHECK(titles({a, b}) == Titles{"Model T 1908, node1", "Model T 1908, node2 node3"});
  a.label = "before";
  CHECK(titles({a, b}) == Titles{"Model T 1908, node1", "Model T 1908, node2 node3"});
  b.label = "after";
  CHECK(titles({a, b}) == Titles{"Model T 1908, before", "Model T 1908, after"});
  b.title = "Another";
  CHECK(titles({a, b}) == Titles{"Model T 1908", "Another"});
}

TEST_CASE("messages without a lattice and times, for which less is better, are compared") {
  auto fast = platform({}, "fast");
  Figure latency{.benchmark = "latency",
                 .kernel = "latency",
                 .ls = {},
                 .variant = "x",
                 .mean = 2,
                 .median = 1};
  fast.figures = {latency, latency};
  fast.figures[1].variant = "y";
  fast.figures[1].median = 4;
  auto const p = portability({fast, fast}, {});
  REQUIRE(p.problems.size() == 1);
  CHECK(p.problems[0].best_known[0].value == 1);
  CHECK(find(p.problems[0], "y").platforms[0].application == 0.25);
  CHECK(p.problems[0].applications.front().platforms[0].variant == "x");
  CHECK_THAT(portability_text(p), ContainsSubstring("latency    -    -"));
  for (auto& figure : fast.figures) // a long name does not shift the columns
    figure.kernel = "one-way 2097152 B x 64, 1 pair";
  auto const text = portability_text(portability({fast, fast}, {}));
  CHECK_THAT(text, ContainsSubstring("Kernel                            L   Ls  Prec."));
  CHECK_THAT(text, ContainsSubstring("one-way 2097152 B x 64, 1 pair    -    -  -"));
}

TEST_CASE("a figure above its ceiling gives no efficiency") {
  auto const p = portability({platform({cell("DWF4", 80, 1.5, "plain")}, "one"),
                              platform({cell("DWF4", 50, 0.9, "plain")}, "two")},
                             {});
  CHECK_THAT(portability_text(p), ContainsSubstring("warning: 1 of 1 cells of A are above"));
}

TEST_CASE("impossible requests are refused in one line") {
  auto const one = platform({cell("DWF4", 80, 0.4, "plain")}, "one");
  CHECK_THAT(refusal({one}), ContainsSubstring("--portability needs two platforms, but was given 1 "
                                               "record and 0 published tables (a platform"));
  CHECK_THAT(refusal({one, read_results("published:knl-7230"), read_results("published:epyc-7601"),
                      read_results("published:skylake-8170")}),
             ContainsSubstring("was given 1 record and 3 published tables (a platform is a record "
                               "of KITT; a published table only adds"));
  CHECK_THAT(refusal({one, platform({cell("DWF5", 80, 0.4, "plain")}, "two")}),
             ContainsSubstring("no kernel was tried at the same size"));
}

TEST_CASE("the JSON document has the values of the table and the series of a cascade plot") {
  auto const document = to_data(portability(
      {platform({cell("DWF4", 80, 0.4, "plain"), cell("DWF4", 100, 0.5, "stream")}, "one"),
       platform({cell("DWF4", 50, 0.25, "plain")}, "two")},
      {}));
  auto const& problem = document.at("problems").at(0);
  auto const& best = problem.at("applications").at(0);
  CHECK(best.at("name") == "best variant");
  CHECK(best.at("cascade").at("architectural").at(0).at("platform") == "A");
  CHECK(best.at("cascade").at("architectural").at(0).at("efficiency") == 0.5);
  CHECK(best.at("cascade").at("architectural").at(1).at("portability").get<double>() ==
        Approx(1.0 / 3));
  auto const& stream = problem.at("applications").at(2);
  CHECK(stream.at("name") == "stream");
  CHECK(stream.at("application").is_null());
  CHECK(stream.at("cascade").at("application").is_null());
  CHECK(stream.at("platforms").at(1).at("status") == "not tried");
}
