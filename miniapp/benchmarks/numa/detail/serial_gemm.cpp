// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/numa/matrix_products.hpp"

#include <KokkosBatched_Gemm_Decl.hpp>
#include <Kokkos_Core.hpp>

namespace kitt::miniapp::detail {

namespace {
template <class T>
using Matrix = Kokkos::View<T**, Kokkos::LayoutRight, Kokkos::HostSpace,
                            Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
} // namespace

void serial_gemm(long n, double const* a, double const* b, double* c) {
  using KokkosBatched::Algo;
  using KokkosBatched::Trans;
  auto const extent = static_cast<std::size_t>(n);
  Matrix<double const> const left(a, extent, extent);
  Matrix<double const> const right(b, extent, extent);
  Matrix<double> const product(c, extent, extent);
  KokkosBatched::SerialGemm<Trans::NoTranspose, Trans::NoTranspose, Algo::Gemm::Blocked>::invoke(
      1.0, left, right, 0.0, product);
}

} // namespace kitt::miniapp::detail
