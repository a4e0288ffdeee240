// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "comms/node/huge_pages.hpp"
#include "core/base/error.hpp"
#include "core/base/finite.hpp"
#include "core/fields/random.hpp"
#include "miniapp/benchmarks/memory/memory.hpp"
#include "perf/ceilings/cost_table.hpp"

#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>
#include <vector>

using namespace kitt::miniapp;
using namespace kitt::perf;
namespace comms = kitt::comms;

TEMPLATE_TEST_CASE("every memory kernel agrees with scalar arithmetic", "", float, double) {
  for (int const l : {2, 4, 6, 8}) {
    MemoryFields<TestType> fields(l, 7, kitt::kokkos_memory);
    for (auto const kernel : memory_kernels) {
      INFO(kitt::to_string(kernel) << " at L = " << l);
      CHECK(fields.verification_error(kernel) <= fields.verification_tolerance(kernel));
    }
  }
}

TEST_CASE("verification finds a wrong result") {
  // x . y, computed again one number after another
  constexpr int l = 4;
  MemoryFields<double> fields(l, 3, kitt::kokkos_memory);
  double sum = 0;
  double scale = 0;
  for (std::uint64_t i = 0; i < memory_field_reals(l); ++i) {
    auto const product = kitt::counter_uniform(3 + 1, i) * kitt::counter_uniform(3 + 2, i);
    sum += product;
    scale += std::abs(product);
  }
  CHECK(std::abs(fields.run(MemoryKernel::read) - sum) <= 1e-14 * scale);
}

TEMPLATE_TEST_CASE("one NaN or infinity among good numbers is found", "", float, double) {
  constexpr std::int64_t length = 1000;
  std::vector<TestType> x(length, 1);
  std::vector<TestType> y(length, 0);
  for (std::size_t const at : {std::size_t{0}, x.size() / 2, x.size() - 1})
    for (auto const wrong :
         {std::numeric_limits<TestType>::quiet_NaN(), std::numeric_limits<TestType>::infinity()}) {
      auto z = x;
      CHECK(largest_error(MemoryKernel::copy, x.data(), y.data(), z.data(), length) == 0);
      z[at] = wrong;
      CHECK_FALSE(
          kitt::is_finite(largest_error(MemoryKernel::copy, x.data(), y.data(), z.data(), length)));
    }
}

TEMPLATE_TEST_CASE("a NaN or infinity among the inputs is found, whatever the result is", "", float,
                   double) {
  using enum MemoryKernel;
  constexpr std::int64_t length = 1000;
  auto const nan = std::numeric_limits<TestType>::quiet_NaN();
  std::vector<TestType> const good(length, 1);
  auto bad = good;
  bad[500] = nan;
  for (auto const& z : {good, bad}) {
    auto const passes = [&](MemoryKernel kernel, auto const& x, auto const& y) {
      return kitt::is_finite(largest_error(kernel, x.data(), y.data(), z.data(), length));
    };
    for (auto const kernel : {axpy, copy, triad}) {
      INFO(kitt::to_string(kernel));
      CHECK_FALSE(passes(kernel, bad, good));
      CHECK(passes(kernel, good, good) == (z[500] == 1));
    }
    CHECK_FALSE(passes(axpy, good, bad));
    CHECK_FALSE(passes(triad, good, bad));
  }
}

TEST_CASE("errors are relative and positive, and 0 if all numbers are 0") {
  std::vector<double> const none(100, 0);
  auto const error = [&](std::vector<double> const& x, std::vector<double> const& z) {
    return largest_error(MemoryKernel::copy, x.data(), none.data(), z.data(), 100);
  };
  CHECK(error(none, none) == 0);
  std::vector<double> const x(100, 4);
  for (double const wrong : {3.0, 5.0}) {
    auto z = x;
    z[99] = wrong;
    CHECK(error(x, z) == 0.25);
    CHECK_FALSE(kitt::is_finite(error(none, z))); // the result of the copy should have been 0
  }
}

TEST_CASE("fields on huge pages give the same results") {
  MemoryFields<float> plain(4, 11, comms::huge_page_source(comms::HugePages::none));
  MemoryFields<float> huge(4, 11, comms::huge_page_source(comms::HugePages::madvise));
  auto const sum = plain.run(MemoryKernel::read);
  CHECK(huge.run(MemoryKernel::read) == Approx(sum));
  CHECK(sum != 0);
}

TEST_CASE("axpy and triad move three streams, read and copy move two") {
  auto const bytes = [](MemoryKernel kernel) {
    return memory_kernel_bytes(kernel, 8, Precision::single_precision);
  };
  CHECK(bytes(MemoryKernel::axpy) == 393216);
  CHECK(bytes(MemoryKernel::axpy_kokkos_kernels) == 393216);
  CHECK(bytes(MemoryKernel::triad) == 393216);
  CHECK(bytes(MemoryKernel::read) == 262144);
  CHECK(bytes(MemoryKernel::copy) == 262144);
  CHECK(memory_kernel_bytes(MemoryKernel::axpy, 8, Precision::double_precision) == 786432);
  CHECK(memory_kernel_flops(MemoryKernel::axpy, 8) == 65536);
  CHECK(memory_kernel_flops(MemoryKernel::copy, 8) == 0);
}

TEST_CASE("bytes and flops are those of Grid's published table") {
  std::ifstream seed(KITT_SHARED_DIR "/reference/seeds/000_grid_dirac_itt.txt");
  if (!seed)
    KITT_SKIP("no ../shared beside the clone");
  std::string text;
  while (std::getline(seed, text) && !text.starts_with("= Benchmarking a*x + y")) {
  }
  int rows = 0;
  // Columns: L, bytes, GB/s, Gflop/s. The ratio of the last two is 1/6 flop per byte.
  while (rows < 11 && std::getline(seed, text)) {
    std::istringstream row(text);
    int l = 0;
    double bytes = 0, gb = 0, gflops = 0;
    if (!(row >> l >> bytes >> gb >> gflops))
      continue;
    ++rows;
    auto const ours = memory_kernel_bytes(MemoryKernel::axpy, l, Precision::single_precision);
    CHECK(static_cast<double>(ours) == bytes);
    CHECK(memory_kernel_flops(MemoryKernel::axpy, l) / bytes == Approx(gflops / gb).epsilon(1e-3));
  }
  CHECK(rows == 11); // the table has L = 8 to 48 in steps of 4
}

TEST_CASE("ranks share a field in equal parts of whole packs") {
  CHECK(memory_field_reals(8, 2) == memory_field_reals(8) / 2);
  CHECK(memory_field_reals(8, 1) == 8 * 8 * 8 * 8 * 8);
  for (int const l : {2, 6, 8})
    for (int const ranks : {2, 3, 5, 16}) {
      auto const part = memory_field_reals(l, ranks);
      CHECK(part % 64 == 0);
      CHECK(part * static_cast<std::size_t>(ranks) >= memory_field_reals(l));
      CHECK((part - 64) * static_cast<std::size_t>(ranks) < memory_field_reals(l));
      MemoryFields<float> fields(l, 7, kitt::kokkos_memory, ranks);
      CHECK(fields.verification_error(MemoryKernel::axpy) <=
            fields.verification_tolerance(MemoryKernel::axpy));
      CHECK(fields.verification_error(MemoryKernel::read) <=
            fields.verification_tolerance(MemoryKernel::read));
    }
}

TEST_CASE("all fields together have the requested size in bytes, rounded down to whole packs") {
  using enum MemoryKernel;
  auto const bytes = [](std::int64_t asked, MemoryKernel kernel, int ranks = 1) {
    auto const reals = memory_field_reals_of(asked, kernel, Precision::double_precision, ranks);
    return ranks *
           static_cast<std::int64_t>(memory_call_bytes(kernel, reals, Precision::double_precision));
  };
  CHECK(bytes(32768, copy) == 32768);
  CHECK(bytes(32768, read) == 32768);
  CHECK(bytes(32768, triad) == 21 * 64 * 8 * 3); // three fields of 10752 bytes: 32256 bytes in all
  CHECK(bytes(1 << 20, copy, 4) == 1 << 20);
  CHECK(bytes(1, copy) == 64 * 8 * 2); // at least one pack of each field
  MemoryFields<double>::Reals const reals{
      memory_field_reals_of(32768, triad, Precision::double_precision)};
  MemoryFields<double> fields(reals, 7, kitt::kokkos_memory);
  CHECK(fields.verification_error(triad) <= fields.verification_tolerance(triad));
}

TEST_CASE("impossible sizes are refused as user errors") {
  for (int const l : {-4, 0, 1, 7, 4096})
    CHECK_THROWS_AS(MemoryFields<float>(l, 1, kitt::kokkos_memory), kitt::UserError);
}

TEST_CASE("each memory kernel moves the bytes that its description states") {
  constexpr int l = 8;
  constexpr double sites = l * l * l * l;
  struct Pair {
    Kernel kernel;
    MemoryKernel memory_kernel;
  };
  for (auto const& [kernel, memory_kernel] :
       {Pair{Kernel::axpy, MemoryKernel::axpy},
        Pair{Kernel::axpy, MemoryKernel::axpy_kokkos_kernels},
        Pair{Kernel::read, MemoryKernel::read}, Pair{Kernel::copy, MemoryKernel::copy},
        Pair{Kernel::triad, MemoryKernel::triad}})
    for (auto const precision : {Precision::single_precision, Precision::double_precision}) {
      INFO(kitt::to_string(memory_kernel));
      auto const cost = memory_cost(kernel, precision);
      CHECK(cost.bytes_per_site * sites ==
            static_cast<double>(memory_kernel_bytes(memory_kernel, l, precision)));
      CHECK(cost.flops_per_site * sites == memory_kernel_flops(memory_kernel, l));
    }
}
