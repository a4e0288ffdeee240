// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace kitt::miniapp::detail {

/// C = A B of n x n matrices, rows one after another, on the thread that calls it: Kokkos Kernels'
/// own serial kernel for small matrices, blocked for registers and not for caches. No BLAS.
void serial_gemm(long n, double const* a, double const* b, double* c);

} // namespace kitt::miniapp::detail
