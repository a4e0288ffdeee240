// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/gauge_file.hpp"
#include "core/operators/clover.hpp"
#include "core/operators/mobius.hpp"
#include "core/operators/twisted_mass.hpp"
#include "test/catch.hpp"
#include "test/core/operator_setup.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

using namespace kitt;
using namespace kitt::test;
using nlohmann::json;

namespace {

double const tight = 1e-13;
std::filesystem::path const data = std::filesystem::path(KITT_SHARED_DIR) / "data";

void check_close(double value, json const& golden) {
  double const expected = golden.get<double>();
  CHECK(std::abs(value - expected) <= tight * std::max(1.0, std::abs(expected)));
}

void check_samples(reference::Field<double> const& field, json const& samples) {
  for (auto const& sample : samples) {
    Coordinate const x{sample["x"], sample["y"], sample["z"], sample["t"]};
    auto const value = field.at(
        x, sample.value("s", 0))[3 * sample["spin"].get<int>() + sample["colour"].get<int>()];
    check_close(value.real(), sample["value"][0]);
    check_close(value.imag(), sample["value"][1]);
  }
}

void check_dot(std::complex<double> value, json const& golden, double scale) {
  CHECK(std::abs(value - std::complex<double>(golden[0], golden[1])) <= tight * scale);
}

template <class L>
void check_wilson(json const& golden, json const& source, PeriodicLinks const& links) {
  Extents const& extents = links.field.extents;
  auto const lattice = L::lattice(extents);
  auto const hopping = L::hopping(lattice, links, 1);
  WilsonOperator const wilson(hopping, golden["mass"].get<double>());
  auto const psi = random_field<double>(extents, 1, source["seed"]);
  check_close(norm2(psi), source["norm2"]);
  check_samples(psi, source["samples"]);

  auto const hopped = run<L>(full_hopping(hopping), lattice, psi);
  check_close(norm2(hopped), golden["norm2_Dhop"]);
  check_close(norm2(run<L>(full_hopping(hopping, Dagger::yes), lattice, psi)),
              golden["norm2_DhopDag"]);
  check_dot(dot(psi, hopped), golden["src_dot_Dhop"], std::sqrt(norm2(psi) * norm2(hopped)));
  check_samples(hopped, golden["samples_Dhop"]);
  auto const m =
      run<L>([&](auto const& e, auto const& a, auto const& b) { wilson(e, a, b); }, lattice, psi);
  check_close(norm2(m), golden["norm2_M"]);
  check_samples(m, golden["samples_M"]);
  auto const mdag_m =
      run<L>([&](auto const& e, auto const& a, auto const& b) { wilson(e, a, b, Dagger::yes); },
             lattice, m);
  check_close(norm2(mdag_m), golden["norm2_MdagM"]);
}

template <class L>
void check_domain_wall(json const& golden, json const& source, PeriodicLinks const& links) {
  Extents const& extents = links.field.extents;
  int const ls = golden["Ls"];
  auto const lattice = L::lattice(extents);
  DomainWallOperator const op(L::hopping(lattice, links, ls), {golden["M5"], golden["mass"]});
  auto const apply = [&](auto const& in, Dagger dagger) {
    return run<L>([&](auto const& e, auto const& a, auto const& b) { op(e, a, b, dagger); },
                  lattice, in);
  };
  auto const psi = random_field<double>(extents, ls, source["seed"]);
  check_close(norm2(psi), source["norm2"]);
  check_samples(psi, source["samples"]);
  auto const d = apply(psi, Dagger::no);
  check_close(norm2(d), golden["norm2_D"]);
  check_dot(dot(psi, d), golden["src_dot_D"], std::sqrt(norm2(psi) * norm2(d)));
  check_samples(d, golden["samples_D"]);
  auto const ddag = apply(psi, Dagger::yes);
  check_close(norm2(ddag), golden["norm2_Ddag"]);
  check_samples(ddag, golden["samples_Ddag"]);
  check_close(norm2(apply(d, Dagger::yes)), golden["norm2_DdagD"]);
}

/// Checks M psi and M^dagger psi on `ls` slices.
template <class L, class Operator>
void check_operator(json const& golden, std::uint64_t seed, Operator const& op, int ls) {
  auto const& lattice = op.lattice();
  auto const psi = random_field<double>(lattice.extents(), ls, seed);
  check_close(norm2(psi), golden["norm2_source"]);
  auto const apply = [&](Dagger dagger) {
    return run<L>([&](auto const& e, auto const& a, auto const& b) { op(e, a, b, dagger); },
                  lattice, psi);
  };
  auto const m = apply(Dagger::no);
  auto const mdag = apply(Dagger::yes);
  check_close(norm2(m), golden["norm2_M"]);
  check_close(norm2(mdag), golden["norm2_Mdag"]);
  check_dot(dot(psi, m), golden["src_dot_M"], std::sqrt(norm2(psi) * norm2(m)));
  for (auto sample : golden["samples"]) {
    sample["value"] = sample["M"];
    check_samples(m, json::array({sample}));
    sample["value"] = sample["Mdag"];
    check_samples(mdag, json::array({sample}));
  }
}

/// Golden results that reference_operators.py computed, on links and sources from KITT's random
/// numbers. The script shares no code with KITT.
struct GoldenOperators {
  json golden = json::parse(std::ifstream(KITT_GOLDEN_OPERATORS));
  GaugeField gauge = hot_gauge(golden["extents"].get<Extents>(), golden["seeds"]["links"]);
  PeriodicLinks links{gauge, TimeBoundary::antiperiodic};
  std::uint64_t seed = golden["seeds"]["source"];
};

/// Calls check(entry, gauge field) for every file that golden.json lists.
template <class Check>
void for_each_golden(Check const& check) {
  if (!std::filesystem::exists(data / "golden.json"))
    KITT_SKIP("no ../shared/data/golden.json beside the clone");
  json const golden = json::parse(std::ifstream(data / "golden.json"));
  REQUIRE(golden.size() >= 4);
  for (auto const& [file, entry] : golden.items()) {
    INFO(file);
    auto const gauge = read_gauge_file(data / file).field;
    check(entry, gauge);
  }
}

} // namespace

TEMPLATE_TEST_CASE("golden results of the Wilson operator are reproduced", "", (Layout<double, 1>),
                   (Layout<double, native_lanes<double>>)) {
  for_each_golden([](json const& entry, GaugeField const& gauge) {
    check_wilson<TestType>(entry["wilson bc_t=+1"], entry["source4d"], {gauge});
    check_wilson<TestType>(entry["wilson bc_t=-1"], entry["source4d"],
                           {gauge, TimeBoundary::antiperiodic});
  });
}

TEMPLATE_TEST_CASE("golden results of the domain-wall operator are reproduced", "",
                   (Layout<double, 1>), (Layout<double, native_lanes<double>>),
                   (Layout<double, native_lanes<double>, 1>)) {
  for_each_golden([](json const& entry, GaugeField const& gauge) {
    check_domain_wall<TestType>(entry["dwf bc_t=-1"], entry["source5d"],
                                {gauge, TimeBoundary::antiperiodic});
  });
}

TEMPLATE_TEST_CASE("golden results of clover and twisted-mass operators are reproduced", "",
                   (Layout<double, 1>), (Layout<double, native_lanes<double>>)) {
  using L = TestType;
  GoldenOperators const of;
  auto const lattice = L::lattice(of.gauge.extents);
  auto const hopping = L::hopping(lattice, of.links, 1);
  auto const& clover = of.golden["clover"];
  CloverTerm<double, L::lanes> const term(lattice, of.links, 4 + clover["mass"].get<double>(),
                                          clover["csw"]);
  check_operator<L>(clover, of.seed, CloverOperator(hopping, term), 1);
  auto const& twisted = of.golden["twisted"];
  check_operator<L>(twisted, of.seed, TwistedMassOperator(hopping, twisted["mass"], twisted["mu"]),
                    1);
}

TEMPLATE_TEST_CASE("golden results of the Moebius operator are reproduced", "", (Layout<double, 1>),
                   (Layout<double, native_lanes<double>>),
                   (Layout<double, native_lanes<double>, 1>)) {
  using L = TestType;
  GoldenOperators const of;
  auto const& golden = of.golden["mobius"];
  int const ls = golden["Ls"];
  auto const lattice = L::lattice(of.gauge.extents);
  MobiusParameters const parameters{golden["M5"], golden["mass"], golden["b5"], golden["c5"]};
  check_operator<L>(golden, of.seed, MobiusOperator(L::hopping(lattice, of.links, ls), parameters),
                    ls);
}
