// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/compare/comparison.hpp"
#include "perf/results/other_programs.hpp"
#include "test/catch.hpp"
#include "test/perf/compare/comparison_records.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <unistd.h>

/// \file
/// Output of BSMBench and SOMBRERO. The lines have the form that the sources print
/// (hirep_text.cpp), and that two public logs show: BSMBench on COSMA
/// (github.com/DiRAC-benchmarks/DiRAC3-testsuite, src/plot_scripts/BSMBench/qphix_bench.out.571089)
/// and SOMBRERO on RISC-V boards (43.95 Gflops of case 1 in 732.286438 seconds). All figures here
/// are invented.

using namespace kitt::perf;
using namespace kitt::perf::test;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string const path =
    (std::filesystem::temp_directory_path() / ("kitt-hirep-" + std::to_string(::getpid())))
        .string();

Results read(std::string const& program, std::string const& text, std::string const& facts = "") {
  std::ofstream(path) << text;
  return read_results(program + ":" + path + facts);
}

Figure find(Results const& results, std::string const& kernel) {
  auto const found = std::ranges::find(results.figures, kernel, &Figure::kernel);
  REQUIRE(found != results.figures.end());
  return *found;
}

/// Output of a case of BSMBench on 16 ranks.
std::string bsmbench(std::string const& group, std::string const& fermions,
                     std::string const& end = "All tests completed successfully.") {
  return "[MAIN][0]PId =  0 [world_size: 16]\n[MAIN][0]\n"
         "[GEOMETRY][0]CId = 0 (0,0,0,0)\n"
         "[MAIN][0]Gauge group: " +
         group + "\n[MAIN][0]Fermion representation: " + fermions +
         "\n[MAIN][0]global size is 64x32x32x32\n[MAIN][0]proc grid is 4x2x2x1\n"
         "[MAIN][0]local size is 16x16x16x32\n[BENCH][0]Precision test disabled.\n"
         "[BENCH][0]spinor_field_sqnorm: test completed in 410.00 seconds\n"
         "[MAIN][0]spinor_field_sqnorm: total incrementor = 1.000e+00\n"
         "[BENCH][0]spinor_field_sqnorm: Average FLOP/s per process: 1.000e+09\n"
         "[BENCH][0]spinor_field_sqnorm: Average total FLOP/s: 1.600e+10\n"
         "[BENCH][0]mad: Average total FLOP/s: 3.200e+10\n"
         "[BENCH][0]Dphi: Average total FLOP/s: 6.400e+10\n"
         "[BENCH][0]Dphi performance is 1.66 times that of a Blue Gene/P node card.\n"
         "[BENCH][0]" +
         end + "\n[BENCH][0]Total average FLOP/s: 5.000e+10\n";
}

std::string const balance = bsmbench("SU(3)", "REPR_FUNDAMENTAL [dim=3]");

/// Output of sombrero.sh on 2 ranks. Only the first case prints the lattice.
std::string const sombrero =
    "[GEOMETRY][10] Global size is 32x24x24x24\n[GEOMETRY][10] Proc grid is 2x1x1x1\n"
    "[MAIN][0]SOMBRERO built from HiRep commit 6c436a2\n"
    "[MAIN][0] Performed 50 conjugate gradient iterations\n"
    "[MAIN][0] Case 1: 43.95e9 floating point operations and 0.00e6 bytes communicated (both "
    "directions included)\n"
    "[MAIN][0] Case 1: inf flop per byte communicated\n"
    "[RESULT][0] Case 1 43.95 Gflops in 10.000000 seconds\n"
    "[RESULT][0] Case 1 4.39 Gflops/seconds\n"
    "[RESULT][0] Case 3 93.25 Gflops in 20.000000 seconds\n"
    "[RESULT][0] Case 3 4.66 Gflops/seconds\n"
    "[RESULT] SUM 137.20 Gflops in 30.00 seconds\n[RESULT] SUM 4.57 Gflops/seconds\n";

} // namespace

TEST_CASE("tests of BSMBench have the names and units of kitt bsm") {
  auto const results =
      read("bsmbench", balance + bsmbench("SU(2)", "REPR_ADJOINT [dim=3]"), "@nodes=2,cpu=E5-2670");
  CHECK(results.program == "BSMBench");
  CHECK(results.published);
  CHECK(results.cpu_number == "E5-2670");
  CHECK(results.ranks_per_node == 8);
  CHECK(results.cores_per_node == 8);
  CHECK(results.figures.size() == 6);
  auto const dphi = find(results, "Dphi balance");
  CHECK(dphi.benchmark == "bsm");
  CHECK(dphi.mean == 32);
  CHECK(!dphi.median);
  CHECK(dphi.l == 32);
  CHECK(dphi.lattice == std::array{32, 32, 32, 64});
  CHECK(dphi.node_sites == 32. * 32 * 32 * 32);
  CHECK(dphi.flops_per_site == 1529);
  CHECK(dphi.precision == Precision::double_precision);
  CHECK(dphi.between_nodes);
  CHECK(find(results, "sqnorm balance").mean == 8);
  CHECK(find(results, "sqnorm balance").flops_per_site == 49);
  CHECK(find(results, "mad comms").mean == 16);
  CHECK(find(results, "Dphi comms").flops_per_site == 822);
  CHECK(find(read("bsmbench", bsmbench("SU(6)", "$REPR [dim=6]"), "@nodes=1"), "Dphi compute")
            .flops_per_site == 5145);
}

TEST_CASE("BSMBench is compared with BSMBench, and a failed test is no figure") {
  auto const one = read("bsmbench", balance, "@nodes=1");
  auto const two = read("bsmbench", balance, "@nodes=1");
  CHECK(compare({one, two}, {}).status() == 0);
  auto const failed =
      read("bsmbench", bsmbench("SU(3)", "REPR_FUNDAMENTAL [dim=3]", "Tests FAILED with status 1"),
           "@nodes=1");
  CHECK(find(failed, "Dphi balance").status == "failed");
}

TEST_CASE("cases of SOMBRERO are rates of a solver with a clover term") {
  auto const results = read("sombrero", sombrero, "@nodes=2");
  CHECK(results.program == "SOMBRERO");
  CHECK(results.ranks_per_node == 1);
  CHECK(results.node_grid == std::array{1, 1, 1, 2});
  CHECK(results.figures.size() == 2);
  auto const qcd = find(results, "CG clover SU(3)");
  CHECK(qcd.benchmark == "solve");
  CHECK(qcd.mean == Approx(93.25e3 / 20 / 2));
  CHECK(qcd.lattice == std::array{24, 24, 24, 32});
  CHECK(qcd.call_seconds == 20);
  CHECK(qcd.precision == Precision::double_precision);
  CHECK(find(results, "CG clover SU(2)").mean == Approx(43.95e3 / 10 / 2));
}

TEST_CASE("output of HiRep's programs that is not whole is refused") {
  auto const refusal = [](std::string const& program, std::string const& text,
                          std::string const& facts = "@nodes=1") {
    try {
      read(program, text, facts);
    } catch (kitt::UserError const& error) {
      std::string const message = error.what();
      CHECK(message.find('\n') == std::string::npos);
      return message;
    }
    return std::string("accepted");
  };
  CHECK_THAT(refusal("bsmbench", balance, ""), ContainsSubstring("append @nodes=N"));
  CHECK_THAT(refusal("bsmbench", balance, "@nodes=3"), ContainsSubstring("do not divide evenly"));
  for (auto const* words : {"Dphi performance", "local size"})
    CHECK_THAT(refusal("bsmbench", balance.substr(0, balance.find(words))),
               ContainsSubstring("it ends before the end of a case"));
  CHECK_THAT(refusal("bsmbench", balance + balance), ContainsSubstring("twice"));
  CHECK_THAT(refusal("bsmbench", bsmbench("SU(4)", "REPR_FUNDAMENTAL [dim=4]")),
             ContainsSubstring("is no case of BSMBench"));
  CHECK_THAT(refusal("bsmbench", sombrero), ContainsSubstring("it ends before"));
  CHECK_THAT(refusal("sombrero", balance), ContainsSubstring("no result of a case"));
  CHECK_THAT(refusal("sombrero", sombrero, ""), ContainsSubstring("append @nodes=N"));
  CHECK_THAT(refusal("sombrero", sombrero.substr(sombrero.find("[RESULT]"))),
             ContainsSubstring("does not state the lattice"));
  CHECK_THAT(refusal("sombrero", sombrero + "[GEOMETRY][10] Proc grid is 4x1x1x1\n"),
             ContainsSubstring("different grids"));
  CHECK_THAT(refusal("sombrero", "[GEOMETRY][10] Global size is 32x24x24\n"),
             ContainsSubstring("a grid of 32x24x24"));
  CHECK_THAT(refusal("sombrero", sombrero + "[RESULT][0] Case 7 1.00 Gflops in 1.0 seconds\n"),
             ContainsSubstring("has no rate of a case"));
}
