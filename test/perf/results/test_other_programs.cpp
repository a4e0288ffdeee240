// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/results/other_programs.hpp"

#include "core/base/error.hpp"
#include "perf/compare/portability.hpp"
#include "perf/results/work.hpp"
#include "test/catch.hpp"
#include "test/perf/compare/comparison_records.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

using namespace kitt::perf;
using namespace kitt::perf::test;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string const path =
    (std::filesystem::temp_directory_path() / ("kitt-other-" + std::to_string(::getpid())))
        .string();

/// Reads a text as output of Grid.
Results grid(std::string const& text, std::string const& facts = "") {
  std::ofstream(path) << text;
  return read_results("grid:" + path + facts);
}

std::string refusal(std::string const& text, std::string const& facts = "") {
  try {
    grid(text, facts);
  } catch (kitt::UserError const& error) {
    std::string message = error.what();
    CHECK(message.find('\n') == std::string::npos);
    CHECK_THAT(message, ContainsSubstring("grid:" + path));
    return message;
  }
  return "accepted";
}

Figure find(Results const& results, std::string const& kernel, int l,
            Precision precision = Precision::single_precision) {
  for (auto const& figure : results.figures)
    if (figure.kernel == kernel && figure.l == l && figure.precision == precision)
      return figure;
  throw std::runtime_error("no " + kernel);
}

std::string messages(std::vector<std::string> const& lines) {
  std::string text;
  for (auto const& line : lines)
    text += "Grid     : Message    : 653 ms : " + line + "\n";
  return text;
}

using Lines = std::vector<std::string>;

void append(Lines& lines, Lines const& more) {
  lines.insert(lines.end(), more.begin(), more.end());
}

/// Output of Benchmark_ITT of 2017 at L = 8, with invented figures.
std::string itt_2017(std::string const& ranks, std::string const& intranode,
                     std::string const& nodes, std::string const& volume,
                     std::string const& precision = "SINGLE") {
  Lines lines{"Grid Default Decomposition patterns", "\tOpenMP threads : 12",
              "\tMPI tasks      : " + ranks};
  for (auto const& [name, ls] : std::vector<std::pair<std::string, std::string>>{
           {"DWF", "1"}, {"DWF", "16"}, {"DWF Ls vec", "16"}})
    append(lines, {"Benchmark " + name + " on 8^4 local volume ", "* Global volume  : " + volume,
                   "* Ls             : " + ls, "* MPI ranks      : " + ranks,
                   "* Intranode      : " + intranode, "* nodes          : " + nodes,
                   "* " + precision + " precision ", "Deo mflop/s =   1000.0 (1.0) 900.0-1100.0"});
  append(lines, {" Summary table Ls=16",
                 "=====",
                 "L \t\t Wilson \t DWF4 \t DWF5 ",
                 "8 \t\t 1000.125 \t 2000.250 \t 3000.500",
                 "=====",
                 "= Benchmarking a*x + y bandwidth",
                 "=====",
                 "  L  \t\tbytes\t\t\tGB/s\t\tGflop/s\t\t seconds\t\tGB/s / node",
                 "-----",
                 "8\t\t786432.000   \t\t136.500\t\t22.773\t\t0.746\t\t68.250",
                 "=====",
                 "= Benchmarking threaded STENCIL halo exchange in 1 dimensions",
                 "=====",
                 " L  \t Ls  \tbytes      MB/s uni (err/min/max)\t\tMB/s bidi (err/min/max)",
                 "4   \t8\t49152       2000.0  20.0 253.4 2286.1\t\t 4000.0  148.5 506.7 4572.3",
                 "=====",
                 " Per Node Summary table Ls=16",
                 " L \t\t Wilson\t\t DWF4  \t\t DWF5 ",
                 "8 \t\t 500.1 \t 1000.1 \t 1500.3",
                 " Comparison point     result: 1500.0 Mflop/s per node",
                 " Comparison point robustness: 0.802"});
  return messages(lines);
}

std::string const two_as_nodes = itt_2017("2 1 1 1 ", "1 1 1 1 ", "2 1 1 1 ", "16 8 8 8 ");

/// JSON file of grid-benchmark: two ranks, counted as two nodes.
nlohmann::json benchmark_json() {
  return {{"geometry", {{"mpi", {1, 1, 1, 2}}, {"shm", {1, 1, 1, 1}}, {"nodes", 2}, {"ranks", 2}}},
          {"hostnames", {"one", "one"}},
          {"axpy", {{{"GBps", 50.0}, {"GFlops", 5.0}, {"L", 8}, {"size_MB", 0.75}}}},
          {"flops",
           {{"comparison_point_Gflops", 7.0},
            {"results",
             {{{"L", 24},
               {"Gflops_wilson", 1.5},
               {"Gflops_dwf4", 7.25},
               {"Gflops_staggered", 2.5},
               {"Gflops_dwf4_su4", 9.0}}}}}}};
}

} // namespace

TEST_CASE("output of 2017 is divided by the true number of nodes") {
  auto const counted = grid(two_as_nodes);
  CHECK(counted.nodes == 2);
  CHECK(counted.published);
  REQUIRE(counted.warnings.size() == 1);
  CHECK_THAT(counted.warnings[0], ContainsSubstring("counted each of the 2 ranks of grid:" + path));
  CHECK(find(counted, "DWF4", 8).mean == 2000.25 / 2);
  CHECK(find(counted, "DWF4", 8).volume == "per node");

  auto const one = grid(two_as_nodes, "@nodes=1");
  REQUIRE(one.warnings.size() == 1);
  CHECK_THAT(one.warnings[0], ContainsSubstring("(1 node was given): figures are Grid's totals"));
  CHECK(one.ranks_per_node == 2);
  CHECK(one.cores_per_node == 24);
  CHECK(one.robustness == 0.802);
  auto const dwf = find(one, "DWF4", 8);
  CHECK(dwf.mean == 2000.25);
  CHECK(dwf.ls == 16);
  CHECK(dwf.flops_per_site == 1344);
  CHECK(dwf.volume == "per rank");
  CHECK(dwf.node_sites == 2 * 8 * 8 * 8 * 8);
  CHECK(dwf.lattice == std::array{16, 8, 8, 8});
  CHECK(dwf.travel == "same");
  CHECK(!dwf.between_nodes);
  CHECK(find(one, "Wilson", 8).mean == 1000.125);
  CHECK(find(one, "Wilson", 8).ls == 1);
  CHECK(find(one, "DWF5", 8).mean == 3000.5);
  auto const axpy = find(one, "axpy", 8);
  CHECK(axpy.mean == 136.5);
  CHECK(axpy.volume == "per rank");
  auto const halo = find(one, "halo x", 4, Precision::double_precision);
  CHECK(halo.variant == "mpi");
  CHECK(halo.mean == 4000); // both ranks send
  CHECK(halo.error == Approx(0.01));
  CHECK(halo.ls == 8);
}

TEST_CASE("cores of ranks show which ranks share a node") {
  auto const bound = grid("GOMP_CUP_AFFINITY:0 0-11\nGOMP_CUP_AFFINITY:1 12-23\n" + two_as_nodes);
  CHECK(bound.nodes == 1);
  REQUIRE(bound.warnings.size() == 1);
  CHECK_THAT(
      bound.warnings[0],
      ContainsSubstring("as a node, but they ran on 1 node (ranks are bound to 2 different"));
  // ranks with equal cores may have a node each, or share one without being bound
  auto const equal = grid("GOMP_CPU_AFFINITY:0 0-11\nGOMP_CPU_AFFINITY:1 0-11\n" + two_as_nodes);
  CHECK(equal.nodes == 2);
  CHECK_THAT(equal.warnings.at(0), ContainsSubstring("append @nodes=N"));
}

TEST_CASE("nodes that Grid counted right cause no warning") {
  auto const shared = grid(itt_2017("4 2 2 2 ", "2 1 1 1 ", "2 2 2 2 ", "16 16 16 16 "));
  CHECK(shared.warnings.empty());
  CHECK(shared.nodes == 16);
  CHECK(shared.ranks_per_node == 2);
  CHECK(find(shared, "DWF4", 8).volume == "per node"); // L^4 on each node, not on each rank
  CHECK(find(shared, "axpy", 8).volume == "per rank");
  CHECK(std::ranges::none_of(shared.figures, [](auto const& f) { return f.benchmark == "halo"; }));
  CHECK(grid(itt_2017("1 1 1 1 ", "1 1 1 1 ", "1 1 1 1 ", "8 8 8 8 ")).warnings.empty());
}

TEST_CASE("precision, colours, missing times and names of a launcher are understood") {
  auto text = itt_2017("1 1 1 1 ", "1 1 1 1 ", "1 1 1 1 ", "8 8 8 8 ", "DOUBLE");
  for (std::size_t at = 0;
       (at = text.find("Grid     : Message    : 653 ms", at)) != std::string::npos;)
    text.replace(at, 30, "[0]<stdout>:\x1b[0;39mGrid : \x1b[33mMessage\x1b[0;39m");
  CHECK(find(grid(text), "DWF4", 8, Precision::double_precision).mean == 2000.25);
}

TEST_CASE("output since 2020 has L per rank, staggered fermions and stated flops") {
  auto const section = [](std::string const& name, std::string const& ls,
                          std::string const& flops) {
    return Lines{"Benchmark " + name + " on 24^4 local volume ",
                 "* Nc             : 3",
                 "* Global volume  : 24 24 48 48 ",
                 ls,
                 "* ranks          : 4",
                 "* nodes          : 1",
                 "* ranks/node     : 4",
                 "* ranks geom     : 1 1 2 2 ",
                 "* SINGLE precision ",
                 flops};
  };
  Lines lines{"\tOpenMP threads : 4"};
  append(lines, section("DWF", "* Ls             : 1", "Deo FlopsPerSite is 1200.0"));
  append(lines, section("DWF", "* Ls             : 12", "Deo FlopsPerSite is 1200.0"));
  append(lines, section("ImprovedStaggered", "", ""));
  append(lines, {" Summary table Ls=12", "L \t\t Wilson \t\t DWF4 \t\tt Staggered",
                 "24 \t\t 1.5e+05 \t\t 300000.5 \t\t 90000.0",
                 "= Benchmarking threaded STENCIL halo exchange in 2 dimensions",
                 "24\t12\t 15925248 \t 1 \t 1 \t 1 1\t\t2  2 2 2",
                 "24\t12\t 15925248 \t 1 \t 1 \t 1 1\t\t2  2 2 2",
                 " Comparison point     result: 1.0 Mflop/s per node"});
  auto const results = grid(messages(lines));
  CHECK(results.warnings.empty());
  CHECK(find(results, "Wilson", 24).mean == 150000);
  auto const dwf = find(results, "DWF4", 24);
  CHECK(dwf.mean == 300000.5);
  CHECK(dwf.ls == 12);
  CHECK(dwf.flops_per_site == 1200);
  CHECK(dwf.volume == "per rank");
  CHECK(find(results, "Improved", 24).flops_per_site == 1146);
  CHECK(results.figures.size() == 3); // faces of one direction at a time have no counterpart
}

TEST_CASE("the JSON file of grid-benchmark shows its nodes by host names") {
  auto const results = grid(benchmark_json().dump());
  CHECK(results.nodes == 1);
  CHECK(results.hostnames == std::vector<std::string>{"one"});
  REQUIRE(results.warnings.size() == 1);
  CHECK_THAT(results.warnings[0], ContainsSubstring("ran on 1 node (by their host names)"));
  CHECK(find(results, "DWF4", 24).mean == 2 * 7250.);
  CHECK(find(results, "DWF4", 24).ls == 12);
  CHECK(find(results, "DWF4", 24).lattice == std::array{24, 24, 24, 48});
  CHECK(find(results, "Improved", 24).mean == 2 * 2500.);
  auto const axpy = find(results, "axpy", 8, Precision::double_precision);
  CHECK(axpy.mean == Approx(2 * 50 * 1.073741824)); // its GB are 1024^3 bytes
  CHECK(results.figures.size() == 4);

  auto other = benchmark_json();
  other["hostnames"] = {"one", "two"};
  other["axpy"][0]["size_MB"] = 0.375;
  auto row = other["flops"]["results"][0];
  other["flops"]["results"][0]["Precision"] = "FP32";
  row["Precision"] = "FP64";
  row["Gflops_dwf4"] = 3.5;
  other["flops"]["results"].push_back(row);
  auto const later = grid(other.dump());
  CHECK(later.warnings.empty());
  CHECK(later.nodes == 2);
  CHECK(find(later, "DWF4", 24).mean == 7250);
  CHECK(find(later, "DWF4", 24, Precision::double_precision).mean == 3500);
  CHECK(find(later, "axpy", 8).mean == Approx(50 * 1.073741824));
}

TEST_CASE("the text of grid-benchmark has rates per node") {
  Lines lines{"* OpenMP threads : 7", "* nodes          : 2"};
  for (auto const& [colours, precision] : std::vector<std::pair<std::string, std::string>>{
           {"3", "SINGLE"}, {"4", "SINGLE"}, {"3", "DOUBLE"}})
    append(lines, {"Benchmark DWF on 24^4 local volume ", "* Nc             : " + colours,
                   "* Global volume  : 24 24 24 96 ", "* Ls             : 12",
                   "* nodes          : 2", "* ranks geom     : 1 1 1 4 ",
                   "* " + precision + " precision ", "Deo FlopsPerSite is 1344.0"});
  for (auto const& [name, value] :
       std::vector<std::pair<std::string, std::string>>{{"FP32", "7.25"}, {"FP64", "3.50"}})
    append(lines, {"Gflop/s/node Summary table Ls=12", " * PRECISION: " + name, "=====",
                   "    L          DWF    SU(4) DWF", "   24         " + value + "         9.00"});
  append(lines, {"Benchmarking a*x + y bandwidth",
                 "    L  size (MB/node)     time (usec)       GB/s/node    Gflop/s/node",
                 "    8            1.50           18.68           50.00            5.00",
                 " Comparison point     result: 7.0 Gflop/s per node"});
  auto const results = grid("AcceleratorHipInit: Device identifier: Model G\n" + messages(lines));
  CHECK(results.title == "Model G");
  CHECK(!results.cores_per_node);
  CHECK(find(results, "DWF4", 24).mean == 7250);
  CHECK(find(results, "DWF4", 24, Precision::double_precision).mean == 3500);
  CHECK(find(results, "axpy", 8, Precision::double_precision).mean == Approx(50 * 1.073741824));
}

TEST_CASE("published output of Grid is read with its totals") {
  auto const data = std::filesystem::path(KITT_SHARED_DIR) / "data" / "grid";
  if (!std::filesystem::exists(data))
    KITT_SKIP("no folder " << data);
  auto const read = [&](std::string const& name) {
    return read_results("grid:" + (data / name).string());
  };
  for (auto const& [name, nodes] :
       std::vector<std::pair<std::string, int>>{{"tesseract_1_node.log", 1},
                                                {"tesseract_16_nodes.log", 16},
                                                {"cosma7_1_node.log", 1},
                                                {"cosma7_32_nodes_chain.log", 32}}) {
    INFO(name);
    auto const results = read(name);
    CHECK(results.nodes == nodes);
    CHECK(results.ranks_per_node == 2);
    CHECK(results.warnings.size() == 1);
    CHECK(results.figures.size() == 3 * 4 + 11 + 8);
  }
  auto const node = read("cosma7_1_node.log");
  for (auto const& [l, total] : std::vector<std::pair<int, double>>{
           {8, 366964.904}, {12, 416394.563}, {16, 260461.514}, {24, 268343.135}})
    CHECK(find(node, "DWF4", l).mean == total);
  CHECK(read("daint_gh200_1_node.json").nodes == 1);
  auto const text = read("lumi_8_nodes.log");
  auto const document = read("lumi_8_nodes.json");
  CHECK(text.warnings.empty());
  CHECK(document.warnings.empty());
  CHECK(text.nodes == 8);
  CHECK(document.nodes == 8);
  CHECK(text.figures.size() == document.figures.size());
  for (auto const& figure : document.figures) // the text has two digits after the point
    CHECK(find(text, figure.kernel, figure.l, figure.precision).mean ==
          Approx(figure.mean).epsilon(2e-4));
}

TEST_CASE("files that are not the whole output of Grid are refused") {
  CHECK_THAT(refusal(""), ContainsSubstring("the file is empty"));
  CHECK_THAT(refusal(std::string("Grid\0 : Message", 15)), ContainsSubstring("it is not a text"));
  CHECK_THAT(refusal("hello\nworld\n"), ContainsSubstring("no message of Grid"));
  for (auto const part : {0.2, 0.5, 0.7, 0.9})
    CHECK_THAT(refusal(two_as_nodes.substr(
                   0, static_cast<std::size_t>(part * static_cast<double>(two_as_nodes.size())))),
               ContainsSubstring("it ends before the comparison point"));
  CHECK_THAT(refusal(two_as_nodes + two_as_nodes), ContainsSubstring("it holds several runs"));
  auto damaged = two_as_nodes;
  damaged.replace(damaged.find("2000.250"), 8, "        ");
  CHECK_THAT(refusal(damaged), ContainsSubstring("has 3 numbers for 4 columns"));
  CHECK_THAT(refusal("{}"), ContainsSubstring("it has no \"geometry\""));
  auto const whole = benchmark_json().dump();
  CHECK_THAT(refusal(whole.substr(0, whole.size() / 2)), ContainsSubstring("not a JSON document"));
  auto document = benchmark_json();
  document["geometry"]["ranks"] = 3;
  CHECK_THAT(refusal(document.dump()), ContainsSubstring("it states 3 ranks on the grid"));
  document = benchmark_json();
  document["flops"]["results"][0].erase("L");
  CHECK_THAT(refusal(document.dump()), ContainsSubstring("key 'L' not found"));
  document = benchmark_json();
  document.erase("flops");
  document.erase("axpy");
  CHECK_THAT(refusal(document.dump()), ContainsSubstring("neither \"flops\" nor \"axpy\""));
}

TEST_CASE("messages of OSU have the names of kitt p2p") {
  auto const read = [](std::string const& text, std::string const& facts) {
    std::ofstream(path) << text;
    return read_results("osu:" + path + facts);
  };
  auto const latency = read("\n# OSU MPI-CUDA Latency Test v7.4\n# Datatype: MPI_CHAR.\n"
                            "# Size       Avg Latency(us)\n0   1.0\n1   1.25\n8   2.00   Pass\n",
                            "@nodes=2");
  CHECK(find(latency, "latency", 0).mean == 1.25);
  CHECK(find(latency, "latency", 0).variant == "1 B");
  CHECK(find(latency, "latency", 0).between_nodes);
  CHECK(find(latency, "ping-pong 8 B x 1, 1 pair", 0).mean == 4);
  CHECK(latency.figures.size() == 3);
  auto const title = std::string("# OSU MPI Bi-Directional Bandwidth Test v5.3\n");
  auto const rates = read(title + "# Size      Bandwidth (MB/s)\n4   7.50\n", "@nodes=1");
  auto const both = find(rates, "both-ways 4 B x 64, 1 pair, one", 0);
  CHECK(both.mean == 7.5);
  CHECK(both.variant == "inside-node");
  CHECK(!both.between_nodes);

  CHECK_THROWS_WITH(read(title, ""), ContainsSubstring("append @nodes=1 or @nodes=2"));
  CHECK_THROWS_WITH(read(title, "@nodes=1"), ContainsSubstring("before the first figure"));
  CHECK_THROWS_WITH(read(title + "4\n", "@nodes=1"), ContainsSubstring("has no figure"));
  CHECK_THROWS_WITH(read("# OSU MPI Allreduce Latency Test v7.4\n8 1\n", "@nodes=1"),
                    ContainsSubstring("no title of osu_latency"));
}

TEST_CASE("rates of BabelStream follow from average times") {
  auto const read = [](std::string const& text) {
    std::ofstream(path) << text;
    return read_results("babelstream:" + path);
  };
  auto const text = read("BabelStream\nNumber of elements: 1000\nPrecision: float\n"
                         "Function    MB/s        Min (sec)   Max         Average\n"
                         "Copy        9.000       0.00001     0.00003     0.00002\n"
                         "Mul         9.000       0.00001     0.00003     0.00002\n"
                         "Dot         9.000       0.00001     0.00003     0.00004\n");
  CHECK(find(text, "copy 8000 B", 0).mean == Approx(0.4));
  CHECK(find(text, "read 8000 B", 0).mean == Approx(0.2));
  CHECK(text.figures.size() == 2);
  auto const csv = read("function,num_times,n_elements,sizeof,max_gib_per_sec,min_runtime,"
                        "max_runtime,avg_runtime\nTriad,10,1000,8,9.0,1e-5,3e-5,2e-05\n");
  CHECK(find(csv, "triad 24000 B", 0, Precision::double_precision).mean == Approx(1.2));
  CHECK_THROWS_WITH(read("Copy 9.0\n"), ContainsSubstring("row of Copy is not complete"));
  CHECK_THROWS_WITH(read("Copy 9.0 1 1 1\n"), ContainsSubstring("no size or time of copy"));
  CHECK_THROWS_WITH(read("hello\n"), ContainsSubstring("no row of Copy, Dot or Triad"));
}

TEST_CASE("wrong facts after the name are refused") {
  CHECK_THAT(refusal(two_as_nodes, "@nodes=0"), ContainsSubstring("a whole number from 1 up"));
  CHECK_THAT(refusal(two_as_nodes, "@nodes=two"), ContainsSubstring("a whole number from 1 up"));
  CHECK_THAT(refusal(two_as_nodes, "@nodes=1,ranks=2"), ContainsSubstring("bad fact \"ranks=2\""));
  CHECK_THAT(refusal(two_as_nodes, "@cpu="), ContainsSubstring("no name after cpu="));
  CHECK_THAT(refusal(two_as_nodes, "@nodes=4"), ContainsSubstring("do not divide evenly"));
  CHECK_THROWS_AS(read_results("grid:"), kitt::UserError);
  CHECK(results_file("grid:a@b.log@cpu=7 @ 2 GHz") == "a@b.log");
}

TEST_CASE("efficiency is relative to another program if it is faster on the same CPU") {
  auto const platform = [](std::string const& name, std::string const& cpu) {
    auto run = results({hopping("DWF4", 8, 500)}, name);
    run.cpu_model = run.title = cpu;
    return run;
  };
  auto const one = itt_2017("1 1 1 1 ", "1 1 1 1 ", "1 1 1 1 ", "8 8 8 8 ");
  std::vector<Results> const runs{platform("a", "Intel 9990 @ 2 GHz"), platform("b", "AMD 7601")};
  auto const efficiency = [&](Results const& other) {
    return portability({runs[0], runs[1], other}, {}).problems.at(0);
  };
  auto const faster = efficiency(grid(one, "@cpu=9990"));
  CHECK(faster.best_known[0].from == "grid:" + path + "@cpu=9990");
  CHECK(!faster.best_known[0].own);
  CHECK(faster.applications[0].platforms[0].application == Approx(500 / 2000.25));
  CHECK(faster.best_known[1].own);

  auto fewer_flops = one; // the same time with 1200 instead of 1344 flops
  for (std::size_t at = 0; (at = fewer_flops.find("Deo mflop/s", at)) != std::string::npos;
       at += 99)
    fewer_flops.insert(at, "Deo FlopsPerSite is 1200\nGrid : Message : ");
  CHECK(efficiency(grid(fewer_flops, "@cpu=9990")).best_known[0].value ==
        Approx(2000.25 * 1344 / 1200));

  auto const unused = portability({runs[0], runs[1], grid(two_as_nodes, "@nodes=1,cpu=9990")}, {});
  CHECK_THAT(unused.left_out.back(), ContainsSubstring("of the same work")); // twice the sites
  CHECK(unused.problems.at(0).best_known[0].own);
  CHECK_THROWS_WITH(efficiency(grid(one)), ContainsSubstring("append @cpu=NAME"));
}
