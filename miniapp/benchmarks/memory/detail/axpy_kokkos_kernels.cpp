// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/memory/memory.hpp"

#include "core/backend/backend_traits.hpp"

#include <KokkosBlas1_update.hpp>

namespace kitt::miniapp::detail {

template <class T>
void axpy_kokkos_kernels(T a, T const* x, T const* y, T* z, std::int64_t length) {
  using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
  using Device = Kokkos::Device<ExecutionSpace, MemorySpace>;
  auto const size = static_cast<std::size_t>(length);
  Kokkos::View<T const*, Kokkos::LayoutLeft, Device, Unmanaged> const in_x(x, size);
  Kokkos::View<T const*, Kokkos::LayoutLeft, Device, Unmanaged> const in_y(y, size);
  Kokkos::View<T*, Kokkos::LayoutLeft, Device, Unmanaged> const out(z, size);
  ExecutionSpace const exec;
  KokkosBlas::update(exec, a, in_x, T(1), in_y, T(0), out);
  exec.fence("kitt::memory::axpy_kokkos_kernels: wait before the clock is read");
}

template void axpy_kokkos_kernels<float>(float, float const*, float const*, float*, std::int64_t);
template void axpy_kokkos_kernels<double>(double, double const*, double const*, double*,
                                          std::int64_t);

} // namespace kitt::miniapp::detail
