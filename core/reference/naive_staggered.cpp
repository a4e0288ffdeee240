// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/reference/naive_staggered.hpp"

namespace kitt::reference {

void add_staggered_leg(SiteColourVector& sum, GaugeField::Link const& matrix,
                       SiteColourVector const& chi, Hop hop) {
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column)
      if (hop == Hop::forward)
        sum[0][row] += matrix[row][column] * chi[0][column];
      else
        sum[0][row] -= std::conj(matrix[column][row]) * chi[0][column];
}

} // namespace kitt::reference
