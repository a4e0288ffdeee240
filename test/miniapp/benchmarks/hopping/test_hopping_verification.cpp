// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "core/fields/gauge_start.hpp"
#include "core/operators/hopping.hpp"
#include "miniapp/benchmarks/hopping/hopping_problem.hpp"
#include "miniapp/benchmarks/hopping/hopping_verification.hpp"
#include "miniapp/benchmarks/hopping/packing.hpp"

#include <complex>

using namespace kitt;
using namespace kitt::miniapp;

namespace {

/// Stands for the communicator of a run with one rank.
struct OneRank {
  static double sum(double value) { return value; }
  static double max(double value) { return value; }
};

FieldError compare(auto const& out, auto const& expected) {
  return error_of(over_all_ranks(difference_of(out, expected), OneRank{}));
}

HoppingProblem<double> problem_on(LocalVolume const& volume, GaugeField links, int ls = 2) {
  return {volume, {volume, std::move(links), LinkGhosts{}, TimeBoundary::antiperiodic}, ls, 1};
}

/// A hopping problem on 4^4 sites with one lane, some of whose links may be wrong.
struct SmallLattice {
  using Links = LinkField<double, 1>;

  LocalVolume volume = LocalVolume::whole({4, 4, 4, 4});
  Lattice lattice{volume.extents, {1, 1, 1, 1, 1}};
  HoppingProblem<double> problem = problem_on(volume, hot_gauge(volume, 1));
  SpinorField<double, 1> in{"in", lattice, 2};
  SpinorField<double, 1> out{"out", lattice, 2};
  SpinorField<double, 1> expected{"expected", lattice, 2};
  ExecutionSpace exec;

  Links links(Parity parity) const { return {lattice, parity, problem.links().links()}; }
  Links wrong_links(Parity parity) const {
    return {lattice, parity, PeriodicLinks{hot_gauge(volume, 2)}};
  }

  /// Returns the fault of an operator with these links that applies D or D^dagger as
  /// `made(target, dagger)` says, which may be wrong.
  auto fault(std::array<Links, 2> const& of, auto const& made) {
    HoppingTerm<Links> const hopping(Stencil(lattice), of, 2);
    return find_fault(tolerance<double>({}), [&, hopping](Parity target, Dagger dagger) {
      problem.fill_source(in, opposite(target));
      problem.fill_expected(expected, target, {dagger});
      hopping(exec, target, in.view(), out.view(), made(target, dagger));
      exec.fence("applied");
      return compare(out, expected);
    });
  }
};

/// Rounds to single precision. The volatile variable is needed because gcc 12 at -O2 removes the
/// conversion to float and back.
double rounded(double value) {
  float const volatile narrow = static_cast<float>(value);
  return static_cast<double>(narrow);
}

/// Returns links rounded to single precision.
GaugeField rounded_links(LocalVolume const& volume) {
  auto gauge = hot_gauge(volume, 1);
  for (auto& link : gauge.links)
    for (auto& row : link)
      for (auto& element : row)
        element = {rounded(element.real()), rounded(element.imag())};
  return gauge;
}

} // namespace

TEST_CASE("one wrong site among many fails, even if the error of the whole field is small enough") {
  Lattice const lattice({8, 8, 8, 8}, {1, 1, 1, 1, 1});
  int const ls = 16;
  SpinorField<float, 1> expected("expected", lattice, ls);
  SpinorField<float, 1> out("out", lattice, ls);
  RandomSource const source{1, lattice.extents()};
  fill(expected, Parity::odd, source);
  fill(out, Parity::odd, source);
  CHECK(compare(out, expected).whole == 0);
  CHECK(compare(out, expected).site == 0);

  for_each_element(out, Parity::odd,
                   [](Coordinate const& x, int s, int spin, int colour, float& re, float&) {
                     if (x == Coordinate{3, 5, 1, 2} && s == 7 && spin == 2 && colour == 1)
                       re += 0.1F;
                   });
  auto const allowed = tolerance<float>({.travel = Travel::half_precision});
  auto const error = compare(out, expected);
  CHECK(error.whole < allowed.whole);
  CHECK(error.site == Approx(0.1 / std::sqrt(8)).epsilon(0.02)); // a spinor has 24 numbers with a
                                                                 // mean square of 1/3
  CHECK(error.site / error.whole == Approx(std::sqrt(8 * 8 * 8 * 8 / 2 * ls)));
  CHECK_FALSE(error.within(allowed));
}

TEST_CASE("a result with NaN has an infinite error") {
  Lattice const lattice({4, 4, 4, 4}, {1, 1, 1, 1, 1});
  SpinorField<double, 1> expected("expected", lattice, 1);
  SpinorField<double, 1> out("out", lattice, 1);
  fill(expected, Parity::odd, RandomSource{1, lattice.extents()});
  fill(out, Parity::odd, RandomSource{1, lattice.extents()});
  for_each_element(out, Parity::odd, [](Coordinate const& x, int, int, int, double& re, double&) {
    if (x == Coordinate{1, 0, 0, 0})
      re = std::nan("");
  });
  CHECK(compare(out, expected).whole == std::numeric_limits<double>::infinity());
  CHECK(compare(out, expected).site == std::numeric_limits<double>::infinity());
}

TEST_CASE("both parities and the dagger are verified") {
  SmallLattice small;
  auto const same = [](Parity, Dagger dagger) { return dagger; };
  auto const even = small.links(Parity::even);
  auto const odd = small.links(Parity::odd);
  CHECK_FALSE(small.fault({even, odd}, same));

  auto fault = small.fault({small.wrong_links(Parity::even), odd}, same);
  REQUIRE(fault);
  CHECK(fault->what == "even from odd sites");
  CHECK_FALSE(fault->error.within(fault->allowed));
  fault = small.fault({even, small.wrong_links(Parity::odd)}, same);
  REQUIRE(fault);
  CHECK(fault->what == "odd from even sites");
  fault = small.fault({even, odd}, [](Parity, Dagger) { return Dagger::no; });
  REQUIRE(fault);
  CHECK(fault->what == "odd from even sites, daggered");
  fault = small.fault({even, odd}, [](Parity target, Dagger dagger) {
    return target == Parity::odd ? dagger : Dagger::no;
  });
  REQUIRE(fault);
  CHECK(fault->what == "even from odd sites, daggered");
}

TEST_CASE("a call of both parities is wrong if one parity is wrong") {
  SmallLattice small;
  auto const difference = [&](Parity target, Dagger made) {
    small.problem.fill_expected(small.expected, target, {Dagger::yes});
    small.problem.fill_expected(small.out, target, {made});
    return difference_of(small.out, small.expected);
  };
  auto const both = [&](Dagger even) {
    auto all = difference(Parity::odd, Dagger::yes);
    all += difference(Parity::even, even);
    CHECK(all.sites == 4 * 4 * 4 * 4 * 2);
    return error_of(over_all_ranks(all, OneRank{}));
  };
  CHECK(both(Dagger::yes).whole == 0);
  auto const error = both(Dagger::no);
  CHECK(error.whole > 0.1);
  CHECK(error.site > 1);
}

TEST_CASE("an operator is checked once for each combination of kernel, lanes, slices and links") {
  CheckedOperators checked;
  int checks = 0;
  auto const check = [&] {
    ++checks;
    return std::optional<OperatorFault>({"wrong", {}, {}});
  };
  CheckedOperators::Key const dwf4{"DWF4", {1, 1, 2, 2, 1}, 2, LinkStorage::full};
  CHECK(checked(dwf4, check)->what == "wrong");
  CHECK(checked(dwf4, check)->what == "wrong");
  CHECK(checks == 1);
  checked({"DWF4", {1, 1, 2, 2, 1}, 2, LinkStorage::narrow}, check);
  checked({"DWF4", {1, 1, 1, 2, 1}, 2, LinkStorage::full}, check);
  checked({"Wilson", {1, 1, 2, 2, 1}, 2, LinkStorage::full}, check);
  checked({"DWF4", {1, 1, 2, 2, 1}, 1, LinkStorage::full}, check);
  CHECK(checks == 5);
}

TEST_CASE("each loss of precision adds its share to the tolerance") {
  CHECK(tolerance<double>({}).whole == 1e-13);
  CHECK(tolerance<float>({}).whole == 2e-6);
  CHECK(tolerance<double>({}).site == 8 * 1e-13);
  // faces in the precision of the field lose nothing
  CHECK(tolerance<float>({.travel = Travel::single_precision}).whole == 2e-6);
  CHECK(tolerance<double>({.travel = Travel::single_precision}).whole == 1e-13 + 0x1p-24);
  CHECK(tolerance<double>({.links = LinkStorage::narrow, .travel = Travel::half_precision}).whole ==
        Approx(1e-13 + 0x1p-24 + 0x1p-11));
  UnitarityError const links{.unitarity = 1e-7, .determinant = 2e-7};
  CHECK(tolerance<double>({.unitarity = links}).whole == 1e-13);
  CHECK(
      tolerance<double>(
          {.links = LinkStorage::two_rows, .travel = Travel::single_precision, .unitarity = links})
          .whole == Approx(0x1p-24 + 2e-7 + std::sqrt(3) * 1e-7));
}

TEST_CASE("links that are in SU(3) to single precision give a third row that is accurate to single "
          "precision") {
  auto const volume = LocalVolume::whole({4, 4, 4, 4});
  auto problem = problem_on(volume, rounded_links(volume), 1);
  Lattice const lattice(volume.extents, {1, 1, 1, 1, 1});
  using Links = LinkField<double, 1, LinkStorage::two_rows>;
  auto const links = [&](Parity parity) { return Links(lattice, parity, problem.links().links()); };
  SpinorField<double, 1> in("in", lattice, 1);
  SpinorField<double, 1> out("out", lattice, 1);
  SpinorField<double, 1> expected("expected", lattice, 1);
  problem.fill_source(in, Parity::even);
  problem.fill_expected(expected, Parity::odd, {Dagger::no});
  ExecutionSpace const exec;
  HoppingTerm<Links> const hopping(Stencil(lattice), {links(Parity::even), links(Parity::odd)}, 1);
  hopping(exec, Parity::odd, in.view(), out.view());
  exec.fence("applied");
  auto const error = compare(out, expected);
  CHECK(problem.links().unitarity().unitarity > 1e-8);
  auto const allowed =
      tolerance<double>({.links = LinkStorage::two_rows, .unitarity = problem.links().unitarity()});
  CHECK(error.within(allowed));
  CHECK_FALSE(error.within(tolerance<double>({})));
  CHECK(allowed.whole < 1e-6);
}

TEST_CASE("every volume and every Ls has lanes: a full register, half a register, or one lane") {
  CHECK(lane_grid<double>(Packing::one_lane, {6, 6, 6, 6}, 5) == LaneGrid{1, 1, 1, 1, 1});
  if constexpr (native_lanes < double >> 1) {
    CHECK_FALSE(lane_grid<double>(Packing::full_in_space, {6, 6, 6, 6}, 5));
    CHECK_FALSE(lane_grid<double>(Packing::full_along_s, {6, 6, 6, 6}, native_lanes<double> + 1));
    CHECK(lane_grid<double>(Packing::full_along_s, {6, 6, 6, 6}, native_lanes<double>) ==
          fifth_dimension_lanes(native_lanes<double>));
    CHECK(lane_grid<double>(Packing::full_in_space, {16, 16, 16, 16}, 1));
  }
  if constexpr (native_lanes<float> >= 8) {
    CHECK(lane_grid<float>(Packing::full_in_both, {12, 12, 12, 12}, native_lanes<float>) ==
          LaneGrid{2, native_lanes<float> / 8, 1, 1, 4});
    CHECK_FALSE(lane_grid<float>(Packing::full_in_both, {12, 12, 12, 12}, 6));
    CHECK_FALSE(lane_grid<float>(Packing::full_in_both, {6, 6, 6, 6}, native_lanes<float>));
  }
}
