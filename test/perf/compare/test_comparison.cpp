// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "miniapp/benchmarks/transpose/transpose_cell.hpp"
#include "perf/compare/comparison.hpp"
#include "perf/json/fields_json.hpp"
#include "test/catch.hpp"
#include "test/perf/compare/comparison_records.hpp"

#include <cmath>
#include <map>

using namespace kitt::miniapp;
using namespace kitt::perf;
using namespace kitt::perf::test;
using Catch::Matchers::ContainsSubstring;
using Status = ComparedFigure::Status;

namespace {

Cells const reference_cells{hopping("Wilson", 8, 100), hopping("DWF4", 12, 1000),
                            hopping("DWF4", 16, 3000), axpy(8, 50), halo(4, 400)};

ComparedFigure const& second(Comparison const& comparison, std::size_t cell = 0) {
  return comparison.cells.at(cell).figures.at(1);
}

Comparison both(Cells const& a, Cells const& b, ComparisonOptions const& options = {}) {
  return compare({results(a, "a"), results(b, "b")}, options);
}

std::string refusal(std::vector<Results> const& operands, ComparisonOptions const& options = {}) {
  try {
    compare(operands, options);
  } catch (kitt::UserError const& error) {
    return error.what();
  }
  return "compared";
}

} // namespace

TEST_CASE("known differences appear as ratios to the first operand") {
  auto const c =
      both(reference_cells, {hopping("Wilson", 8, 50), hopping("DWF4", 12, 2000),
                             hopping("DWF4", 16, 4500), axpy(8, 55), halo(4, 100), axpy(12, 7)});
  REQUIRE(c.cells.size() == 5); // cells that only the second operand has are left out
  std::vector<double> const expected{0.5, 2, 1.5, 1.1, 0.25};
  for (std::size_t i = 0; i < expected.size(); ++i)
    CHECK(second(c, i).ratio == Approx(expected[i]));
  auto const& head = c.headlines[1];
  CHECK(head.compared == 5);
  CHECK(c.geometric_mean(1, "hopping", Measure::node) == Approx(std::cbrt(0.5 * 2 * 1.5)));
  CHECK(c.geometric_mean(1, "memory", Measure::node) == Approx(1.1));
  CHECK(head.lowest == Approx(0.25));
  CHECK(head.lowest_cell == "halo xyzt L = 4");
  CHECK(head.highest_cell == "DWF4 L = 12");
  CHECK(c.headlines[0].comparison_point == Approx(2000));
  CHECK(head.comparison_point == Approx(3250));
  CHECK(c.status() == 0);
  CHECK_THAT(comparison_text(c),
             ContainsSubstring("B  per node     1.625       1.145       1.100"));
}

TEST_CASE("the error of a ratio contains the errors of both sides") {
  auto const c = both({axpy(8, 50)}, {axpy(8, 50)});
  CHECK(c.cells[0].figures[0].error == Approx(0.1));
  CHECK(second(c).error == Approx(std::sqrt(2) * 0.1));
  CHECK_THAT(comparison_text(c), ContainsSubstring("10.0!") && ContainsSubstring("14.1!"));
  CHECK_THAT(comparison_text(both({hopping("DWF4", 8, 1)}, {hopping("DWF4", 8, 1)})),
             !ContainsSubstring("1.0!"));
  auto const published =
      compare({read_results("published:knl-7230"), read_results("published:skylake-8170")},
              {.filter = {.kernels = {"DWF4"}}});
  CHECK(!second(published).error); // the table states no error
  auto const one_side = compare({read_results("published:knl-7230"), results({axpy(8, 50)})}, {});
  CHECK(one_side.headlines[1].compared == 1);
  CHECK(second(one_side).error == Approx(0.1));
}

TEST_CASE("a transposition is compared with every published transposition of equal size") {
  auto const exchange = [](std::string const& phase, std::int64_t bytes, std::size_t between,
                           double time) {
    TransposeCell cell;
    cell.phase = phase;
    cell.method = "sendrecv";
    cell.task_grid = "2.2";
    cell.fresh_buffers = "no";
    cell.bytes = bytes;
    cell.ranks = 4;
    cell.nodes = 2;
    (between > 0 ? cell.bytes_between_nodes : cell.bytes_inside_node) =
        4 * static_cast<std::size_t>(bytes);
    cell.seconds = seconds(time, time, 0);
    return measured(cell);
  };
  auto const table = read_results("published:ifs-transpositions");
  auto const run =
      results({exchange("columns", 1'840'000, 1, 0.004), exchange("rows", 4'000'000, 0, 0.001),
               exchange("rows", 373'000, 1, 0.001)});
  auto const comparison = compare({table, run}, {});
  std::map<std::string, ComparedFigure> found;
  for (auto const& compared : comparison.cells)
    found[compared.reference.kernel] = compared.figures.at(1);
  CHECK(found.at("IFS T799 trltom on hpca").ratio == Approx(460. / 35));
  CHECK(found.at("IFS T799 trltom on hpcu").ratio == Approx(460. / 224));
  CHECK(found.at("IFS T799 trltog on hpca").ratio == Approx(4000. / 116));
  CHECK(found.at("IFS T799 trltog on hpcu").ratio == Approx(4000. / 890));
  CHECK(found.at("IFS T799 slcomm2 on hpcu").status == Status::missing);
  CHECK(found.at("IFS 4D-Var min0 trltom on hpcu").status == Status::missing);
  CHECK(found.at("IFS 4D-Var min0 trltog on hpcu").status ==
        Status::refused); // the run sends between nodes
  CHECK(comparison.headlines[1].compared == 4);
  CHECK_THAT(comparison_text(comparison),
             ContainsSubstring("A: 1.84 MB, inter node, B: columns of 2.2, sendrecv"));
  CHECK(second(compare({run, table}, {})).status ==
        Status::missing); // the table gives MB/s of a node
  CHECK(compare({run, table}, {}).headlines[1].compared == 2);
}

TEST_CASE("best variants are compared, and on request each variant with its equal") {
  Cells const a{hopping("DWF4", 8, 10, 10, "x"), hopping("DWF4", 8, 20, 20, "y")};
  Cells const b{hopping("DWF4", 8, 30, 30, "x"), hopping("DWF4", 8, 10, 10, "y")};
  auto const best = both(a, b);
  REQUIRE(best.cells.size() == 1);
  CHECK(second(best).ratio == Approx(1.5));
  CHECK(second(best).variant == "x");
  auto const each = both(a, b, {.filter = {.all_variants = true}});
  REQUIRE(each.cells.size() == 2);
  CHECK(second(each, 0).ratio == Approx(3));
  CHECK(second(each, 1).ratio == Approx(0.5));
  auto narrow = hopping("DWF4", 8, 1000, 1000, "narrow-stream");
  narrow["links"] = "narrow"; // less exact variants are never the best
  CHECK(second(both({narrow, hopping("DWF4", 8, 20)}, a)).ratio == Approx(1));
}

TEST_CASE("figures per core and per watt are compared if cores and watts are known") {
  auto more = hopping("DWF4", 8, 300);
  more["energy"] = {
      {"joules_per_call", 1.0}, {"watts_per_node", 200.0}, {"mflops_per_watt", nullptr}};
  auto fewer = hopping("DWF4", 8, 100);
  fewer["energy"] = {
      {"joules_per_call", 1.0}, {"watts_per_node", 100.0}, {"mflops_per_watt", nullptr}};
  auto a = results_of("a", record({fewer})); // the run has 4 threads on 8 cores
  auto b = results_of("b", record({more}, 1, 2));
  auto const c = compare({a, b}, {});
  CHECK(second(c).ratio == Approx(3));
  CHECK(second(c).ratio_per_core == Approx(1.5));
  CHECK(second(c).ratio_per_watt == Approx(1.5));
  CHECK_THAT(comparison_text(c), ContainsSubstring("per watt"));
  b.cores_per_node = {};
  b.figures[0].watts_per_node = {};
  auto const unknown = compare({a, b}, {});
  CHECK(!second(unknown).ratio_per_core);
  CHECK(!second(unknown).ratio_per_watt);
  CHECK_THAT(comparison_text(unknown), !ContainsSubstring("per watt"));
}

TEST_CASE("memory kernels with sizes in bytes are separate cells") {
  Cells const small{axpy_of_bytes(4096, 400)};
  Cells const large{axpy_of_bytes(1 << 20, 100)};
  CHECK_THAT(refusal({results(small, "a"), results(large, "b")}),
             ContainsSubstring("no cell in common"));
  auto const c = both({small[0], large[0]}, {axpy_of_bytes(1 << 20, 50), axpy_of_bytes(4096, 800)});
  REQUIRE(c.cells.size() == 2);
  CHECK(c.cells[0].reference.kernel == "axpy 4096 B");
  CHECK(c.cells[1].reference.kernel == "axpy 1048576 B");
  CHECK(second(c, 0).ratio == Approx(2));
  CHECK(second(c, 1).ratio == Approx(0.5));
  CHECK(both({small[0], large[0]}, small, {.filter = {.kernels = {"axpy"}}}).cells.size() == 2);
  auto precise = axpy_of_bytes(4096, 400);
  precise["precision"] = "double";
  CHECK_THAT(refusal({results(small, "a"), results({precise}, "b")}),
             ContainsSubstring("double precision, single in the reference"));
}

TEST_CASE("a size per rank differs from a size per node, and a failed cell keeps its size") {
  auto const of_node = record({axpy_of_bytes(4096, 400)}, 1, 2);
  auto of_rank = of_node;
  of_rank["configuration"]["conventions"]["volume"] = "per rank";
  CHECK_THAT(refusal({results_of("a", of_node), results_of("b", of_rank)}),
             ContainsSubstring("no cell in common"));
  json const wrong{{"benchmark", "memory"},
                   {"status", "failed"},
                   {"kernel", "axpy (KITT)"},
                   {"precision", "single"},
                   {"variant", ""},
                   {"parameters", {{"bytes", 4096}}},
                   {"reason", "differs"},
                   {"verification_error", 1.0},
                   {"verification_tolerance", 0.5}};
  CHECK(second(both({axpy_of_bytes(4096, 400)}, {wrong})).status == Status::failed);
  CHECK_THAT(refusal({results({axpy_of_bytes(8192, 400)}, "a"), results({wrong}, "b")}),
             ContainsSubstring("no cell in common"));
}

TEST_CASE("means are compared if a table has no medians") {
  auto const c = compare(
      {read_results("published:knl-7230"), results({hopping("DWF4", 16, 1, 368178.044 / 2)})}, {});
  CHECK(c.headlines[1].compared == 1);
  auto const cell = std::find_if(c.cells.begin(), c.cells.end(), [](auto const& x) {
    return x.figures[1].status == Status::compared;
  });
  CHECK(cell->figures[1].ratio == Approx(0.5));
  CHECK(cell->figures[1].ratio_statistic == Statistic::mean);
  CHECK(cell->figures[1].statistic == Statistic::median); // the cell's figure is the statistic that
                                                          // was printed
  CHECK(cell->figures[1].value == 1);
  auto const text = comparison_text(c);
  CHECK_THAT(text, ContainsSubstring("368178m"));
  CHECK_THAT(text, ContainsSubstring("0.500m"));
  CHECK(to_data(c).at("statistic") == "mean");
}

TEST_CASE("a row with only means leaves the medians of other rows in use") {
  // The ratio of the medians is 0.5. The means contain one outlier each and give a ratio above 1.
  Cells const fast{hopping("DWF4", 12, 1000, 300), hopping("DWF4", 16, 3000, 900)};
  Cells const slow{hopping("DWF4", 12, 500, 480), hopping("DWF4", 16, 1500, 1440)};
  auto a = results(fast, "a");
  auto b = results(slow, "b");
  Figure product{
      .benchmark = "numa", .kernel = "matmul 600: local", .ls = {}, .variant = {}, .mean = 0.5};
  a.figures.push_back(product);
  b.figures.push_back(product);
  auto const c = compare({a, b}, {});
  CHECK(c.headlines[0].comparison_point == Approx(2000));
  CHECK(c.headlines[1].comparison_point == Approx(1000));
  CHECK(c.comparison_ratio(1, Measure::node) == Approx(0.5));
  CHECK(c.geometric_mean(1, "hopping", Measure::node) == Approx(0.5));
  CHECK(second(c, 0).ratio_statistic == Statistic::median);
  CHECK(second(c, 2).ratio_statistic == Statistic::mean);
  auto const text = comparison_text(c);
  CHECK_THAT(text, ContainsSubstring("B  per node     0.500       0.500      1.000m"));
  CHECK_THAT(text, ContainsSubstring("0.5m"));
  auto const cells = to_data(c).at("cells");
  CHECK(cells.at(0).at("figures").at(1).at("ratio_statistic") == "median");
  CHECK(cells.at(2).at("figures").at(1).at("ratio_statistic") == "mean");
  // A third operand that has only means changes no ratio of the others.
  auto means = a;
  for (auto& figure : means.figures)
    figure.median.reset();
  auto const three = compare({a, b, means}, {});
  CHECK(three.comparison_ratio(1, Measure::node) == Approx(0.5));
  CHECK(three.comparison_ratio(2, Measure::node) == Approx(1));
  CHECK(three.headlines[2].comparison_statistic == Statistic::mean);
  CHECK(three.headlines[2].comparison_point == Approx(600));
}

TEST_CASE("the comparison point is in the precision of the run's own summary") {
  auto cells = Cells{hopping("DWF4", 12, 10), hopping("DWF4", 16, 30)};
  for (auto& cell : cells)
    cell["precision"] = "double";
  cells.push_back(hopping("DWF4", 12, 1000));
  cells.push_back(hopping("DWF4", 16, 3000));
  CHECK(both(cells, cells).headlines[1].comparison_point == Approx(2000));
}

TEST_CASE("every kernel of the rules has a point in each precision") {
  Cells cells{hopping("Wilson", 12, 10), hopping("Wilson", 16, 30), hopping("DWF4", 12, 1000),
              hopping("DWF4", 16, 3000)};
  auto in_double = hopping("Wilson", 12, 4);
  in_double["precision"] = "double";
  cells.push_back(in_double);
  in_double["l"] = 16;
  cells.push_back(in_double);
  auto faster = cells;
  faster[1]["mflops_per_node"] = faster[1]["mflops_per_node_mean"] = 70;
  auto const c = both(cells, faster);
  auto const& points = c.headlines[1].points;
  REQUIRE(points.size() == 3);
  CHECK(points[0].kernel == "Wilson");
  CHECK(points[0].value == Approx(40));
  CHECK(points[0].ratio == Approx(2));
  CHECK(points[1].kernel == "DWF4");
  CHECK(points[2].precision == Precision::double_precision);
  CHECK_THAT(comparison_text(c),
             ContainsSubstring("Points by itt-2017: means of L = 12 and 16") &&
                 ContainsSubstring("B points (ratio to A): Wilson single 40 (2.000), DWF4 single "
                                   "2000 (1.000), Wilson double 4 (1.000)\n"));
}

TEST_CASE("points of other rules are refused, but cells of the same work are compared") {
  Cells const cells{hopping("DWF4", 12, 1000), hopping("DWF4", 16, 3000), axpy(8, 50)};
  auto a = results(cells, "a");
  auto b = results(cells, "b");
  b.rules = "itt-2020";
  auto const c = compare({a, b}, {});
  CHECK(c.headlines[0].comparison_point == Approx(2000));
  CHECK(!c.headlines[1].comparison_point);
  CHECK(!c.comparison_ratio(1, Measure::node));
  CHECK(c.headlines[1].points.empty());
  CHECK(c.headlines[1].compared == 3);
  CHECK_THAT(comparison_text(c), ContainsSubstring("B comparison point: refused (points of other "
                                                   "rules, itt-2020 instead of itt-2017)\n"));
  b = results({axpy(12, 50)}, "b");
  b.rules = "itt-2020";
  CHECK_THAT(refusal({a, b}), ContainsSubstring("itt-2020 instead of itt-2017"));
}

TEST_CASE("the published comparison points are those printed in the sources") {
  auto const c = compare(
      {read_results("published:knl-7230"), read_results("published:skylake-8170"),
       read_results("published:knl-7230-16-nodes"), read_results("published:knl-7210-16-nodes")},
      {.filter = {.kernels = {"Wilson", "DWF4", "DWF5"}}});
  std::vector<double> const stated{337315, 938309, 169962, 162269};
  for (std::size_t i = 0; i < stated.size(); ++i)
    CHECK(std::abs(*c.headlines[i].comparison_point - stated[i]) < 0.5);
  CHECK(c.status() == 0);
  CHECK(c.headlines[1].compared == 12);
}

TEST_CASE("cells with different work are refused one by one, with the reason") {
  auto const refused = [](json const& other, std::string const& why) {
    json const good = hopping("Wilson", 8, 100);
    auto const c = both({good, hopping("DWF4", 8, 10)}, {good, other});
    CHECK(second(c, 0).status == Status::compared);
    CHECK(second(c, 1).status == Status::refused);
    CHECK_THAT(second(c, 1).note, ContainsSubstring(why));
    CHECK(c.status() == 0);
    CHECK(c.headlines[1].refused == 1);
    // An acceptance test fails because of refused cells, unless it does not judge these cells.
    Cells const cells{good, other};
    CHECK(both({good, hopping("DWF4", 8, 10)}, cells, {.fail_below = {.any = 0.5}}).status() == 2);
    CHECK(
        both({good, hopping("DWF4", 8, 10)}, cells, {.fail_below = {.of_kernel = {{"Wilson", 1}}}})
            .status() == 0);
    auto const text = comparison_text(c);
    CHECK_THAT(text, ContainsSubstring("B refused, not the same work: DWF4 L = 8 ("));
    CHECK_THAT(text, ContainsSubstring(why));
  };
  auto cell = hopping("DWF4", 8, 10);
  cell["ls"] = 12;
  refused(cell, "Ls = 12, Ls = 16 in the reference");
  cell = hopping("DWF4", 8, 10);
  cell["precision"] = "double";
  refused(cell, "double precision, single in the reference");
}

TEST_CASE("operands with different work as a whole are refused in one line") {
  auto const a = results({hopping("DWF4", 8, 10)}, "a");
  auto other = record({hopping("DWF4", 8, 10)});
  other["configuration"]["conventions"]["flops_per_site"] = 1320;
  CHECK_THAT(refusal({a, results_of("b", other)}),
             ContainsSubstring("cannot compare b with a (1320 flops per site, 1344 in the "
                               "reference): give results of the same work"));
  CHECK_THAT(refusal({a, results({axpy(8, 1)}, "b")}), ContainsSubstring("no cell in common"));
  CHECK_THAT(refusal({a}), ContainsSubstring("one operand"));
  CHECK_THAT(refusal({a, a}, {.filter = {.kernels = {"DWF5"}}}),
             ContainsSubstring("no kernel \"DWF5\" in a (it has DWF4)"));
  CHECK_THAT(refusal({a, a}, {.fail_below = {.of_kernel = {{"DFW4", 0.9}}}}),
             ContainsSubstring("no kernel \"DFW4\" in a"));
  CHECK_THAT(refusal({a, a}, {.filter = {.l = {12}}}),
             ContainsSubstring("nothing to compare in a"));
  CHECK_THAT(refusal({read_results("published:bsmbench-comms"), a}),
             ContainsSubstring("nothing to compare in published:bsmbench-comms"));
}

TEST_CASE(
    "faces in lower precision and faces that stay inside the node are not compared with others") {
  auto const travelling = [](std::string const& precision) {
    auto cell = hopping("DWF4", 8, 10);
    cell["communication"] = to_data(Communication());
    cell["communication"]["precision"] = precision;
    return results_of("run-" + precision, record({cell}, 1, 2));
  };
  CHECK_THAT(refusal({travelling("same"), travelling("half")}),
             ContainsSubstring("faces travel in precision half, same in the reference"));
  CHECK(refusal({travelling("half"), results({hopping("DWF4", 8, 10)})}) == "compared");
  CHECK_THAT(refusal({results_of("a", record({halo(4, 1)}, 2)), results({halo(4, 1)})}),
             ContainsSubstring("faces within a node, between nodes in the reference"));
}

TEST_CASE("equal numbers of nodes with another cut send other faces") {
  auto const run = [](std::array<int, 4> const& nodes, int ranks = 1) {
    auto const count = nodes[0] * nodes[1] * nodes[2] * nodes[3];
    auto document = record({hopping("DWF4", 8, 10), axpy(8, 10), halo(4, 10)}, count, ranks);
    document["cells"][0]["global_volume"] = {8 * nodes[0], 8 * nodes[1], 8 * nodes[2],
                                             8 * nodes[3]};
    document["configuration"]["grid"] = {nodes[0], nodes[1], nodes[2], ranks * nodes[3]};
    document["configuration"]["node_block"] = {1, 1, 1, ranks};
    return results_of("run", document);
  };
  auto const c = compare({run({2, 2, 2, 2}), run({1, 1, 1, 16})}, {.convert = true});
  for (std::size_t const i : {0U, 2U}) {
    CHECK(second(c, i).status == Status::refused);
    CHECK(second(c, i).note == "nodes are cut 1.1.1.16, 2.2.2.2 in the reference");
  }
  CHECK(second(c, 1).status == Status::compared); // memory kernels send nothing
  auto const text = comparison_text(c);
  CHECK_THAT(text, ContainsSubstring("B refused, not the same work: DWF4 L = 8; halo xyzt L = 4 "
                                     "(nodes are cut 1.1.1.16"));
  CHECK_THAT(text, ContainsSubstring("2.2.2.2"));
  // these are compared: an equal cut along other directions or by other ranks, and other numbers of
  // nodes
  CHECK(compare({run({1, 1, 2, 4}), run({4, 1, 1, 2})}, {}).headlines[1].refused == 0);
  CHECK(second(compare({run({2, 2, 2, 2}), run({2, 2, 2, 2}, 2)}, {})).status == Status::compared);
  CHECK(second(compare({run({1, 1, 1, 1}), run({1, 1, 1, 16})}, {})).status == Status::compared);
  // a record that does not state the cut
  auto silent = run({1, 1, 1, 16});
  for (auto& figure : silent.figures)
    figure.node_grid.reset();
  CHECK(second(compare({run({2, 2, 2, 2}), silent}, {})).status == Status::compared);
  CHECK_THAT(refusal({read_results("published:knl-7230-16-nodes"), run({1, 1, 2, 8})},
                     {.filter = {.kernels = {"DWF4"}}}),
             ContainsSubstring("nodes are cut 1.1.2.8, 2.2.2.2 in the reference"));
}

TEST_CASE("other flop counts are converted on request and marked") {
  auto scaled = record({hopping("DWF4", 8, 1320)});
  scaled["configuration"]["conventions"]["flops_per_site"] = 1320;
  auto const c =
      compare({results({hopping("DWF4", 8, 1344)}), results_of("b", scaled)}, {.convert = true});
  CHECK(second(c).ratio == Approx(1));
  CHECK(second(c).value == Approx(1344));
  CHECK(second(c).converted);
  CHECK(c.status() == 0);
  auto const text = comparison_text(c);
  CHECK_THAT(text, ContainsSubstring("1344*"));
  CHECK_THAT(text, ContainsSubstring("B converted (*): DWF4 L = 8 (1320 flops per site"));
}

TEST_CASE("flops of operators and solvers must be counted equally") {
  auto const a = results({bsm(5145, 2), solution("one precision", 1344, 10)});
  auto const b = results({bsm(4944, 2), solution("one precision", 1320, 10)});
  auto const c = compare({a, b}, {.convert = true});
  CHECK(second(c, 0).ratio == Approx(5145. / 4944));
  CHECK(second(c, 0).converted);
  CHECK(second(c, 1).status == Status::refused); // the other flops of an iteration cannot be scaled
  CHECK_THAT(refusal({a, b}), ContainsSubstring("4944 flops per site, 5145 in the reference"));
}

TEST_CASE("a solution in mixed precision is different work from one in a single precision") {
  auto const a =
      results({solution("one precision", 1344, 10), solution("mixed precision", 1344, 8)});
  auto const b = results({solution("mixed precision", 1344, 8)});
  auto const c = compare({a, b}, {});
  CHECK(second(c, 1).ratio == Approx(1));
  CHECK(second(c, 0).status == Status::missing);
}

TEST_CASE("a failed cell is not converted") {
  auto other = record({failed("DWF4", 8), hopping("Wilson", 8, 1)});
  other["configuration"]["conventions"]["flops_per_site"] = 1320;
  auto const c = compare(
      {results({hopping("DWF4", 8, 1344), hopping("Wilson", 8, 1)}), results_of("b", other)},
      {.convert = true});
  CHECK(second(c, 0).status == Status::failed);
  CHECK(!second(c, 0).converted);
  CHECK(c.headlines[1].compared == 1);
}

TEST_CASE("L of a rank is converted only if a node holds as many sites") {
  auto const a = results({hopping("DWF4", 16, 10)}, "a");
  auto const per_rank = [](int l, int ranks, int global) {
    auto cell = hopping("DWF4", l, 5);
    cell["global_volume"] = {global, global, global, global};
    auto document = record({cell}, 1, ranks);
    document["configuration"]["conventions"]["volume"] = "per rank";
    return results_of("b", document);
  };
  ComparisonOptions const convert{.convert = true};
  // One lattice is equal work, given as L per rank or per node: 16 ranks of 8^4 make a node of
  // 16^4.
  for (auto const& options : {ComparisonOptions{}, convert})
    for (auto const& same : {per_rank(16, 1, 16), per_rank(8, 16, 16)}) {
      auto const one = compare({a, same}, options);
      CHECK(second(one).ratio == Approx(0.5));
      CHECK(!second(one).converted);
    }
  CHECK_THAT(refusal({a, per_rank(16, 16, 32)}, convert),
             ContainsSubstring("volumes per rank (16 x L^4 on a node)"));
  // An equal L per rank on nodes with more ranks is more work for the node.
  CHECK_THAT(refusal({per_rank(16, 1, 16), per_rank(16, 16, 32)}),
             ContainsSubstring("volumes per rank (16 x L^4 on a node), volumes per rank (1 x L^4"));
  CHECK(refusal({per_rank(8, 16, 16), per_rank(8, 16, 16)}) == "compared");
  CHECK_THAT(refusal({read_results("published:epyc-7601"), read_results("published:skylake-8170")},
                     {.filter = {.kernels = {"axpy"}}}),
             ContainsSubstring("volumes per rank (2 x L^4 on a node), volumes per rank (8 x L^4"));
  // The memory tables differ: the published two ranks hold 8^4 each.
  CHECK_THAT(refusal({read_results("published:knl-7230"), read_results("published:skylake-8170")},
                     {.filter = {.kernels = {"axpy"}}, .convert = true}),
             ContainsSubstring("volumes per rank (2 x L^4 on a node)"));
}

TEST_CASE("a lattice set by --global is equal work to the same lattice set by --per-rank") {
  auto const run = [](std::string const& volume, int l, std::array<int, 4> const& global,
                      int nodes = 1) {
    auto cell = hopping("DWF4", l, 5);
    cell["global_volume"] = global;
    auto document = record({cell}, nodes, 2);
    document["configuration"]["conventions"]["volume"] = volume;
    return results_of(volume, document);
  };
  auto const strong = run("whole job", 8, {8, 8, 8, 16});
  auto const per_rank = run("per rank", 8, {8, 8, 8, 16});
  CHECK(second(compare({strong, per_rank}, {})).status == Status::compared);
  CHECK(second(compare({per_rank, strong}, {})).status == Status::compared);
  CHECK(second(compare({strong, run("whole job", 4, {16, 8, 8, 8})}, {})).status ==
        Status::compared);
  CHECK_THAT(refusal({strong, run("whole job", 8, {8, 4, 4, 64})}),
             ContainsSubstring("a lattice of 8.4.4.64, 8.8.8.16 in the reference"));
  CHECK_THAT(refusal({strong, run("whole job", 8, {8, 8, 8, 32})}),
             ContainsSubstring("volumes whole job"));
  CHECK_THAT(refusal({strong, run("whole job", 8, {8, 8, 8, 16}, 2)}),
             ContainsSubstring("volumes whole job (1 x L^4 on a node), volumes whole job (2 x"));
}

TEST_CASE("an unstated Ls cannot be converted") {
  auto const epyc = read_results("published:epyc-7601");
  CHECK_THAT(refusal({read_results("published:knl-7230"), epyc},
                     {.filter = {.kernels = {"DWF4"}, .l = {16}}, .convert = true}),
             ContainsSubstring("Ls is not stated, Ls = 16 in the reference"));
}

TEST_CASE("tolerances for all cells or for one kernel set the exit status") {
  Cells const worse{hopping("Wilson", 8, 95), hopping("DWF4", 12, 990), hopping("DWF4", 16, 3000),
                    axpy(8, 50), halo(4, 300)};
  auto const status = [&](Tolerances const& tolerances, Cells const& cells) {
    return both(reference_cells, cells, {.fail_below = tolerances}).status();
  };
  CHECK(status({}, worse) == 0);
  CHECK(status({.any = 0.7}, worse) == 0);
  CHECK(status({.any = 0.9}, worse) == 1);
  CHECK(status({.any = 0.9, .of_kernel = {{"halo", 0.7}}}, worse) == 0);
  CHECK(status({.any = 0.9, .of_kernel = {{"halo", 0.7}, {"Wilson", 0.96}}}, worse) == 1);
  CHECK(status({.of_kernel = {{"DWF4", 0.98}}}, worse) == 0);
  CHECK(status({.of_kernel = {{"DWF4", 0.995}}}, worse) == 1);
  auto const c = both(reference_cells, worse, {.fail_below = {.any = 0.9}});
  CHECK(c.headlines[1].below == 1);
  auto const text = comparison_text(c);
  CHECK_THAT(text, ContainsSubstring("B FAILED: 1 of 5 cells are below the tolerance"));
  CHECK_THAT(text, ContainsSubstring("0.750 <"));
  CHECK_THAT(comparison_text(both(reference_cells, reference_cells, {.fail_below = {.any = 0.9}})),
             ContainsSubstring("B passed"));
}

TEST_CASE("an acceptance test fails because of missing or wrong cells") {
  ComparisonOptions const strict{.fail_below = {.any = 0.5}};
  Cells const fewer{hopping("Wilson", 8, 100), hopping("DWF4", 12, 1000)};
  CHECK(both(reference_cells, fewer).status() == 0);
  auto const c = both(reference_cells, fewer, strict);
  CHECK(c.status() == 1);
  CHECK(c.headlines[1].missing == 3);
  CHECK(both(reference_cells, fewer,
             {.filter = {.kernels = {"Wilson"}}, .fail_below = strict.fail_below})
            .status() == 0);
  auto wrong = reference_cells;
  wrong[1] = failed("DWF4", 12);
  auto const f = both(reference_cells, wrong, strict);
  CHECK(second(f, 1).status == Status::failed);
  CHECK(f.status() == 1);
  CHECK_THAT(comparison_text(f), ContainsSubstring("B failed: DWF4 L = 12 (failed: because)"));
  // All cells are wrong, which is a result and not a mistake of the user.
  CHECK(both({hopping("DWF4", 12, 1)}, {failed("DWF4", 12)}, strict).status() == 1);
  auto const skipped =
      both(reference_cells, {hopping("Wilson", 8, 100), failed("DWF4", 12, "skipped")});
  CHECK(second(skipped, 1).note == "skipped: because");
}

TEST_CASE("each of three operands is compared with the first") {
  auto const c = compare({results({axpy(8, 10)}), results({axpy(8, 20)}), results({axpy(8, 5)})},
                         {.fail_below = {.any = 0.9}});
  CHECK(c.headlines[1].lowest == Approx(2));
  CHECK(c.headlines[2].lowest == Approx(0.5));
  CHECK(c.status() == 1);
  auto const text = comparison_text(c);
  CHECK_THAT(text, ContainsSubstring("B passed"));
  CHECK_THAT(text, ContainsSubstring("C FAILED"));
}

TEST_CASE("the JSON document of a comparison has the values of the table") {
  auto const document =
      to_data(both(reference_cells, {hopping("Wilson", 8, 50), failed("DWF4", 12)}));
  CHECK(document.at("statistic") == "median");
  CHECK(document.at("operands").at(1).at("name") == "b");
  CHECK(document.at("cells").at(0).at("figures").at(1).at("ratio") == 0.5);
  CHECK(document.at("cells").at(1).at("figures").at(1).at("status") == "failed");
  CHECK(document.at("cells").at(1).at("figures").at(1).at("ratio").is_null());
  CHECK(document.at("cells").at(0).at("unit") == "Mflop/s/node");
}

TEST_CASE("for times, less is better, and the ratio is the inverse ratio of the times") {
  auto const edison = read_results("published:edison");
  auto const cori = read_results("published:cori-knl");
  auto const c = compare({edison, cori}, {.filter = {.kernels = {"latency"}}});
  REQUIRE(c.cells.size() == 1);
  CHECK(c.cells[0].figures[1].ratio == Approx(1.2 / 3.1)); // as in all ratios, slower is below 1
  CHECK(c.headlines[1].lowest == Approx(1.2 / 3.1));
  CHECK_THAT(comparison_text(c), ContainsSubstring("A/B"));
  CHECK_THAT(comparison_text(c), ContainsSubstring("0.387m"));
  CHECK(to_data(c).at("cells").at(0).at("less_is_better") == true);
  auto const status = [&](double fail_below) {
    return compare({edison, cori},
                   {.filter = {.kernels = {"latency"}}, .fail_below = {.any = fail_below}})
        .status();
  };
  CHECK(status(0.38) == 0); // the ratio 1.2 / 3.1 is 0.387
  CHECK(status(0.39) == 1);
}

TEST_CASE("far memory is compared for each relation between domains") {
  auto const hector = read_results("published:hector-xt6");
  auto const c = compare({hector, hector}, {});
  CHECK(c.cells.size() == hector.figures.size());
  CHECK_THAT(comparison_text(c), ContainsSubstring("matmul 3000: same socket"));
}

TEST_CASE(
    "MPI profiles are compared routine by routine, also if there is nothing else to compare") {
  auto const c =
      compare({read_results("published:bsmbench-balance"), read_results("published:ifs-t799")}, {});
  CHECK(c.cells.empty());
  CHECK(c.status() == 0);
  auto const routine = [&](std::string const& name) {
    return *std::find_if(c.routines.begin(), c.routines.end(),
                         [&](auto const& row) { return row.routine == name; });
  };
  CHECK(c.routines.front().routine == "MPI_Waitall");
  CHECK(routine("MPI_Waitall").shares[0].of_mpi == Approx(0.6964));
  CHECK(routine("MPI_Isend").shares[0].of_mpi ==
        Approx(0.0173 + 0.0085 + 0.0061)); // sum over three message sizes
  CHECK(routine("MPI_Barrier").shares[0].of_wall == Approx(0.1468));
  CHECK(routine("MPI_Barrier").shares[1].of_mpi == Approx(436.818 / 866.574));
  CHECK(routine("MPI_Barrier").shares[1].of_wall == Approx(436.818 / 5495));
  CHECK(!routine("MPI_Recv").shares[0].of_mpi);
  auto const text = comparison_text(c);
  CHECK_THAT(text, ContainsSubstring("MPI_Waitall       69.64    40.10     6.90     1.09\n"));
  CHECK_THAT(text, !ContainsSubstring("geom. mean"));
  CHECK(to_data(c).at("mpi_routines").size() == c.routines.size());
}

TEST_CASE("the comparison of MPI profiles is printed below the cells") {
  auto profiled = record({hopping("DWF4", 8, 10)});
  auto const row = [](double of_mpi, double of_wall) {
    return json{{"routine", "MPI_Isend"}, {"share_of_mpi", of_mpi}, {"share_of_wall", of_wall}};
  };
  profiled["profile"] = {{"wall_seconds", 2.0}, {"mpi_seconds", 1.0}};
  profiled["profile"]["routines"] = json::array({row(0.25, 0.125), row(0.5, 0.25)});
  auto const run = results_of("run", profiled);
  auto const two = compare({run, run}, {});
  CHECK(two.cells.size() == 1);
  REQUIRE(two.routines.size() == 1);
  CHECK(two.routines[0].shares[1].of_mpi == 0.75);
  CHECK(two.routines[0].shares[1].of_wall == 0.375);
  CHECK(compare({run, read_results("published:bsmbench-comms")}, {}).cells.empty());
  CHECK(compare({run, results({hopping("DWF4", 8, 10)})}, {}).routines.empty());
  CHECK_THAT(refusal({run, read_results("published:bsmbench-comms")}, {.fail_below = {.any = 0.9}}),
             ContainsSubstring("no cell in common"));
}
