// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/pic/particles/deposit.hpp"

#include "miniapp/benchmarks/pic/particles/particles.hpp"

#include <Kokkos_ScatterView.hpp>
#include <algorithm>
#include <optional>
#include <type_traits>

namespace kitt::miniapp {

namespace {

using Layout = FlatView<double>::array_layout;
using Scatter = Kokkos::Experimental::ScatterView<double*, Layout, ExecutionSpace>;
using ChargeView = Kokkos::View<double*, Layout, MemorySpace>;

/// Number of particles that a kernel treats at once. The number is large, so that finding the
/// thread's own copy of the grid costs almost no time.
constexpr std::int64_t block = 256;
ParticlePolicy blocks_of(ExecutionSpace const& exec, std::int64_t count) {
  return {exec, 0, (count + block - 1) / block};
}

/// Calls `add(upper, site, charge)` for each grid point that gets charge from a particle. First
/// come the points in the plane below the particle, then the points in the plane above it. `site`
/// counts from the first site of a plane.
template <RingPoints Points, class Add>
KOKKOS_FORCEINLINE_FUNCTION void deposit(ParticleViews const& views, std::int64_t p,
                                         SlabGrid const& grid, double fz, Add const& add) {
  double const share = views.charge(p) / static_cast<int>(Points);
  double const below = share * (1 - fz);
  double const above = share * fz;
  int const row = grid.row();
  for_ring<Points>(views.x(p), views.y(p), grid, [&](RingPoint const& point) {
    auto const [site, wx, wy] = point;
    auto const plane = [&](auto upper, double q) {
      double const near = q * (1 - wy);
      double const far = q * wy;
      add(upper, site, near * (1 - wx));
      add(upper, site + 1, near * wx);
      add(upper, site + row, far * (1 - wx));
      add(upper, site + row + 1, far * wx);
    };
    plane(std::false_type(), below);
    plane(std::true_type(), above);
  });
}

/// The first site of the plane below a particle, and how far above it the particle is.
struct Height {
  int plane;
  double above;
};
KOKKOS_FORCEINLINE_FUNCTION Height height_of(double z, SlabGrid const& grid) {
  int const k = static_cast<int>(z);
  return {k - grid.first_plane, z - k};
}

template <RingPoints Points>
void deposit_atomically(ExecutionSpace const& exec, Particles const& particles,
                        SlabGrid const& grid, FlatView<double> const& charge) {
  auto const views = particles.views();
  Kokkos::parallel_for(
      "kitt::particles::deposit_atomic", ParticlePolicy(exec, 0, particles.count),
      KOKKOS_LAMBDA(std::int64_t p) {
        auto const [k, fz] = height_of(views.z(p), grid);
        double* const lower = &charge(grid.site(0, 0, k));
        double* const upper = lower + grid.plane_sites();
        deposit<Points>(views, p, grid, fz, [&](auto is_upper, int site, double q) {
          Kokkos::atomic_add((is_upper ? upper : lower) + site, q);
        });
      });
}

template <RingPoints Points>
void deposit_scattered(ExecutionSpace const& exec, Particles const& particles, SlabGrid const& grid,
                       Scatter const& scatter) {
  auto const views = particles.views();
  auto const count = particles.count;
  Kokkos::parallel_for(
      "kitt::particles::deposit_scatter", blocks_of(exec, count), KOKKOS_LAMBDA(std::int64_t b) {
        auto const charge = scatter.access();
        auto const end = Kokkos::min((b + 1) * block, count);
        for (auto p = b * block; p < end; ++p) {
          auto const [k, fz] = height_of(views.z(p), grid);
          int const lower = grid.site(0, 0, k);
          int const upper = lower + grid.plane_sites();
          deposit<Points>(views, p, grid, fz, [&](auto is_upper, int site, double q) {
            charge((is_upper ? upper : lower) + site) += q;
          });
        }
      });
}

/// Returns the first plane of each thread, chosen so that all threads get about equally many
/// particles.
std::vector<int> share_planes(std::vector<std::int64_t> const& begins, int threads) {
  std::vector<int> first{0};
  for (int thread = 1; thread < threads; ++thread) {
    auto const wanted = begins.back() * thread / threads;
    auto const found = std::lower_bound(begins.begin(), begins.end() - 1, wanted);
    first.push_back(std::max(first.back(), static_cast<int>(found - begins.begin())));
  }
  first.push_back(static_cast<int>(begins.size()) - 1);
  return first;
}

/// Deposits charge with one thread for each group of planes. A thread adds to its planes and to a
/// private plane above its planes, because the plane above belongs to another thread.
template <RingPoints Points>
void deposit_planes(ExecutionSpace const& exec, Particles const& particles, SlabGrid const& grid,
                    std::vector<std::int64_t> const& begins, FlatView<double> const& charge,
                    ChargeView const& tops) {
  auto const threads = static_cast<int>(tops.extent(0)) / grid.plane_sites();
  auto const shares = share_planes(begins, threads);
  auto const first_planes = where_kernels_run<int>(shares);
  auto const begin_of = where_kernels_run<std::int64_t>(begins);
  auto const views = particles.views();
  auto const sites = grid.plane_sites();
  Kokkos::parallel_for(
      "kitt::particles::deposit_planes", SitePolicy(exec, 0, threads), KOKKOS_LAMBDA(int thread) {
        int const end_plane = first_planes(thread + 1);
        double* const top = &tops(static_cast<std::int64_t>(thread) * sites);
        for (int s = 0; s < sites; ++s)
          top[s] = 0;
        for (int k = first_planes(thread); k < end_plane; ++k) {
          double* const lower = &charge(grid.site(0, 0, k));
          double* const upper = k + 1 < end_plane ? lower + sites : top;
          for (auto p = begin_of(k); p < begin_of(k + 1); ++p)
            deposit<Points>(
                views, p, grid, height_of(views.z(p), grid).above,
                [&](auto is_upper, int site, double q) { (is_upper ? upper : lower)[site] += q; });
        }
      });
  Kokkos::parallel_for(
      "kitt::particles::add_tops", SitePolicy(exec, 0, sites), KOKKOS_LAMBDA(int s) {
        for (int thread = 0; thread < threads; ++thread)
          if (first_planes(thread) < first_planes(thread + 1))
            charge(grid.site(0, 0, first_planes(thread + 1)) + s) +=
                tops(static_cast<std::int64_t>(thread) * sites + s);
      });
  exec.fence("kitt::particles: wait for kernels that read the host's lists");
}

/// Adds the repeated columns and rows behind the last ones to the first column and row.
void fold(ExecutionSpace const& exec, SlabGrid const& grid, FlatView<double> const& charge) {
  Kokkos::parallel_for(
      "kitt::particles::fold", SitePolicy(exec, 0, grid.planes + 1), KOKKOS_LAMBDA(int k) {
        auto const move = [&](int from, int to) {
          charge(to) += charge(from);
          charge(from) = 0;
        };
        auto const [nx, ny, nz] = grid.whole;
        for (int j = 0; j <= ny; ++j)
          move(grid.site(nx, j, k), grid.site(0, j, k));
        for (int i = 0; i < nx; ++i)
          move(grid.site(i, ny, k), grid.site(i, 0, k));
      });
}

/// Returns the number of threads that share the planes. On a GPU each thread has one plane.
int plane_threads(SlabGrid const& grid) {
  return std::min(ExecutionSpace().concurrency(), grid.planes);
}

} // namespace

/// Memory that a deposition keeps between calls.
class ChargeDeposit::Scratch {
public:
  Scratch(SlabGrid const& grid, Deposition deposition, MemorySource const& memory) {
    if (deposition == Deposition::scatter) {
      ChargeView const own("kitt::particles::scattered", grid.sites());
      scatter.emplace(own);
      has_copies = scatter->subview().data() != own.data();
    }
    if (deposition != Deposition::sorted)
      return;
    sort.emplace(grid, memory);
    tops = ChargeView("kitt::particles::tops", static_cast<std::size_t>(plane_threads(grid)) *
                                                   static_cast<std::size_t>(grid.plane_sites()));
  }

  template <RingPoints Points>
  void add(ExecutionSpace const& exec, Particles& particles, SlabGrid const& grid,
           FlatView<double> const& charge) {
    if (scatter) {
      scatter->reset(exec);
      deposit_scattered<Points>(exec, particles, grid, *scatter);
      if (has_copies)
        scatter->contribute_into(exec, charge);
      else // because contribute_into() of Kokkos 4.7 adds nothing if there are no copies
        Kokkos::deep_copy(exec, charge, scatter->subview());
    } else if (sort) {
      auto const begins = (*sort)(exec, particles);
      deposit_planes<Points>(exec, particles, grid, begins, charge, tops);
    } else {
      deposit_atomically<Points>(exec, particles, grid, charge);
    }
  }

  std::optional<Scatter> scatter;
  /// whether each thread has its own copy of the grid; false for Serial and on a GPU
  bool has_copies = false;
  std::optional<ParticleSort> sort;
  ChargeView tops;
};

ChargeDeposit::ChargeDeposit(SlabGrid const& grid, RingPoints points, Deposition deposition,
                             MemorySource const& memory)
    : grid_(grid), points_(points), scratch_(std::make_unique<Scratch>(grid, deposition, memory)) {}
ChargeDeposit::~ChargeDeposit() = default;
ChargeDeposit::ChargeDeposit(ChargeDeposit&&) noexcept = default;
ChargeDeposit& ChargeDeposit::operator=(ChargeDeposit&&) noexcept = default;

std::size_t ChargeDeposit::scratch_bytes(SlabGrid const& grid, Deposition deposition,
                                         std::int64_t particles) {
  if (deposition == Deposition::sorted)
    return ParticleSort::scratch_bytes(grid, particles);
  if (deposition != Deposition::scatter)
    return 0;
  auto const copies = BackendTraits<ExecutionSpace>::on_host ? ExecutionSpace().concurrency() : 1;
  return grid.sites() * sizeof(double) * static_cast<std::size_t>(copies);
}

void ChargeDeposit::operator()(ExecutionSpace const& exec, Particles& particles,
                               FlatView<double> const& charge) {
  Kokkos::deep_copy(exec, charge, 0.0);
  if (points_ == RingPoints::one)
    scratch_->add<RingPoints::one>(exec, particles, grid_, charge);
  else
    scratch_->add<RingPoints::four>(exec, particles, grid_, charge);
  fold(exec, grid_, charge);
}

} // namespace kitt::miniapp
