// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause

/// \file
/// Tests that verification finds a NaN even if it is compiled with -ffast-math, because users may
/// compile all of KITT with this flag. CMake adds a flag that undoes it
/// (cmake/KittFiniteMath.cmake), but not for this file.

#include "test/catch.hpp"

#include "core/base/finite.hpp"
#include "core/fields/random.hpp"
#include "core/fields/spinor_field.hpp"
#include "miniapp/benchmarks/hopping/hopping_verification.hpp"
#include "miniapp/benchmarks/memory/memory.hpp"

#include <cstdint>
#include <cstring>
#include <vector>

using namespace kitt;

namespace {

/// Returns NaN. The compiler cannot know this, because the bits are read from memory.
template <class T>
T unknown_nan() {
  std::uint8_t volatile byte = 0xff;
  T number;
  std::memset(&number, byte, sizeof number);
  return number;
}

} // namespace

TEST_CASE("this file is compiled with -ffast-math") {
  CHECK(__FINITE_MATH_ONLY__ == 1);
}

TEMPLATE_TEST_CASE("a hopping term with one NaN is not within any tolerance", "", float, double) {
  Lattice const lattice({4, 4, 4, 4}, {1, 1, 1, 1, 1});
  SpinorField<TestType, 1> expected("expected", lattice, 1);
  SpinorField<TestType, 1> out("out", lattice, 1);
  RandomSource const source{1, lattice.extents()};
  fill(expected, Parity::odd, source);
  fill(out, Parity::odd, source);
  auto const error = [&] { return miniapp::error_of(miniapp::difference_of(out, expected)); };
  miniapp::FieldError const loose{1e300, 1e300};
  CHECK(error().within(loose));
  out.view()(3, 0, 5, 1, 0) = unknown_nan<TestType>();
  CHECK_FALSE(error().within(loose));
  CHECK_FALSE(miniapp::FieldError{}.within({unknown_nan<double>(), 1}));
}

TEMPLATE_TEST_CASE("a kernel of kitt memory with one NaN is not within any tolerance", "", float,
                   double) {
  std::vector<TestType> const good(1000, 1);
  auto x = good;
  auto z = good;
  auto const error = [&] {
    return miniapp::largest_error(miniapp::MemoryKernel::copy, x.data(), good.data(), z.data(),
                                  static_cast<std::int64_t>(good.size()));
  };
  CHECK(is_within(error(), 0));
  z[500] = unknown_nan<TestType>();
  CHECK_FALSE(is_within(error(), 1e300));
  x[500] = unknown_nan<TestType>(); // the copy of a NaN would be right, but is refused too
  CHECK_FALSE(is_within(error(), 1e300));
  z[500] = 1;
  CHECK_FALSE(is_within(error(), 1e300));
}
