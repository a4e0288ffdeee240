// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/link_algebra.hpp"
#include "test/catch.hpp"

#include <cmath>

namespace kitt::test {

/// Returns |a - b| / |b|.
inline double relative_error(GaugeField const& a, GaugeField const& b) {
  REQUIRE(a.links.size() == b.links.size());
  double difference = 0;
  double norm = 0;
  for (std::size_t i = 0; i < a.links.size(); ++i)
    for (std::size_t j = 0; j < 9; ++j) {
      difference += std::norm(a.links[i][j / 3][j % 3] - b.links[i][j / 3][j % 3]);
      norm += std::norm(b.links[i][j / 3][j % 3]);
    }
  return std::sqrt(difference / norm);
}

/// Returns alpha a + beta b.
inline GaugeField combined(double alpha, GaugeField const& a, double beta, GaugeField const& b) {
  GaugeField sum{a.extents, std::vector<GaugeField::Link>(a.links.size())};
  for (std::size_t i = 0; i < a.links.size(); ++i) {
    add(sum.links[i], a.links[i], alpha);
    add(sum.links[i], b.links[i], beta);
  }
  return sum;
}

} // namespace kitt::test
