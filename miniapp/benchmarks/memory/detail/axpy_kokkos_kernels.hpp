// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace kitt::miniapp::detail {

/// z = a x + y over `length` numbers by Kokkos Kernels' BLAS, finished on return. In a file of its
/// own because its headers take long to compile. T is float or double.
template <class T>
void axpy_kokkos_kernels(T a, T const* x, T const* y, T* z, std::int64_t length);

} // namespace kitt::miniapp::detail
