// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/detail/link_signs.hpp"

#include "core/base/fields.hpp"
#include "core/base/finite.hpp"
#include "core/fields/link_algebra.hpp"
#include "core/gauge_file/detail/readers.hpp"

#include <algorithm>
#include <bit>

namespace kitt::detail {

namespace {

// For each direction of a link, the coordinates whose sum is the exponent of -1. The coordinates
// are bits: x 1, y 2, z 4, t 8.
using Exponents = std::array<unsigned, 4>;

Exponents exponents_of(PhasesInLinks phases) {
  switch (phases) {
  case PhasesInLinks::milc:
    return {8, 8 + 1, 8 + 1 + 2, 0};
  case PhasesInLinks::cps:
    return {0, 1, 1 + 2, 1 + 2 + 4};
  default:
    return {};
  }
}

// Calls take(link, negative) for each link until `take` returns false: its index, and whether its
// sign is negative.
template <class Take>
bool for_each_sign(Extents const& extents, LinkSigns const& signs, Take const& take) {
  auto const exponents = exponents_of(signs.phases);
  bool const all = signs.phases == PhasesInLinks::minus_one;
  std::size_t link = 0;
  for (int t = 0; t < extents[3]; ++t) {
    bool const last = signs.boundary == BoundaryInLinks::antiperiodic && t + 1 == extents[3];
    for (int z = 0; z < extents[2]; ++z)
      for (int y = 0; y < extents[1]; ++y)
        for (int x = 0; x < extents[0]; ++x) {
          auto const odd = static_cast<unsigned>(x % 2 + 2 * (y % 2) + 4 * (z % 2) + 8 * (t % 2));
          for (std::size_t mu = 0; mu < 4; ++mu, ++link) {
            bool const phase = std::popcount(odd & exponents[mu]) % 2 != 0;
            bool const turned = mu == 3 && last;
            if (!take(link, (phase != turned) != all))
              return false;
          }
        }
  }
  return true;
}

bool have(std::vector<bool> const& negative, Extents const& extents, LinkSigns const& signs) {
  return for_each_sign(extents, signs,
                       [&](std::size_t link, bool turned) { return negative[link] == turned; });
}

} // namespace

std::vector<LinkSigns> known_signs() {
  using enum PhasesInLinks;
  std::vector<LinkSigns> known;
  for (auto const phases : {none, milc, cps, minus_one})
    for (auto const boundary : {BoundaryInLinks::periodic, BoundaryInLinks::antiperiodic})
      if (LinkSigns const signs{phases, boundary}; signs.any())
        known.push_back(signs);
  return known;
}

void turn_links(GaugeField& field, LinkSigns const& signs, StoredRows rows) {
  for_each_sign(field.extents, signs, [&](std::size_t link, bool negative) {
    for (std::size_t row = 0; negative && row < static_cast<std::size_t>(rows); ++row)
      for (auto& element : field.links[link][row])
        element = -element;
    return true;
  });
}

std::optional<LinkSigns> find_signs(GaugeField const& field) {
  std::vector<bool> negative;
  negative.reserve(field.links.size());
  for (auto const& link : field.links) {
    auto const value = determinant(link);
    bool const turned = value.real() < 0;
    bool const unitary =
        is_within(std::abs(value - (turned ? -1.0 : 1.0)), largest_unitarity_error);
    if (!unitary)
      return std::nullopt;
    negative.push_back(turned);
  }
  if (have(negative, field.extents, {}))
    return LinkSigns();
  for (auto const& signs : known_signs())
    if (have(negative, field.extents, signs))
      return signs;
  return std::nullopt;
}

std::string describe(LinkSigns const& signs) {
  std::string text;
  if (signs.phases == PhasesInLinks::milc)
    text = "MILC's staggered phases";
  else if (signs.phases == PhasesInLinks::cps)
    text = "the staggered phases of CPS";
  else if (signs.phases == PhasesInLinks::minus_one)
    text = "a factor of -1 in every link";
  if (signs.boundary == BoundaryInLinks::antiperiodic)
    text +=
        std::string(text.empty() ? "" : " and ") + "the sign of an antiperiodic boundary in time";
  return text;
}

std::string options_against(LinkSigns const& signs) {
  std::string text;
  if (signs.phases != PhasesInLinks::none)
    text = std::string("--remove-phases ") + to_string(signs.phases);
  if (signs.boundary == BoundaryInLinks::antiperiodic)
    text += std::string(text.empty() ? "" : " ") + "--boundary-in-links antiperiodic";
  return text;
}

} // namespace kitt::detail
