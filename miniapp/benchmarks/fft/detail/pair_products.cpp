// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "kitt_build_info.hpp"
#include "miniapp/benchmarks/fft/band_transforms.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <complex>
#include <vector>

#if KITT_KOKKOS_KERNELS
#include <KokkosBatched_Gemm_Decl.hpp>
#endif

namespace kitt::miniapp::detail {

namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
using Number = Kokkos::complex<double>;
template <class T>
using Matrix = Kokkos::View<T**, Kokkos::LayoutLeft, Kokkos::HostSpace,
                            Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
using Rows = Kokkos::View<Number const**, Kokkos::LayoutStride, Kokkos::HostSpace,
                          Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Numbers of each box that a thread multiplies at a time. The chunk is small enough to stay in the
/// innermost caches.
constexpr std::size_t chunk = 128;

/// Adds the product of the transposed `left` and `right` to `sum`.
void add_product(Matrix<Number const> const& left, Rows const& right, Matrix<Number> const& sum) {
#if KITT_KOKKOS_KERNELS
  using KokkosBatched::Algo;
  using KokkosBatched::Trans;
  KokkosBatched::SerialGemm<Trans::Transpose, Trans::NoTranspose, Algo::Gemm::Blocked>::invoke(
      Number(1), left, right, Number(1), sum);
#else
  for (std::size_t b = 0; b < right.extent(1); ++b)
    for (std::size_t a = 0; a < left.extent(1); ++a) {
      Number total;
      for (std::size_t i = 0; i < left.extent(0); ++i)
        total += left(i, a) * right(i, b);
      sum(a, b) += total;
    }
#endif
}

/// Adds the contributions of the numbers `begin` to `end` of all boxes to `products`.
void add_products(ComplexDouble const* boxes, std::size_t numbers, std::size_t batch,
                  std::size_t begin, std::size_t end, std::vector<ComplexDouble>& products) {
  std::vector<ComplexDouble> conjugate(chunk * batch);
  Matrix<Number> const sum(reinterpret_cast<Number*>(products.data()), batch, batch);
  for (auto first = begin; first < end; first += chunk) {
    auto const count = std::min(chunk, end - first);
    for (std::size_t band = 0; band < batch; ++band)
      std::transform(boxes + band * numbers + first, boxes + band * numbers + first + count,
                     conjugate.data() + band * count,
                     [](ComplexDouble const& z) { return std::conj(z); });
    Matrix<Number const> const left(reinterpret_cast<Number const*>(conjugate.data()), count,
                                    batch);
    Rows const right(reinterpret_cast<Number const*>(boxes + first),
                     Kokkos::LayoutStride(count, 1, batch, numbers));
    add_product(left, right, sum);
  }
}

} // namespace

void pair_products(ComplexDouble const* boxes, std::size_t numbers, std::size_t batch, int threads,
                   ComplexDouble* products) {
  auto const parts = static_cast<std::size_t>(threads);
  std::vector<std::vector<ComplexDouble>> sums(parts, std::vector<ComplexDouble>(batch * batch));
  Kokkos::parallel_for("kitt::fft::pair_products", Kokkos::RangePolicy<Host>(0, parts),
                       [&](std::size_t part) {
                         add_products(boxes, numbers, batch, numbers * part / parts,
                                      numbers * (part + 1) / parts, sums[part]);
                       });
  Host().fence("kitt::fft::pair_products: wait before the clock is read");
  for (std::size_t i = 0; i < batch * batch; ++i) {
    products[i] = 0;
    for (auto const& sum : sums)
      products[i] += sum[i];
  }
}

} // namespace kitt::miniapp::detail
