// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace kitt::miniapp::detail {

/// Computes C = A B for n x n matrices, stored row by row, on the calling thread. The function uses
/// the serial kernel of Kokkos Kernels for small matrices, not a BLAS. This kernel is blocked for
/// registers, but not for caches.
void serial_gemm(long n, double const* a, double const* b, double* c);

} // namespace kitt::miniapp::detail
