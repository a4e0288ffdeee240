// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/pic/particles/field.hpp"

#include <utility>

namespace kitt::miniapp {

namespace {

std::size_t potential_numbers(SlabGrid const& grid) {
  return static_cast<std::size_t>(grid.cells_of_plane()) *
         static_cast<std::size_t>(grid.planes + 2);
}
std::size_t field_size(SlabGrid const& grid) {
  return grid.sites() * field_numbers;
}

} // namespace

std::size_t ParticleField::bytes(SlabGrid const& grid) {
  return (2 * potential_numbers(grid) + field_size(grid)) * sizeof(double);
}

ParticleField::ParticleField(SlabGrid const& grid, MemorySource const& memory)
    : grid_(grid), memory_(memory("kitt::particles::field", bytes(grid))) {
  auto* const numbers = static_cast<double*>(memory_.get());
  auto const n = potential_numbers(grid);
  field_ = {numbers, field_size(grid)};
  potential_ = {numbers + field_size(grid), n};
  next_ = {numbers + field_size(grid) + n, n};
  clear(ExecutionSpace());
}

void ParticleField::clear(ExecutionSpace const& exec) {
  Kokkos::deep_copy(exec, potential_, 0.0);
  Kokkos::deep_copy(exec, next_, 0.0);
  Kokkos::deep_copy(exec, field_, 0.0);
}

void ParticleField::sweep(ExecutionSpace const& exec, FlatView<double> const& charge, double mean) {
  auto const grid = grid_;
  auto const old = potential_;
  auto const next = next_;
  auto const sites = potential_sites();
  double const scale = 1 / mean;
  Kokkos::parallel_for(
      "kitt::particles::sweep", SitePolicy(exec, 0, grid.planes * grid.whole[1]),
      KOKKOS_LAMBDA(int kj) {
        auto const [nx, ny, nz] = grid.whole;
        int const k = kj / ny;
        int const j = kj % ny;
        double const* const plane = &old((k + 1) * sites);
        double const* const row = plane + j * nx;
        double const* const north = plane + (j + 1 < ny ? j + 1 : 0) * nx;
        double const* const south = plane + (j > 0 ? j - 1 : ny - 1) * nx;
        double const* const source = &charge(grid.site(0, j, k));
        double* const out = &next((k + 1) * sites + j * nx);
        auto const relax = [&](int i, int west, int east) {
          out[i] = (row[west] + row[east] + north[i] + south[i] + row[i - sites] + row[i + sites] +
                    source[i] * scale - 1) /
                   6;
        };
        relax(0, nx - 1, 1);
        for (int i = 1; i + 1 < nx; ++i)
          relax(i, i - 1, i + 1);
        relax(nx - 1, nx - 2, 0);
      });
  std::swap(potential_, next_);
}

void ParticleField::differentiate(ExecutionSpace const& exec) {
  auto const grid = grid_;
  auto const phi = potential_;
  auto const field = field_;
  auto const sites = potential_sites();
  Kokkos::parallel_for(
      "kitt::particles::differentiate", SitePolicy(exec, 0, grid.planes * (grid.whole[1] + 1)),
      KOKKOS_LAMBDA(int kj) {
        auto const [nx, ny, nz] = grid.whole;
        int const k = kj / (ny + 1);
        int const j = kj % (ny + 1);
        double const* const plane = &phi((k + 1) * sites);
        int const y = j < ny ? j : 0;
        double const* const row = plane + y * nx;
        double const* const north = plane + (y + 1 < ny ? y + 1 : 0) * nx;
        double const* const south = plane + (y > 0 ? y - 1 : ny - 1) * nx;
        for (int i = 0; i <= nx; ++i) {
          int const x = i < nx ? i : 0;
          double* const e = &field(static_cast<std::int64_t>(grid.site(i, j, k)) * field_numbers);
          e[0] = (row[x > 0 ? x - 1 : nx - 1] - row[x + 1 < nx ? x + 1 : 0]) / 2;
          e[1] = (south[x] - north[x]) / 2;
          e[2] = (row[x - sites] - row[x + sites]) / 2;
          e[3] = 0;
        }
      });
}

FlatView<double> ParticleField::potential_plane(int k) const {
  auto const sites = static_cast<std::size_t>(potential_sites());
  return {potential_.data() + static_cast<std::size_t>(k + 1) * sites, sites};
}

FlatView<double> ParticleField::field_plane(int k) const {
  auto const numbers = static_cast<std::size_t>(grid_.plane_sites()) * field_numbers;
  return {field_.data() + static_cast<std::size_t>(k) * numbers, numbers};
}

} // namespace kitt::miniapp
