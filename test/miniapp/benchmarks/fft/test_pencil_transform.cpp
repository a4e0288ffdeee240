// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"
#include "test/comms/mpi_test.hpp"

#include "core/fields/random.hpp"
#include "miniapp/benchmarks/fft/pencil_transform.hpp"

#include <algorithm>
#include <cmath>
#include <fftw3.h>
#include <vector>

using namespace kitt;
using namespace kitt::miniapp;
using comms::Line;
using comms::LineMethod;

namespace {

using Box = std::array<int, 3>;

/// Returns the same random box [i2][i1][i0] on every rank.
std::vector<ComplexDouble> random_box(Box const& n) {
  std::vector<ComplexDouble> box(static_cast<std::size_t>(n[0] * n[1] * n[2]));
  for (std::size_t i = 0; i < box.size(); ++i)
    box[i] = {0x1p-63 * static_cast<double>(counter_bits(3, 2 * i)) - 1,
              0x1p-63 * static_cast<double>(counter_bits(3, 2 * i + 1)) - 1};
  return box;
}

/// Transforms the whole box on one rank by FFTW, which is independent of KITT.
std::vector<ComplexDouble> transform_by_fftw(Box const& n, std::vector<ComplexDouble> box) {
  auto* const numbers = reinterpret_cast<fftw_complex*>(box.data());
  auto* const plan =
      fftw_plan_dft_3d(n[2], n[1], n[0], numbers, numbers, FFTW_FORWARD, FFTW_ESTIMATE);
  fftw_execute(plan);
  fftw_destroy_plan(plan);
  return box;
}

/// Calls visit(place in the rank's part, place in the box) for each number of this rank.
template <class Visit>
void each_before(PencilBox const& box, int rank, Visit const& visit) {
  auto const& n = box.extents;
  auto const y = box.part(1, Line::rows, rank);
  auto const z = box.part(2, Line::columns, rank);
  std::size_t place = 0;
  for (int iz = z.begin; iz < z.begin + z.count; ++iz)
    for (int iy = y.begin; iy < y.begin + y.count; ++iy)
      for (int ix = 0; ix < n[0]; ++ix)
        visit(place++, static_cast<std::size_t>((iz * n[1] + iy) * n[0] + ix));
}

template <class Visit>
void each_after(PencilBox const& box, int rank, Visit const& visit) {
  auto const& n = box.extents;
  auto const x = box.part(0, Line::rows, rank);
  auto const y = box.part(1, Line::columns, rank);
  std::size_t place = 0;
  for (int ix = x.begin; ix < x.begin + x.count; ++ix)
    for (int iy = y.begin; iy < y.begin + y.count; ++iy)
      for (int iz = 0; iz < n[2]; ++iz)
        visit(place++, static_cast<std::size_t>((iz * n[1] + iy) * n[0] + ix));
}

void check_transform(comms::Communicator const& world, PencilBox const& box, LineMethod method,
                     int threads) {
  INFO(box.grid.name() << " " << kitt::to_string(method) << " " << threads);
  auto const rank = world.rank();
  auto const whole = random_box(box.extents);
  auto const expected = transform_by_fftw(box.extents, whole);
  std::vector<ComplexDouble> before(box.numbers_before(rank));
  std::vector<ComplexDouble> after(box.numbers_after(rank));
  std::vector<ComplexDouble> back(before.size());
  each_before(box, rank, [&](std::size_t i, std::size_t global) { before[i] = whole[global]; });
  auto const transform = [&](TransformDirection direction) {
    return PencilTransform(world, box, method, direction, threads, kokkos_memory);
  };
  transform(TransformDirection::forward).run(before.data(), after.data());
  double largest = 0;
  double error = 0;
  each_after(box, rank, [&](std::size_t i, std::size_t global) {
    error = std::max(error, std::abs(after[i] - expected[global]));
    largest = std::max(largest, std::abs(expected[global]));
  });
  CHECK(error <= 1e-13 * largest);
  transform(TransformDirection::inverse).run(after.data(), back.data());
  error = 0;
  for (std::size_t i = 0; i < before.size(); ++i)
    error = std::max(error, std::abs(back[i] / static_cast<double>(box.numbers()) - before[i]));
  CHECK(error <= 1e-14);
}

} // namespace

TEST_CASE("transforms equal those of FFTW on any grid of ranks") {
  auto const& world = test::test_world();
  for (auto const& extents : {Box{16, 16, 16}, Box{12, 10, 15}, Box{7, 11, 13}, Box{30, 6, 9}})
    for (int rows = 1; rows <= world.size(); ++rows) {
      if (world.size() % rows != 0)
        continue;
      PencilBox const box{extents, {rows, world.size() / rows, world.places()}};
      for (auto const method : {LineMethod::sendrecv, LineMethod::alltoallv})
        for (int const threads : {1, 3})
          check_transform(world, box, method, threads);
    }
}

TEST_CASE("a plane wave gives one coefficient at its place") {
  auto const& world = test::test_world();
  Box const n{6, 8, 10};
  Box const wave{5, 2, 7};
  PencilBox const box{n, comms::spread_tasks(world.places())};
  std::vector<ComplexDouble> before(box.numbers_before(world.rank()));
  std::vector<ComplexDouble> after(box.numbers_after(world.rank()));
  each_before(box, world.rank(), [&](std::size_t i, std::size_t global) {
    auto const g = static_cast<int>(global);
    Box const x{g % n[0], g / n[0] % n[1], g / n[0] / n[1]};
    double turns = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
      turns += static_cast<double>(wave[axis] * x[axis] % n[axis]) / n[axis];
    before[i] = std::polar(1.0, 2 * std::acos(-1.0) * turns);
  });
  PencilTransform(world, box, LineMethod::alltoallv, TransformDirection::forward, 2, kokkos_memory)
      .run(before.data(), after.data());
  auto const peak = static_cast<std::size_t>((wave[2] * n[1] + wave[1]) * n[0] + wave[0]);
  each_after(box, world.rank(), [&](std::size_t i, std::size_t global) {
    CHECK(std::abs(after[i] - (global == peak ? 480.0 : 0.0)) < 1e-11);
  });
}

TEST_CASE("the parts of an axis are as equal as possible and cover the axis") {
  for (int const n : {1, 7, 64})
    for (int parts = 1; parts <= n; ++parts) {
      int begin = 0;
      for (int number = 0; number < parts; ++number) {
        auto const part = axis_part(n, parts, number);
        CHECK(part.begin == begin);
        CHECK((part.count == n / parts || part.count == n / parts + 1));
        begin += part.count;
      }
      CHECK(begin == n);
    }
}
