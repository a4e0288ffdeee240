// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/bsm/bsm_cell.hpp"
#include "miniapp/benchmarks/hopping/hopping_cell.hpp"
#include "perf/ceilings/cost_table.hpp"
#include "perf/ceilings/roofline.hpp"
#include "test/catch.hpp"

#include <limits>

using namespace kitt::miniapp;
using namespace kitt::perf;
using kitt::LinkStorage;

namespace {

/// Returns ceilings with a peak of 1000 (single) and 500 (double) Gflop/s. L2 has 1 MB at 100 GB/s,
/// and memory has 10 GB/s.
Ceilings made_up() {
  Ceilings ceilings;
  ceilings.single_gflops_per_s = 1000;
  ceilings.double_gflops_per_s = 500;
  ceilings.levels = {{"L2", 500000, 1000000, 100, 100, 100},
                     {"memory", 9000000, std::numeric_limits<std::size_t>::max(), 10, 10, 10}};
  return ceilings;
}

Work hopping_work(Precision precision, LinkStorage links, double sites, int ls = 1) {
  auto const cost = hopping_cost(precision, ls, FlopCount::grid, links);
  return {cost.flops_per_site * sites, cost.bytes_per_site * sites};
}

} // namespace

TEST_CASE("in a cache, the roof is the cache's bandwidth times the arithmetic intensity") {
  // 1000 sites of 768 bytes are 768 kB
  auto const work = hopping_work(Precision::single_precision, LinkStorage::full, 1000);
  auto const found = roofline(made_up(), Precision::single_precision, work, 10e-6);
  CHECK(found.arithmetic_intensity == Approx(1.75)); // 1344 flops / 768 bytes
  CHECK(found.ceiling == "L2 bandwidth");
  CHECK(found.gb_per_s == 100);
  CHECK(found.gflops_per_s == Approx(175));
  CHECK(found.fraction.value() == Approx(134.4 / 175)); // 1.344 Mflop in 10 us are 134.4 Gflop/s
  CHECK(found.peak_fraction == Approx(0.1344));
}

TEST_CASE("compressed links raise intensity and roof, but not the flops") {
  struct Case {
    LinkStorage links;
    double bytes_per_site;
  };
  // Far out of cache with Ls = 8, a site has 48 spinor reals and an eighth of 8 links. A link has
  // 18, 12 or half of 18 reals.
  for (auto const& [links, bytes_per_site] :
       {Case{LinkStorage::full, 4. * (48 + 18)}, Case{LinkStorage::two_rows, 4. * (48 + 12)},
        Case{LinkStorage::narrow, 4. * (48 + 9)}}) {
    constexpr double sites = 1e9;
    auto const work = hopping_work(Precision::single_precision, links, sites, 8);
    auto const found = roofline(made_up(), Precision::single_precision, work, 100);
    CHECK(work.bytes == Approx(bytes_per_site * sites));
    CHECK(found.ceiling == "memory bandwidth");
    CHECK(found.gb_per_s == Approx(10).epsilon(1e-3));
    CHECK(found.gflops_per_s == Approx(1344 / bytes_per_site * found.gb_per_s));
    CHECK(found.fraction.value() == Approx(1344e9 / 100 * 1e-9 / found.gflops_per_s));
    CHECK(found.peak_fraction == Approx(0.01344));
  }
}

TEST_CASE("compression may bring a kernel into a cache") {
  constexpr double sites = 1500; // sites have 768, 576 or 480 bytes
  auto const full = hopping_work(Precision::single_precision, LinkStorage::full, sites);
  auto const two_rows = hopping_work(Precision::single_precision, LinkStorage::two_rows, sites);
  CHECK(roofline(made_up(), Precision::single_precision, full, 1).ceiling == "memory bandwidth");
  CHECK(roofline(made_up(), Precision::single_precision, two_rows, 1).ceiling == "L2 bandwidth");
}

TEST_CASE("the peak of the precision is the roof where memory feeds more than can be computed") {
  auto ceilings = made_up();
  ceilings.levels.front() = {"L2", 500000, 1000000, 1e5, 1e5, 1e5};
  auto const work = hopping_work(Precision::double_precision, LinkStorage::full, 100);
  auto const found = roofline(ceilings, Precision::double_precision, work, 1e-6);
  CHECK(found.ceiling == "double multiply-add peak");
  CHECK(found.gflops_per_s == 500);
  CHECK(found.gb_per_s == 1e5); // the bandwidth of memory is still reported
  CHECK(found.fraction.value() == Approx(134.4 / 500));
  CHECK(found.peak_fraction == Approx(found.fraction.value()));
}

TEST_CASE("a kernel without flops is compared with the bandwidth") {
  auto const found = roofline(made_up(), Precision::single_precision, {0, 500000}, 10e-6);
  CHECK(found.arithmetic_intensity == 0);
  CHECK(found.ceiling == "L2 bandwidth");
  CHECK(found.gflops_per_s == 0);
  CHECK(found.fraction.value() == Approx(0.5)); // 50 of 100 GB/s are reached
  CHECK(found.peak_fraction == 0);
}

TEST_CASE("the fraction of the bandwidth equals the fraction of the flops that it feeds") {
  // axpy has 16 flops on 96 bytes
  auto const with = roofline(made_up(), Precision::single_precision, {16e3, 96e3}, 2e-6);
  auto const without = roofline(made_up(), Precision::single_precision, {0, 96e3}, 2e-6);
  CHECK(with.fraction.value() == Approx(without.fraction.value()));
  CHECK(with.gflops_per_s == Approx(100. / 6));
}

TEST_CASE("the network is a third ceiling for work that sends bytes to other nodes") {
  auto ceilings = made_up();
  Work work{1344e3, 768e3}; // L2 allows 175 Gflop/s
  work.bytes_sent = 10e3;   // 134.4 flops per byte sent
  auto const alone = roofline(ceilings, Precision::single_precision, work, 10e-6);
  CHECK(alone.ceiling == "L2 bandwidth"); // one node, or the network was not measured
  CHECK(alone.network_gflops_per_s == 0);
  ceilings.network_gb_per_s = 2;
  auto const wide = roofline(ceilings, Precision::single_precision, work, 10e-6);
  CHECK(wide.ceiling == "L2 bandwidth");
  CHECK(wide.network_gflops_per_s == Approx(268.8));
  CHECK(wide.fraction.value() == Approx(alone.fraction.value()));
  ceilings.network_gb_per_s = 1;
  auto const narrow = roofline(ceilings, Precision::single_precision, work, 20e-6);
  CHECK(narrow.ceiling == "network bandwidth");
  CHECK(narrow.network_gflops_per_s == Approx(134.4));
  CHECK(narrow.gflops_per_s == Approx(134.4));
  CHECK(narrow.fraction.value() == Approx(0.5)); // 67.2 of 134.4 Gflop/s
  CHECK(narrow.gb_per_s == 100);                 // the bandwidth of the caches is still reported
  work.bytes_sent = 0;
  CHECK(roofline(ceilings, Precision::single_precision, work, 1).ceiling == "L2 bandwidth");
}

TEST_CASE("a cell keeps what it sends, so that another network renews its roofline") {
  auto ceilings = made_up();
  ceilings.network_gb_per_s = 1;
  HoppingCell cell;
  cell.seconds.median = 20e-6;
  Work work{1344e3, 768e3};
  work.bytes_sent = 10e3;
  auto const found = roofline(ceilings, cell.precision, work, cell.seconds.median);
  add_roofline(cell, found, work);
  CHECK(cell.ceiling == "network bandwidth");
  CHECK(cell.roof.network_gflops_per_s == Approx(134.4));
  auto const faster = better_of(ceilings, [&] {
    auto other = ceilings;
    other.network_gb_per_s = 3;
    return other;
  }());
  renew_roofline(cell, faster);
  CHECK(cell.ceiling == "L2 bandwidth");
  CHECK(cell.roof.network_gflops_per_s == Approx(403.2));
  CHECK(cell.roofline_fraction.value() == Approx(67.2 / 175));
}

TEST_CASE("no ceiling is named if the level that holds the data was not measured") {
  auto ceilings = made_up();
  ceilings.levels.pop_back();
  auto const found = roofline(ceilings, Precision::single_precision, {1e9, 2e6}, 1e-3);
  CHECK_FALSE(found.fraction);
  CHECK(found.ceiling.empty());
  CHECK(found.gflops_per_s == 0);
  CHECK(found.gb_per_s == 0);
  CHECK(found.peak_fraction == Approx(1));
  CHECK(roofline(ceilings, Precision::single_precision, {1e9, 1e6}, 1e-3).fraction);
  CHECK(roofline({}, Precision::single_precision, {1e9, 2e6}, 1e-3).peak_fraction == 0);
}

TEST_CASE("a cell under new ceilings equals a cell that was measured with them") {
  auto disturbed = made_up();
  disturbed.single_gflops_per_s = 0.01;
  auto const work = hopping_work(Precision::single_precision, LinkStorage::full, 1000);
  HoppingCell cell;
  cell.seconds.median = 10e-6;
  add_roofline(cell, roofline(disturbed, cell.precision, work, cell.seconds.median), work);
  CHECK(cell.peak_fraction > 1000);
  renew_roofline(cell, made_up());
  CHECK(cell.ceiling == "L2 bandwidth");
  CHECK(cell.roofline_fraction.value() == Approx(134.4 / 175));
  CHECK(cell.roofline_gflops_per_s == Approx(175));
  CHECK(cell.peak_fraction == Approx(0.1344));
}

TEST_CASE(
    "an update kernel is compared with update kernels, and touches fewer bytes than it moves") {
  Ceilings ceilings;
  ceilings.double_gflops_per_s = 500;
  // Memory: written data is read first, except in an update.
  ceilings.curve = {{1u << 20, 100, 100, 100, 100}, {1u << 30, 12, 8, 9, 12.5}};
  ceilings.levels =
      levels_of(ceilings.curve, {{"memory", 1u << 30, std::numeric_limits<std::size_t>::max()}});
  constexpr double pairs = 2;
  constexpr double sites = 1e9;
  ColourSpace const space{3};
  auto const flops = bsm_flops(BsmTest::mad, space, GroupFlopCount::usual) * pairs * sites;
  auto const moved = bsm_bytes(BsmTest::mad, space, Precision::double_precision) * pairs * sites;
  auto const touched = bsm_working_set(BsmTest::mad, space, Precision::double_precision, 2) * sites;
  CHECK(moved == 3 * 24 * 8 * pairs * sites);
  CHECK(touched == 2 * 24 * 8 * pairs * sites);
  Work const mad{flops, moved, touched, bsm_streams(BsmTest::mad)};
  BsmCell cell;
  cell.seconds.median = moved / 12.5e9;
  add_roofline(cell, roofline(ceilings, cell.precision, mad, cell.seconds.median), mad);
  CHECK(cell.roofline_fraction.value() == Approx(1));
  CHECK(cell.working_set_bytes == touched);
  CHECK(cell.roof.traffic_bytes == moved);
  ceilings.curve[1].update_gb_per_s = 25; // as if other programs had disturbed the first
                                          // measurement
  renew_roofline(cell, ceilings);
  CHECK(cell.roofline_fraction.value() == Approx(0.5));
  CHECK(cell.roof.streams == Streams::updated);
}

TEST_CASE("a call of several applications touches its links once") {
  ColourSpace const space{3};
  constexpr auto in = Precision::double_precision;
  CHECK(bsm_working_set(BsmTest::sqnorm, space, in, 4) == 4 * 24 * 8);
  CHECK(bsm_working_set(BsmTest::dphi, space, in, 2) == (4 * 24 + 8 * 18) * 8);
  CHECK(bsm_bytes(BsmTest::dphi, space, in) * 2 == (4 * 24 + 2 * 8 * 18) * 8);
}

TEST_CASE("a solver's step touches each field and each link once") {
  constexpr auto in = Precision::double_precision;
  // Fields x, p, r, S^dagger p and the even field between. Links of both parities.
  CHECK(solver_working_set(in, 1, SolvedOperator::wilson) == (5 * 24 + 2 * 8 * 18) * 8);
  CHECK(solver_working_set(in, 1, SolvedOperator::hisq) == (5 * 6 + 2 * 16 * 18) * 8);
  CHECK(solver_working_set(in, 1, SolvedOperator::clover) == (5 * 24 + 2 * 8 * 18 + 2 * 72) * 8);
  for (auto const op : {SolvedOperator::wilson, SolvedOperator::clover,
                        SolvedOperator::twisted_mass, SolvedOperator::domain_wall,
                        SolvedOperator::mobius, SolvedOperator::naive, SolvedOperator::asqtad})
    for (auto const recurrence : {SolverRecurrence::cg, SolverRecurrence::pipelined})
      CHECK(solver_working_set(in, 8, op, recurrence) <
            applications_per_iteration(op) *
                solver_cost(in, 8, op, FlopCount::grid, recurrence).bytes_per_site);
}

TEST_CASE("solvers of several right-hand sides share the links") {
  constexpr auto in = Precision::double_precision;
  constexpr auto op = SolvedOperator::wilson;
  auto const cost = [](SolverRecurrence recurrence, int rhs) {
    return solver_cost(in, rhs, op, FlopCount::grid, recurrence, rhs);
  };
  auto const one = cost(SolverRecurrence::cg, 1);
  auto const multiple = cost(SolverRecurrence::multiple, 4);
  auto const block = cost(SolverRecurrence::block, 4);
  CHECK(multiple.flops_per_site == one.flops_per_site);
  // Links of two hopping terms are divided by four. Half of the product A p is read once more.
  CHECK(one.bytes_per_site - multiple.bytes_per_site == (2 * 8 * 18 * 3 / 4 - 24 / 2) * 8);
  CHECK(block.bytes_per_site == multiple.bytes_per_site);
  // Twelve complex numbers, with 16 multiply-adds for X, Q (twice) and P each in four columns, and
  // two halves of a hermitian matrix of products
  CHECK(2 * (block.flops_per_site - schur_cost(in, 4, op).flops_per_site) ==
        12 * 8 * (4 * 16 + 2 * 10) / 4);
  CHECK(solver_working_set(in, 4, op, SolverRecurrence::block) == (6 * 24 + 2 * 8 * 18 / 4) * 8);
}

TEST_CASE("a kernel that only reads is compared with the read bandwidth") {
  auto ceilings = made_up();
  ceilings.levels.front() = {"L2", 500000, 1000000, 80, 100, 120};
  Work const read{0, 400000, 0, Streams::read};
  CHECK(roofline(ceilings, Precision::single_precision, read, 1e-5).fraction.value() ==
        Approx(0.5)); // 40 of 80 GB/s are reached
}
