// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/lattice/lattice.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <limits>

namespace kitt {

namespace {

/// Returns true if a direction can be cut into two sub-lattices whose extent is even and at least
/// `least`. A direction is cut at most once: `lanes` is the number of its sub-lattices so far.
bool can_halve(int extent, int lanes, int least = 2) {
  return lanes == 1 && extent % 4 == 0 && extent / 2 >= least;
}

void validate_extents(Extents const& local) {
  for (int const extent : local)
    KITT_VALIDATE(extent >= 2 && extent % 2 == 0,
                  "the lattice " + to_string(local) +
                      " cannot be used (even-odd ordering needs even extents of at least 2): "
                      "choose even extents");
  std::size_t sites = 1;
  for (int const extent : local)
    KITT_VALIDATE(!__builtin_mul_overflow(sites, static_cast<std::size_t>(extent), &sites) &&
                      sites <= std::numeric_limits<std::int32_t>::max(),
                  "the lattice " + to_string(local) +
                      " is too large (more than 2^31 sites on one rank): choose smaller extents");
}

/// Returns the extents next to `local`, below and above, that are multiples of 4: "8.8.8.8 or
/// 12.12.12.12".
std::string nearest_multiples_of_four(Extents const& local) {
  auto below = local;
  auto above = local;
  for (std::size_t mu = 0; mu < 4; ++mu) {
    below[mu] = std::max(4, local[mu] / 4 * 4);
    above[mu] = (local[mu] + 3) / 4 * 4;
  }
  return below == above ? to_string(above) : to_string(below) + " or " + to_string(above);
}

template <class Container>
std::string join(Container const& numbers) {
  std::string text;
  for (int const number : numbers) {
    if (!text.empty())
      text += '.';
    text += std::to_string(number);
  }
  return text;
}

} // namespace

Lattice::Lattice(Extents const& local, LaneGrid const& lanes) : extents_(local), lanes_(lanes) {
  validate_extents(local);
  for (std::size_t mu = 0; mu < 4; ++mu) {
    KITT_VALIDATE(lanes[mu] == 1 || (lanes[mu] == 2 && local[mu] % 4 == 0),
                  "the lane grid " + to_string(lanes) + " does not fit the lattice " +
                      to_string(local) +
                      " (a direction with two lanes is cut into two sub-lattices of even extent): "
                      "use multiples of 4 in these directions, such as " +
                      nearest_multiples_of_four(local));
    block_[mu] = local[mu] / lanes[mu];
  }
}

int Lattice::lane_distance(int mu) const {
  int distance = 1;
  for (int nu = 0; nu < mu; ++nu)
    distance *= lanes_[static_cast<std::size_t>(nu)];
  return distance;
}

Lattice::Place Lattice::place(Coordinate const& x) const {
  Coordinate inner{};
  int lane = 0;
  int parity = 0;
  for (std::size_t mu = 4; mu-- > 0;) {
    inner[mu] = x[mu] % block_[mu];
    lane = lane * lanes_[mu] + x[mu] / block_[mu];
    parity += inner[mu];
  }
  auto const site = static_cast<SiteIndex>(lexicographic(inner, block_) / 2);
  return {static_cast<Parity>(parity % 2), site, lane};
}

Coordinate Lattice::coordinate(Place const& place) const {
  auto const index = 2 * static_cast<std::size_t>(to_int(place.site));
  Coordinate x = coordinate_of(index, block_);
  // Two sites of opposite parity share an index and differ only in x. Take the site of the required
  // parity.
  if ((x[0] + x[1] + x[2] + x[3]) % 2 != static_cast<int>(place.parity))
    ++x[0];
  int lane = place.lane;
  for (std::size_t mu = 0; mu < 4; ++mu) {
    x[mu] += lane % lanes_[mu] * block_[mu];
    lane /= lanes_[mu];
  }
  return x;
}

std::optional<LaneGrid> find_lane_grid(Extents const& local, int lanes, Extents const& least) {
  validate_extents(local);
  LaneGrid grid{1, 1, 1, 1, 1};
  for (int split = 1; split < lanes; split *= 2) {
    int longest = -1;
    for (int mu = 3; mu >= 0; --mu) {
      auto const m = static_cast<std::size_t>(mu);
      if (can_halve(local[m], grid[m], least[m]) &&
          (longest < 0 || local[m] > local[static_cast<std::size_t>(longest)]))
        longest = mu;
    }
    if (longest < 0)
      return std::nullopt;
    grid[static_cast<std::size_t>(longest)] = 2;
  }
  for (std::size_t mu = 0; mu < 4; ++mu)
    if (local[mu] / grid[mu] < least[mu])
      return std::nullopt;
  return grid;
}

LaneGrid choose_lane_grid(Extents const& local, int lanes, Extents const& least) {
  auto const grid = find_lane_grid(local, lanes, least);
  KITT_VALIDATE(grid || !find_lane_grid(local, lanes),
                "a rank's lattice " + to_string(local) + " cannot be spread over the " +
                    std::to_string(lanes) +
                    " lanes of a register (hops over three sites must end in the next "
                    "sub-lattice, so the extents of a sub-lattice must be " +
                    to_string(least) +
                    " or more, and a halved direction needs twice that): choose larger extents, "
                    "or fewer ranks");
  KITT_VALIDATE(grid, "a rank's lattice " + to_string(local) + " cannot be spread over the " +
                          std::to_string(lanes) +
                          " lanes of a register (each halving needs a direction whose extent is a "
                          "multiple of 4): give each rank " +
                          nearest_multiples_of_four(local) +
                          " by changing the extents of the lattice or the number of ranks");
  return *grid;
}

LaneGrid fifth_dimension_lanes(int lanes) {
  return {1, 1, 1, 1, lanes};
}

std::optional<LaneGrid> find_shared_lane_grid(Extents const& local, int lanes_4d, int lanes_s) {
  validate_extents(local);
  LaneGrid grid{1, 1, 1, 1, lanes_s};
  for (std::size_t mu = 0; mu < 4 && lanes_4d > 1; ++mu)
    if (can_halve(local[mu], grid[mu])) {
      grid[mu] = 2;
      lanes_4d /= 2;
    }
  return lanes_4d == 1 ? std::optional(grid) : std::nullopt;
}

std::string to_string(Extents const& extents) {
  return join(extents);
}
std::string to_string(LaneGrid const& lanes) {
  return join(lanes);
}

std::size_t lexicographic(Coordinate const& x, Extents const& extents) {
  std::size_t index = 0;
  for (std::size_t mu = 4; mu-- > 0;)
    index = index * static_cast<std::size_t>(extents[mu]) + static_cast<std::size_t>(x[mu]);
  return index;
}

Coordinate coordinate_of(std::size_t index, Extents const& extents) {
  Coordinate x{};
  for (std::size_t mu = 0; mu < 4; ++mu) {
    auto const extent = static_cast<std::size_t>(extents[mu]);
    x[mu] = static_cast<int>(index % extent);
    index /= extent;
  }
  return x;
}

} // namespace kitt
