// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace kitt::miniapp::detail {

/// Computes z = a x + y over `length` numbers with KokkosBlas::update, and waits until it has
/// finished. The function has its own source file because the headers of Kokkos Kernels take long
/// to compile. T is float or double.
template <class T>
void axpy_kokkos_kernels(T a, T const* x, T const* y, T* z, std::int64_t length);

} // namespace kitt::miniapp::detail
