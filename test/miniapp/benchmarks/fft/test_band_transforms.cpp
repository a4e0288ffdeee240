// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"
#include "test/comms/mpi_test.hpp"

#include "miniapp/benchmarks/fft/band_transforms.hpp"
#include "miniapp/benchmarks/fft/fft_cell.hpp"

#include <cmath>

using namespace kitt;
using namespace kitt::miniapp;
using namespace kitt::perf;
using comms::LineMethod;

namespace {

BandTransforms make(PencilBox const& box, std::size_t batch, std::uint64_t seed = 7,
                    ResultOrder order = ResultOrder::transposed) {
  auto const once = [](std::function<void()> const& work) {
    work();
    return 1e-3;
  };
  return {test::test_world(), box,  batch, LineMethod::alltoallv, order, 2,
          kokkos_memory,      seed, once};
}

} // namespace

TEST_CASE("transforms and products pass verification before and after timing") {
  auto const& world = test::test_world();
  for (auto const& extents : {std::array{8, 8, 8}, std::array{12, 9, 10}})
    for (std::size_t const batch : {1, 3}) {
      auto bands = make({extents, comms::spread_tasks(world.places())}, batch);
      CHECK(bands.wrong_bytes() == 0);
      bands.run();
      CHECK(bands.wrong_left() == 0);
      *reinterpret_cast<unsigned char*>(bands.after(batch - 1)) ^=
          1; // changes the last bit of a number
      CHECK(bands.wrong_left() == 1);
      CHECK(bands.wrong_bytes() == 0);
      bands.run();
      FftCell cell;
      bands.sample_more(cell);
      CHECK(cell.product_seconds == 1e-3);
      CHECK(cell.reduce_by_node_seconds.has_value() == (world.size() > 1));
      bands.describe(cell);
      CHECK(cell.verification_error > 0);
      CHECK(cell.verification_error <= cell.verification_tolerance);
      CHECK(cell.line_seconds > 0);
    }
}

TEST_CASE("boxes of ranks with different seeds are found wrong") {
  auto const& world = test::test_world();
  if (world.size() == 1)
    KITT_SKIP("a single rank has no other rank to disagree with");
  // Each rank chooses the verified coefficients by its own seed.
  auto bands = make({{8, 8, 8}, comms::spread_tasks(world.places())}, 2,
                    static_cast<std::uint64_t>(world.rank()));
  CHECK(world.sum(static_cast<double>(bands.wrong_bytes())) > 0);
}

TEST_CASE("in natural order, each coefficient lies where the number with its index lay before") {
  auto const& world = test::test_world();
  std::array const n{12, 9, 10};
  std::array const wave{5, 2, 7};
  PencilBox const box{n, comms::spread_tasks(world.places())};
  auto bands = make(box, 2, 7, ResultOrder::natural);
  CHECK(bands.wrong_bytes() == 0);
  auto const y = box.part(1, comms::Line::rows, world.rank());
  auto const z = box.part(2, comms::Line::columns, world.rank());
  auto const each = [&](auto const& visit) {
    std::size_t i = 0;
    for (int iz = z.begin; iz < z.begin + z.count; ++iz)
      for (int iy = y.begin; iy < y.begin + y.count; ++iy)
        for (int ix = 0; ix < n[0]; ++ix)
          visit(i++, std::array{ix, iy, iz});
  };
  each([&](std::size_t i, std::array<int, 3> const& x) { // the input is a plane wave, which has a
                                                         // single coefficient
    double turns = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
      turns += static_cast<double>(wave[axis] * x[axis] % n[axis]) / n[axis];
    bands.before(1)[i] = std::polar(1.0, 2 * std::acos(-1.0) * turns);
  });
  bands.run();
  each([&](std::size_t i, std::array<int, 3> const& k) {
    CHECK(std::abs(bands.natural(1)[i] - (k == wave ? 1080.0 : 0.0)) < 1e-10);
  });
}

TEST_CASE("an FFT cell has the expected figures") {
  FftCell cell;
  cell.numbers = 1024;
  cell.batch = 4;
  cell.nodes = 2;
  cell.seconds.median = 1e-3;
  cell.line_seconds = 1e-3;
  cell.row_seconds = 0.4e-3;
  cell.column_seconds = 0.6e-3;
  cell.product_seconds = 2e-3;
  CHECK(flops(cell) == Approx(5 * 1024 * 10 * 4));
  CHECK(gflops_per_s_per_node(cell) == Approx(0.1024));
  CHECK(product_gflops_per_s_per_node(cell) == Approx(8 * 16 * 1024 / 2e-3 / 2 * 1e-9));
  CHECK(exchange_share(cell) == Approx(0.5));
  CHECK(step_seconds(cell) == Approx(3e-3));
}
