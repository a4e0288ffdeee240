// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/fft/detail/pair_products.hpp"

#include <KokkosBlas3_gemm.hpp>
#include <Kokkos_Core.hpp>

namespace kitt::perf::detail {

namespace {
using Host = Kokkos::DefaultHostExecutionSpace;
using Number = Kokkos::complex<double>;
template <class T>
using Matrix = Kokkos::View<T**, Kokkos::LayoutLeft, Kokkos::Device<Host, Kokkos::HostSpace>,
                            Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
} // namespace

void pair_products(ComplexDouble const* boxes, std::size_t numbers, std::size_t batch,
                   ComplexDouble* products) {
  Matrix<Number const> const all(reinterpret_cast<Number const*>(boxes), numbers, batch);
  Matrix<Number> const result(reinterpret_cast<Number*>(products), batch, batch);
  Host const host;
  KokkosBlas::gemm(host, "C", "N", Number(1), all, all, Number(0), result);
  host.fence("kitt::fft::pair_products: before the clock is read");
}

} // namespace kitt::perf::detail
