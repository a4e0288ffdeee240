// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/gauge_file.hpp"
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
