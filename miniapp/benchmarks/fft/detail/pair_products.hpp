// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/fft/line_transforms.hpp"

#include <cstddef>

namespace kitt::miniapp::detail {

/// Computes products[a + batch * b] = sum over i of conj(boxes[a][i]) boxes[b][i]. `boxes` has
/// `batch` contiguous boxes of `numbers` numbers. Each thread multiplies a part of all boxes with
/// the serial dense product of Kokkos Kernels.
void pair_products(ComplexDouble const* boxes, std::size_t numbers, std::size_t batch, int threads,
                   ComplexDouble* products);

} // namespace kitt::miniapp::detail
