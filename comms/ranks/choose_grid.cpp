// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/ranks/detail/grid_arithmetic.hpp"
#include "comms/ranks/process_grid.hpp"
#include "core/base/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace kitt::comms {

using namespace detail;

namespace {

/// A grid of ranks, and the block of the grid that one node takes.
struct Candidate {
  RankGrid ranks;
  RankGrid node_block;
};

/// The volumes that must be divisible by the grid of a job.
struct Demand {
  std::vector<Extents> volumes;
  VolumeOf of;
  std::string file = {}; ///< file that fixes the only volume; empty if the user chose the volumes

  bool met_by(Candidate const& grid) const {
    auto const cut = parts(of, grid.ranks, grid.node_block);
    return std::all_of(volumes.begin(), volumes.end(),
                       [&](Extents const& given) { return fits(given, cut); });
  }
};

/// Returns the number of face sites of the whole job if the lattice is cut into `cuts` parts per
/// direction.
std::size_t face_sites(Extents const& global, Extents const& cuts) {
  std::size_t result = 0;
  for (std::size_t mu = 0; mu < 4; ++mu)
    if (cuts[mu] > 1)
      result += volume(global) / static_cast<std::size_t>(global[mu]) *
                static_cast<std::size_t>(cuts[mu]);
  return result;
}

/// Sort key that prefers many cuts in t, then many in z, then in y, then in x.
Extents last_direction_first(Extents const& cuts) {
  return {-cuts[3], -cuts[2], -cuts[1], -cuts[0]};
}

/// Sort key that prefers extents near to a hypercube, among extents with equal product. Compares
/// the longest extents first, then the second longest, and so on; shorter ones come first.
Extents longest_first(Extents extents) {
  std::sort(extents.begin(), extents.end(), std::greater{});
  return extents;
}

/// Cost of a candidate grid; smaller is better. Members of a cost are compared in their order, and
/// the first difference decides. Each list has one entry of four directions per volume.
struct Cost {
  /// extents of the job's whole lattice, longest first (equal for all grids in strong scaling)
  std::vector<Extents> global;
  /// extents of the job's whole lattice, negated, t first
  std::vector<Extents> time_first;
  /// grid of nodes, longest extent first; all ones in strong scaling
  Extents nodes{};
  std::size_t across = 0; ///< sites of faces between nodes
  std::size_t all = 0;    ///< sites of all faces
  /// number of extents of ranks that are not multiples of 4; SIMD lanes cannot halve them
  std::ptrdiff_t unfit = 0;
  /// extents of each rank, negated, longest first
  std::vector<Extents> lengths;
  Extents rank_order{};
  Extents node_order{};

  auto operator<=>(Cost const&) const = default;
};

Cost cost_of(Candidate const& grid, Demand const& demand) {
  auto const cut = parts(demand.of, grid.ranks, grid.node_block);
  auto const nodes = over(grid.ranks, grid.node_block);
  Cost cost;
  cost.nodes = demand.of == VolumeOf::job ? ones : longest_first(nodes);
  for (auto const& given : demand.volumes) {
    auto const local = over(given, cut);
    auto const global = times(local, grid.ranks);
    cost.global.push_back(longest_first(global));
    cost.time_first.push_back(last_direction_first(global));
    cost.across += face_sites(global, nodes);
    cost.all += face_sites(global, grid.ranks);
    cost.unfit +=
        std::count_if(local.begin(), local.end(), [](int extent) { return extent % 4 != 0; });
    cost.lengths.push_back(times(longest_first(local), {-1, -1, -1, -1}));
  }
  cost.rank_order = last_direction_first(grid.ranks);
  cost.node_order = last_direction_first(nodes);
  return cost;
}

std::vector<int> divisors(int n) {
  std::vector<int> result;
  for (int i = 1; i <= n; ++i)
    if (n % i == 0)
      result.push_back(i);
  return result;
}

/// Returns all ways to write n as a product of four factors, one per direction.
std::vector<RankGrid> factorizations(int n) {
  std::vector<RankGrid> result;
  for (int const x : divisors(n))
    for (int const y : divisors(n / x))
      for (int const z : divisors(n / x / y))
        result.push_back({x, y, z, n / x / y / z});
  return result;
}

/// Returns all grids of `blocks` blocks of `ranks_per_block` ranks that meet the demand, best
/// first.
std::vector<Candidate> candidates(int blocks, int ranks_per_block, Demand const& demand) {
  std::vector<std::pair<Cost, Candidate>> found;
  auto const node_blocks = factorizations(ranks_per_block);
  for (auto const& nodes : factorizations(blocks))
    for (auto const& block : node_blocks)
      if (Candidate const grid{times(nodes, block), block}; demand.met_by(grid))
        found.emplace_back(cost_of(grid, demand), grid);
  std::sort(found.begin(), found.end(),
            [](auto const& a, auto const& b) { return a.first < b.first; });
  std::vector<Candidate> result;
  for (auto const& [cost, grid] : found)
    result.push_back(grid);
  return result;
}

/// Returns the names of the best four grids: "1.1.1.6, 1.1.2.3".
std::string names(std::vector<Candidate> const& grids) {
  constexpr std::size_t most = 4;
  std::vector<std::string> different;
  for (auto const& grid : grids)
    if (auto const name = to_string(grid.ranks);
        std::find(different.begin(), different.end(), name) == different.end())
      different.push_back(name);
  auto const shown = std::min(most, different.size());
  return fmt::format("{}{}", fmt::join(different.begin(), different.begin() + shown, ", "),
                     different.size() > shown ? " ..." : "");
}

/// Returns the possible numbers of ranks nearest to `count`, one smaller and one larger: "2 or 4
/// ranks". A number of parts is possible if the volumes can be cut into so many parts.
std::string nearest_counts(std::vector<Extents> const& volumes, int count) {
  Extents halves{};
  for (auto const& given : volumes)
    halves =
        combined(halves, over(given, {2, 2, 2, 2}), [](int a, int b) { return std::gcd(a, b); });
  std::set<long> possible{1};
  for (int const half : halves) {
    std::set<long> products;
    for (long const product : possible)
      for (int const divisor : divisors(half))
        products.insert(product * divisor);
    possible = std::move(products);
  }
  auto const above = possible.upper_bound(count);
  auto const below = possible.lower_bound(count);
  std::vector<long> result;
  if (below != possible.begin())
    result.push_back(*std::prev(below));
  if (above != possible.end())
    result.push_back(*above);
  return fmt::format("{} rank{}", fmt::join(result, " or "),
                     result == std::vector<long>{1} ? "" : "s");
}

/// Returns whether a volume can be cut into `count` equal parts with even extents.
bool can_be_cut(Extents const& given, int count, std::size_t mu = 0) {
  if (mu == given.size())
    return count == 1;
  auto const cuts = divisors(std::gcd(given[mu] / 2, count));
  return std::any_of(cuts.begin(), cuts.end(),
                     [&](int cut) { return can_be_cut(given, count / cut, mu + 1); });
}

/// Proposes volumes for a given volume that cannot be cut into `count` parts. Returns the nearest
/// smaller and larger volumes that can be cut: "16.16.16.12 or 16.16.16.18". The proposed volumes
/// differ from the given volume in one direction; t is tried first, then z, y, x.
std::string nearest_cut(Extents const& given, int count) {
  std::vector<std::string> found;
  for (int const sign : {-1, 1})
    for (int step = 2, before = static_cast<int>(found.size());
         step <= 2 * count && static_cast<int>(found.size()) == before; step += 2)
      for (std::size_t mu = given.size(); mu-- > 0;) {
        auto other = given;
        other[mu] += sign * step;
        if (other[mu] > 0 && can_be_cut(other, count)) {
          found.push_back(to_string(other));
          break;
        }
      }
  return fmt::format("{}", fmt::join(found, " or "));
}

/// Returns the error text for a lattice of a file that the ranks cannot share. A file fixes the
/// volume, so the text proposes another file or another number of ranks.
std::string file_cannot_be_shared(int ranks, Demand const& demand) {
  auto const& lattice = demand.volumes.front();
  if (!fits(lattice, ones))
    return fmt::format("the lattice {} of {} has an odd extent (even and odd sites are computed "
                       "separately, so all extents must be even): use a file with another lattice",
                       to_string(lattice), demand.file);
  return fmt::format("{} ranks cannot share the lattice {} of {} (each rank must get the same even "
                     "extents): start {}",
                     ranks, to_string(lattice), demand.file, nearest_counts(demand.volumes, ranks));
}

/// Returns the error text for volumes that no grid can cut, with proposals. Uneven parts are not
/// supported: all ranks would wait for the rank with the largest part, and the result would
/// describe another volume.
std::string none_meets(int blocks, int ranks_per_block, Demand const& demand) {
  if (!demand.file.empty())
    return file_cannot_be_shared(blocks * ranks_per_block, demand);
  for (auto const& given : demand.volumes)
    if (!fits(given, ones))
      return fmt::format("the lattice {} of {} is not possible (extents must be even): use {}",
                         to_string(given), owner(demand.of), nearest_volumes(given, ones));
  bool const of_node = demand.of == VolumeOf::node;
  auto const sharers = of_node ? ranks_per_block : blocks * ranks_per_block;
  // If one volume alone excludes all grids, the error names only this volume.
  auto volumes = demand.volumes;
  for (auto const& given : demand.volumes)
    if (candidates(blocks, ranks_per_block, {{given}, demand.of}).empty()) {
      volumes = {given};
      break;
    }
  std::vector<std::string> texts;
  for (auto const& given : volumes)
    texts.push_back(to_string(given));
  auto const instead = volumes.size() == 1 ? nearest_cut(volumes.front(), sharers) : "";
  return fmt::format("{} ranks cannot share {} of {} ({}): start {}{}, or {}", sharers,
                     fmt::join(texts, ", "), owner(demand.of),
                     volumes.size() == 1
                         ? "each rank must get the same even extents"
                         : "each rank must get even extents, with the same grid for all volumes",
                     nearest_counts(volumes, sharers), of_node ? " on each node" : "",
                     instead.empty() ? "choose other volumes" : "take " + instead);
}

/// The number of ranks in a grid, and its text. A grid that the user asks for may have more ranks
/// than any job.
struct Product {
  double ranks;

  bool possible() const { return ranks <= std::numeric_limits<int>::max(); }
  std::string text() const {
    return fmt::format("{:.{}g} rank{}", ranks, possible() ? 10 : 3, ranks == 1 ? "" : "s");
  }
};

/// Returns proposals for an error text: "use 1.1.1.6, 1.1.2.3, or start 4 ranks".
std::string instead_of(Product const& product, std::vector<Candidate> const& fitting) {
  auto const use = fitting.empty() ? "" : "use " + names(fitting);
  if (!product.possible())
    return use;
  return fmt::format("{}{}start {}", use, use.empty() ? "" : ", or ", product.text());
}

void check_asked(RankGrid const& asked, int ranks, std::vector<Candidate> const& fitting,
                 Demand const& demand) {
  Product const product{std::accumulate(asked.begin(), asked.end(), 1., std::multiplies{})};
  auto const instead = instead_of(product, fitting);
  KITT_VALIDATE(
      product.ranks == ranks || instead.empty(),
      fmt::format("--mpi {} does not fit this job (the grid has {}, but the job has {}): {}",
                  to_string(asked), product.text(), ranks, instead));
  bool const found = std::any_of(fitting.begin(), fitting.end(),
                                 [&](Candidate const& grid) { return grid.ranks == asked; });
  std::vector<std::string> volumes;
  for (auto const& given : demand.volumes)
    volumes.push_back(to_string(given));
  KITT_VALIDATE(
      found || fitting.empty(),
      fmt::format(
          "--mpi {} does not fit the lattice (it does not cut {} of {} into even extents): {}",
          to_string(asked), fmt::join(volumes, ", "), owner(demand.of), "use " + names(fitting)));
}

/// Blocks of ranks that stay together in the grid: their number and size.
struct Blocks {
  int count;
  int ranks_each;
};
Blocks blocks_of(std::vector<NodePlace> const& places, VolumeOf of) {
  auto const on_node = ranks_on_nodes(places);
  auto const ranks_each = check_nodes(on_node, of) ? on_node.front() : 1;
  return {static_cast<int>(places.size()) / ranks_each, ranks_each};
}

} // namespace

ProcessGrid choose_grid(std::vector<NodePlace> const& places, std::vector<Extents> const& volumes,
                        VolumeOf of, std::optional<RankGrid> const& asked,
                        std::string const& file) {
  auto const blocks = blocks_of(places, of);
  Demand const demand{volumes, of, file};
  auto const fitting = candidates(blocks.count, blocks.ranks_each, demand);
  if (asked)
    check_asked(*asked, static_cast<int>(places.size()), fitting, demand);
  KITT_VALIDATE(!fitting.empty(), none_meets(blocks.count, blocks.ranks_each, demand));
  auto const best = std::find_if(fitting.begin(), fitting.end(), [&](Candidate const& grid) {
    return !asked || grid.ranks == *asked;
  });
  return {best->ranks, best->node_block, places};
}

ProcessGrid spread_ranks(std::vector<NodePlace> const& places, int axes) {
  Demand const any_alike{{{2, 2, 2, 2}}, VolumeOf::rank};
  auto const blocks = blocks_of(places, any_alike.of);
  auto const all = candidates(blocks.count, blocks.ranks_each, any_alike);
  auto const best = std::find_if(all.begin(), all.end(), [&](Candidate const& grid) {
    return std::all_of(grid.ranks.begin() + axes, grid.ranks.end(), [](int n) { return n == 1; });
  });
  return {best->ranks, best->node_block, places};
}

} // namespace kitt::comms
