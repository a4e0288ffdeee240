// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/collectives/collective_cell.hpp"
#include "miniapp/benchmarks/halo/halo_cell.hpp"
#include "miniapp/benchmarks/hopping/hopping_cell.hpp"
#include "miniapp/benchmarks/memory/memory_cell.hpp"
#include "miniapp/benchmarks/p2p/message_cell.hpp"
#include "miniapp/benchmarks/solve/solve_cell.hpp"
#include "miniapp/score/score.hpp"
#include "perf/tables/cell_tables.hpp"
#include "perf/text/words.hpp"
#include "test/catch.hpp"
#include "test/miniapp/score/score_of.hpp"

#include <iterator>
#include <sstream>

using namespace kitt::miniapp;
using namespace kitt::perf;
using Catch::Matchers::ContainsSubstring;
using kitt::miniapp::test::score_of;

namespace {

HoppingCell dwf4(int l, double mflops, std::string const& variant) {
  HoppingCell cell;
  cell.kernel = "DWF4";
  cell.l = l;
  cell.ls = 16;
  cell.lane_grid = {1, 1, 2, 4, 1};
  cell.variant = variant;
  cell.verification_error = 1.23e-7;
  cell.seconds = {.count = 10, .median = 1.5e-3, .mean = 2e-3, .standard_error = 1e-4};
  cell.mflops_per_node = mflops;
  cell.mflops_per_node_mean = mflops / 2;
  cell.ceiling = "L2 bandwidth";
  cell.roofline_fraction = 0.5;
  cell.peak_fraction = 0.25;
  return cell;
}

} // namespace

TEST_CASE("a row of the halo table has rates per node with the spread of their times") {
  HaloCell const cell{.directions = "xyzt",
                      .transport = "mpi",
                      .depth = 1,
                      .l = 8,
                      .ls = 8,
                      .face_bytes = 393216,
                      .bytes_per_node = 4000000,
                      .seconds = {.count = 5,
                                  .median = 1e-3,
                                  .mean = 2e-3,
                                  .standard_error = 1e-4,
                                  .minimum = 5e-4,
                                  .maximum = 4e-3}};
  std::istringstream words(cell_row(cell));
  std::vector<std::string> const found{std::istream_iterator<std::string>(words), {}};
  // 4 MB in 1 ms. The error of the mean is in percent, as in every table: 0.1 ms of 2 ms.
  CHECK(found == std::vector<std::string>{"xyzt", "mpi", "1", "8", "8", "double", "393216",
                                          "4000.0", "1000.0", "8000.0", "8000.0", "2000.0",
                                          "16000.0", "1", "ms", "5.0"});
}

TEST_CASE("if the lattice belongs to the whole job, the rank's part takes the place of L") {
  auto cell = dwf4(16, 368178.0444, "blocked");
  cell.local_volume = {16, 16, 8, 4};
  auto const job = kitt::comms::VolumeOf::job;
  CHECK_THAT(cell_table<HoppingCell>(job).header(), ContainsSubstring("Local"));
  CHECK_THAT(cell_row(cell, job), ContainsSubstring("  16.16.8.4     16  single"));
  CHECK_THAT(cell_table<HoppingCell>().header(), !ContainsSubstring("Local"));
  CHECK_THAT(cell_row(cell), !ContainsSubstring("16.16.8.4"));
  SkippedCell const skipped{lattice_key("DWF5", 8, 5, Precision::single_precision, ""), "no lanes"};
  CHECK_THAT(skipped_row(skipped, job), ContainsSubstring("DWF5      -    5"));
}

TEST_CASE("a row of the kernel table has variant, error and roofline") {
  auto const row = cell_row(dwf4(16, 368178.0444, "blocked"));
  std::istringstream words(row);
  std::vector<std::string> const found{std::istream_iterator<std::string>(words), {}};
  CHECK(found == std::vector<std::string>{"DWF4", "16", "16", "single", "1.1.2.4.1", "blocked",
                                          "368178.044", "184089.022", "1.5", "ms", "5.0", "1.2e-07",
                                          "25.0", "50.0", "L2", "bandwidth"});
}

TEST_CASE("the longest lane grid does not shift the columns") {
  auto cell = dwf4(16, 1000, "a");
  auto const usual = cell_row(cell);
  cell.lane_grid = {1, 1, 1, 1, 16};
  CHECK(cell_row(cell).find(" a ") == usual.find(" a "));
}

TEST_CASE("a row without a figure states the error of the result and the tolerance") {
  FailedCell cell{.key = lattice_key("DWF4", 8, 1, Precision::single_precision, "a"),
                  .reason = "differs",
                  .verification_error = 1.23e-3,
                  .verification_tolerance = 2e-6};
  CHECK_THAT(failed_row(cell),
             ContainsSubstring("a: FAILED (differs: error 0.0012 where 2e-06 is allowed)\n"));
  cell.verification_site_error = 0.5;
  cell.verification_site_tolerance = 1.6e-5;
  CHECK_THAT(failed_row(cell),
             ContainsSubstring("allowed, of the worst site 0.5 where 1.6e-05 is)"));
}

TEST_CASE("figures in doubt are marked, and unknown ones are a dash") {
  auto cell = dwf4(16, 1000, "a");
  CHECK_THAT(cell_row(cell), !ContainsSubstring("!"));
  cell.seconds.standard_error = 2e-4;
  CHECK_THAT(cell_row(cell), ContainsSubstring(" 10.0!"));
  cell.roofline_fraction = 1.05;
  CHECK_THAT(cell_row(cell), ContainsSubstring(" 105.0  "));
  cell.roofline_fraction = 1.2;
  CHECK_THAT(cell_row(cell), ContainsSubstring(" 120.0!  "));
  cell.roofline_fraction = std::nullopt;
  cell.ceiling.clear();
  CHECK_THAT(cell_row(cell), ContainsSubstring(" 25.0         -   -\n"));
  MemoryCell copy;
  copy.kernel = "copy";
  copy.seconds = {.count = 10, .median = 1, .mean = 1, .standard_error = 0.06};
  copy.roofline_fraction = 2;
  auto const row = cell_row(copy);
  CHECK_THAT(row, ContainsSubstring(" 0.000        1 s    6.0!"));
  CHECK_THAT(row, ContainsSubstring(" 200.0!"));
  HaloCell halo;
  halo.seconds = {
      .count = 2, .median = 1, .mean = 1, .standard_error = 0.06, .minimum = 1, .maximum = 1};
  CHECK_THAT(cell_row(halo), ContainsSubstring("!"));
}

TEST_CASE("near the end of a level a row has a range of roofs and both ceilings") {
  auto cell = dwf4(16, 1000, "a");
  cell.roof.range = RoofRange{0.25, 0.654, "L3 bandwidth", "memory bandwidth"};
  CHECK_THAT(cell_row(cell), ContainsSubstring(" 25-65   L3 bandwidth or memory bandwidth\n"));
  cell.roof.range->ceiling_if_slower = "L3 bandwidth";
  CHECK_THAT(cell_row(cell), ContainsSubstring(" 25-65   L3 bandwidth\n"));
  cell.roof.range->lowest = 1.1;
  CHECK_THAT(cell_row(cell), ContainsSubstring(" 110-65! "));
}

TEST_CASE("a row of a memory kernel has the time of its launch, and the rate without it") {
  MemoryCell cell;
  cell.kernel = "triad";
  cell.gb_per_s = cell.gb_per_s_per_node = 100;
  cell.seconds = {.count = 10, .median = 2e-6, .mean = 2e-6};
  cell.launch_seconds = 5e-7;
  CHECK(launch_share(cell) == Approx(0.25));
  CHECK(gb_per_s_per_node_without_launch(cell).value() == Approx(100 / 0.75));
  CHECK_THAT(cell_row(cell), ContainsSubstring("25.0    133.333"));
  cell.launch_seconds = 1.9e-6; // otherwise the difference of two almost equal times is left
  CHECK_FALSE(gb_per_s_per_node_without_launch(cell));
  CHECK_THAT(cell_row(cell), ContainsSubstring("95.0          -"));
}

TEST_CASE("rows of messages name the pages of their buffers") {
  MessageCell message;
  message.pattern = "one-way";
  message.seconds.median = message.seconds.mean = 1;
  CHECK_THAT(cell_row(message), !ContainsSubstring("MiB"));
  message.page_bytes = 2u << 20;
  CHECK_THAT(cell_row(message), ContainsSubstring(" 2 MiB "));
  CollectiveCell collective;
  collective.seconds.median = collective.seconds.mean = 1;
  collective.page_bytes = 4096;
  CHECK_THAT(cell_row(collective), ContainsSubstring(" 4 KiB "));
}

TEST_CASE("a solver that is faster than its own operator is marked") {
  SolveCell cell;
  cell.kernel = "CG Wilson";
  cell.seconds = {.count = 10, .median = 1, .mean = 1};
  cell.iterations = 1;
  cell.operator_mflops_per_node = 100;
  cell.mflops_per_node = 104;
  CHECK_THAT(cell_row(cell), ContainsSubstring(" 104.0  "));
  cell.mflops_per_node = 152.6;
  CHECK_THAT(cell_row(cell), ContainsSubstring(" 152.6! "));
}

TEST_CASE("energy has a line if there are counters") {
  auto cell = dwf4(16, 1000, "a");
  CHECK_THAT(cell_row(cell), !ContainsSubstring("energy"));
  cell.energy.figures = Energy{.joules_per_call = 0.0123456, .watts_per_node = 150.04};
  CHECK_THAT(cell_row(cell),
             ContainsSubstring("\n          energy: 0.01235 J per call, 150.0 W per node\n"));
  cell.energy = cell.energy.of_work(2.5);
  CHECK_THAT(cell_row(cell), ContainsSubstring(" W per node, 202.5 Mflop/s per watt\n"));
  MemoryCell memory;
  memory.kernel = "copy";
  memory.seconds = {.count = 1, .median = 1, .mean = 1};
  memory.energy.missing = "why not";
  CHECK_THAT(cell_row(memory), ContainsSubstring("\n          energy: none (why not)\n"));
}

TEST_CASE("skipped and failed cells have a reason and no figure") {
  CHECK(skipped_row({lattice_key("DWF5", 8, 5, Precision::single_precision, ""), "no lanes"}) ==
        "DWF5      8    5  single  all variants: skipped (no lanes)\n");
  CHECK_THAT(failed_row({.key = lattice_key("DWF5", 8, 5, Precision::single_precision, "a"),
                         .reason = "differs"}),
             ContainsSubstring("a: FAILED (differs: error "));
}

TEST_CASE("the summary states the score and explains it") {
  auto summary =
      score_of({dwf4(12, 306451.774, "a"), dwf4(16, 368178.044, "a"), dwf4(16, 184089.022, "b")},
               {"of two", {"a", "b"}});
  summary.memory = MemoryReading{385.031, "axpy (KITT)", 48, "memory bandwidth"};
  summary.exchange =
      ExchangeReading{8787.4, 17574.8, "xyzt", "shm", std::size_t{24} << 20, "nodes"};
  auto const text = score_text(summary);
  CHECK_THAT(text, ContainsSubstring("Per Node Summary table Ls=16"));
  CHECK_THAT(text, ContainsSubstring("306451.774"));
  CHECK_THAT(text, ContainsSubstring(": 337315 Mflop/s per node"));
  CHECK_THAT(text, ContainsSubstring(": 368178 Mflop/s per node"));
  CHECK_THAT(text, ContainsSubstring("Robustness (of two)             : 0.500 (worst / best"));
  CHECK_THAT(text,
             ContainsSubstring(": 385.0 GB/s per node (axpy (KITT) at L = 48, bound by memory "
                               "bandwidth)\n"));
  CHECK_THAT(text,
             ContainsSubstring(": 8787 MB/s per node one way, 17575 both ways (between nodes: "
                               "faces of 24 MiB, xyzt by shm)\n"));
}

TEST_CASE("the summary names what is missing") {
  auto const text = score_text(score_of({dwf4(16, 1, "a")}, {"of two", {"a", "b"}}));
  CHECK_THAT(text, ContainsSubstring("none (needs DWF4 at L = 12 and L = 16)"));
  CHECK_THAT(text, ContainsSubstring("Robustness (of two)             : not available (lacks b)"));
  CHECK_THAT(text, ContainsSubstring("Memory bandwidth                : none (needs the memory"));
  CHECK_THAT(text, ContainsSubstring("none (needs the halo benchmark)"));
  CHECK_THAT(score_text({}), ContainsSubstring("none (needs DWF4 at L = 12 and L = 16)"));
}

TEST_CASE("numbers are printed for people") {
  CHECK(readable_seconds(1.5) == "1.5 s");
  CHECK(readable_seconds(2.5e-6) == "2.5 us");
  CHECK(readable_seconds(5e-10) == "0.5 ns");
  CHECK(readable_bytes(4096) == "4 KiB");
  CHECK(readable_bytes(512) == "512 B");
  CHECK(readable_bytes(3.0 * 1024 * 1024) == "3 MiB");
}
