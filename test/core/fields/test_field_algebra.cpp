// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/fields/field_algebra.hpp"

#include "core/fields/field_conversion.hpp"
#include "test/catch.hpp"
#include "test/core/operator_setup.hpp"

using namespace kitt;
using namespace kitt::test;

namespace {

Extents const extents{4, 4, 4, 8};

/// Two random fields in the layout L, and as plain arrays.
template <class L>
struct TwoFields {
  using T = typename L::value_type;
  using Plain = reference::Field<T>;
  int ls = L::along_s ? 2 * L::lanes : 3;
  Lattice lattice = L::lattice(extents);
  Plain plain_x = random_field<T>(extents, ls, 71);
  Plain plain_y = random_field<T>(extents, ls, 72);
  std::array<typename L::Field, 2> x = L::fields(lattice, ls);
  std::array<typename L::Field, 2> y = L::fields(lattice, ls);
  ExecutionSpace exec;

  TwoFields() {
    to_kernel(plain_x, x);
    to_kernel(plain_y, y);
  }

  /// Runs f(exec, x, y) for both parities. Returns the new y.
  template <class F>
  Plain after(F const& f) const {
    for (std::size_t p = 0; p < 2; ++p)
      f(exec, x[p].view(), y[p].view());
    exec.fence("kitt::test: y is read");
    return from_kernel(y);
  }
  /// Returns y with element i replaced by f(x, y, i).
  template <class F>
  Plain expected(F const& f) const {
    Plain out = plain_y;
    for (std::size_t i = 0; i < out.values.size(); ++i)
      out.values[i] = f(plain_x.values[i], plain_y.values[i], i);
    return out;
  }
};

} // namespace

TEMPLATE_TEST_CASE("sums over fields equal the sums over plain fields", "", KITT_LAYOUTS) {
  using T = typename TestType::value_type;
  TwoFields<TestType> const f;
  double norm = 0;
  std::complex<double> product = 0;
  for (std::size_t p = 0; p < 2; ++p) {
    norm += kitt::norm2(f.exec, f.x[p].view());
    auto const own = kitt::dot(f.exec, f.x[p].view(), f.y[p].view());
    product += std::complex<double>(own.re, own.im);
  }
  auto const naive = test::dot(f.plain_x, f.plain_y);
  CHECK(norm == Approx(test::norm2(f.plain_x)).epsilon(tolerance<T>()));
  CHECK(std::abs(product - naive) < tolerance<T>() * norm);
  CHECK(std::abs(naive) > 1e-3 * norm); // shows that the naive sum is not zero, so that the check
                                        // above is meaningful
}

TEMPLATE_TEST_CASE("linear combinations of fields equal those of plain fields", "", KITT_LAYOUTS) {
  using T = typename TestType::value_type;
  TwoFields<TestType> const f;
  auto const a = static_cast<T>(0.3);
  SECTION("axpy") {
    auto const out =
        f.after([](auto const& exec, auto const& x, auto const& y) { axpy(exec, 0.3, x, y); });
    CHECK(relative_error(out, f.expected([a](auto x, auto y, auto) { return a * x + y; })) <
          tolerance<T>());
  }
  SECTION("xpay") {
    auto const out =
        f.after([](auto const& exec, auto const& x, auto const& y) { xpay(exec, x, 0.3, y); });
    CHECK(relative_error(out, f.expected([a](auto x, auto y, auto) { return x + a * y; })) <
          tolerance<T>());
  }
  SECTION("axpby returns the combination and the norm of its result") {
    double norm = 0;
    auto const b = static_cast<T>(-0.7);
    auto const out = f.after([&](auto const& exec, auto const& x, auto const& y) {
      norm += axpby_norm2(exec, 0.3, x, -0.7, y);
    });
    CHECK(relative_error(out, f.expected([a, b](auto x, auto y, auto) { return a * x + b * y; })) <
          tolerance<T>());
    CHECK(norm == Approx(test::norm2(out)).epsilon(tolerance<T>()));
  }
  SECTION("two fields are added to a third, with the norm of the sum") {
    double norm = 0;
    auto const b = static_cast<T>(-0.7);
    auto const out = f.after([&](auto const& exec, auto const& x, auto const& y) {
      norm += axpbypz_norm2(exec, 0.3, x, -0.7, x, y);
    });
    CHECK(relative_error(out, f.expected([a, b](auto x, auto y, auto) {
            return (a + b) * x + y;
          })) < tolerance<T>());
    CHECK(norm == Approx(test::norm2(out)).epsilon(tolerance<T>()));
  }
  SECTION("scale") {
    auto const out =
        f.after([](auto const& exec, auto const& x, auto const& y) { scale(exec, 0.3, x, y); });
    CHECK(relative_error(out, f.expected([a](auto x, auto, auto) { return a * x; })) <
          tolerance<T>());
  }
  SECTION("copy") {
    auto const out =
        f.after([](auto const& exec, auto const& x, auto const& y) { kitt::copy(exec, x, y); });
    CHECK(out.values == f.plain_x.values);
  }
  SECTION("gamma5") {
    auto const out =
        f.after([](auto const& exec, auto const& x, auto const& y) { gamma5(exec, x, y); });
    CHECK(out.values ==
          f.expected([](auto x, auto, auto i) { return i % 12 < 6 ? x : -x; }).values);
  }
  SECTION("axpy returns the combination and the norm of its result") {
    double norm = 0;
    auto const out = f.after([&](auto const& exec, auto const& x, auto const& y) {
      norm += axpy_norm2(exec, 0.3, x, y);
    });
    CHECK(relative_error(out, f.expected([a](auto x, auto y, auto) { return a * x + y; })) <
          tolerance<T>());
    CHECK(norm == Approx(test::norm2(out)).epsilon(tolerance<T>()));
  }
}

TEST_CASE("a solver's vector step is an axpy followed by an xpay") {
  using L = Layout<double, native_lanes<double>>;
  TwoFields<L> const f; // x is the solution, y the search direction
  auto const plain_r = random_field<double>(extents, f.ls, 73);
  auto const r = L::fields(f.lattice, f.ls);
  to_kernel(plain_r, r);
  for (std::size_t p = 0; p < 2; ++p)
    axpy_xpay(f.exec, 0.3, f.x[p].view(), r[p].view(), 0.7, f.y[p].view());
  f.exec.fence("kitt::test: x and p are read");
  auto solution = f.plain_x;
  auto direction = f.plain_y;
  for (std::size_t i = 0; i < solution.values.size(); ++i) {
    solution.values[i] += 0.3 * f.plain_y.values[i];
    direction.values[i] = plain_r.values[i] + 0.7 * f.plain_y.values[i];
  }
  CHECK(relative_error(from_kernel(f.x), solution) < 1e-14);
  CHECK(relative_error(from_kernel(f.y), direction) < 1e-14);
}

TEST_CASE("a field is converted to another precision and lane grid, and back") {
  using Precise = Layout<double, native_lanes<double>>;
  using Fast = Layout<float, native_lanes<float>>;
  auto const plain = random_field<double>(extents, 3, 74);
  auto const precise_lattice = Precise::lattice(extents);
  auto const fast_lattice = Fast::lattice(extents);
  auto const precise = Precise::fields(precise_lattice, 3);
  auto const back = Precise::fields(precise_lattice, 3);
  auto const fast = Fast::fields(fast_lattice, 3);
  to_kernel(plain, precise);
  to_kernel(plain, back);
  ExecutionSpace const exec;
  for (std::size_t p = 0; p < 2; ++p) {
    auto const parity = static_cast<Parity>(p);
    FieldConversion<Fast::Field, Precise::Field> const to_fast(fast_lattice, precise_lattice,
                                                               parity);
    FieldConversion<Precise::Field, Fast::Field> const to_precise(precise_lattice, fast_lattice,
                                                                  parity);
    to_fast(exec, 2.0, precise[p], fast[p]);
    to_precise.add(exec, 0.5, fast[p], back[p]); // gives twice the field
  }
  exec.fence("kitt::test: the fields are read");
  auto const in_fast = from_kernel(fast);
  auto twice = plain;
  for (std::size_t i = 0; i < plain.values.size(); ++i) {
    REQUIRE(in_fast.values[i] == std::complex<float>(2.0 * plain.values[i]));
    twice.values[i] += 0.5 * std::complex<double>(in_fast.values[i]);
  }
  CHECK(from_kernel(back).values == twice.values);
}
