// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/process_grid.hpp"

#include "core/error.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace kitt::comms {

namespace {

constexpr RankGrid ones{1, 1, 1, 1};

template <class Operation>
Extents combined(Extents const& a, Extents const& b, Operation const& operation) {
  Extents result{};
  std::transform(a.begin(), a.end(), b.begin(), result.begin(), operation);
  return result;
}

Extents times(Extents const& a, Extents const& b) {
  return combined(a, b, std::multiplies{});
}

Extents over(Extents const& a, Extents const& b) {
  return combined(a, b, std::divides{});
}

std::vector<int> ranks_on_nodes(std::vector<NodePlace> const& places) {
  std::vector<int> result;
  for (auto const& place : places) {
    auto const node = static_cast<std::size_t>(place.node);
    result.resize(std::max(result.size(), node + 1));
    ++result[node];
  }
  return result;
}

/// Into how many parts per direction a volume given is cut for the ranks.
RankGrid parts(VolumeOf of, RankGrid const& ranks, RankGrid const& node_block) {
  return of == VolumeOf::rank ? ones : of == VolumeOf::node ? node_block : ranks;
}

/// Red-black: every part has even extents.
bool fits(Extents const& given, RankGrid const& parts) {
  for (std::size_t mu = 0; mu < 4; ++mu)
    if (given[mu] < 1 || given[mu] % (2 * parts[mu]) != 0)
      return false;
  return true;
}

std::string owner(VolumeOf of) {
  return of == VolumeOf::rank ? "a rank" : of == VolumeOf::node ? "a node" : "the job";
}

/// The nearest volumes that can be cut, larger and, where there is one, smaller.
std::string nearest_volumes(Extents const& given, RankGrid const& parts) {
  auto below = given;
  auto above = given;
  for (std::size_t mu = 0; mu < 4; ++mu) {
    auto const unit = 2 * parts[mu];
    below[mu] -= given[mu] % unit;
    above[mu] = below[mu] == given[mu] && given[mu] > 0 ? given[mu] : below[mu] + unit;
  }
  auto const larger = to_string(above);
  return volume(below) == 0 ? larger : fmt::format("{} or {}", larger, to_string(below));
}

/// A grid and the block of a node in it.
struct Candidate {
  RankGrid ranks;
  RankGrid node_block;
};

/// What a job asks of its grid.
struct Demand {
  std::vector<Extents> volumes;
  VolumeOf of;

  bool met_by(Candidate const& grid) const {
    auto const cut = parts(of, grid.ranks, grid.node_block);
    return std::all_of(volumes.begin(), volumes.end(),
                       [&](Extents const& given) { return fits(given, cut); });
  }
};

/// Sites of all faces of the job where the lattice is cut into `cuts` per direction.
std::size_t face_sites(Extents const& global, Extents const& cuts) {
  std::size_t result = 0;
  for (std::size_t mu = 0; mu < 4; ++mu)
    if (cuts[mu] > 1)
      result += volume(global) / static_cast<std::size_t>(global[mu]) *
                static_cast<std::size_t>(cuts[mu]);
  return result;
}

/// More in t first, then z, y, x.
Extents last_direction_first(Extents const& cuts) {
  return {-cuts[3], -cuts[2], -cuts[1], -cuts[0]};
}

/// Smaller is better, the first difference decides: sites of faces across nodes, of all faces,
/// extents of the ranks that lanes cannot halve, extents (negative, the longest first), order of
/// directions for ranks and nodes.
using Cost =
    std::tuple<std::size_t, std::size_t, std::ptrdiff_t, std::vector<int>, Extents, Extents>;

Cost cost_of(Candidate const& grid, Demand const& demand) {
  auto const cut = parts(demand.of, grid.ranks, grid.node_block);
  auto const nodes = over(grid.ranks, grid.node_block);
  std::size_t across = 0;
  std::size_t all = 0;
  std::ptrdiff_t unfit = 0;
  std::vector<int> lengths;
  for (auto const& given : demand.volumes) {
    auto local = over(given, cut);
    auto const global = times(local, grid.ranks);
    across += face_sites(global, nodes);
    all += face_sites(global, grid.ranks);
    unfit += std::count_if(local.begin(), local.end(), [](int extent) { return extent % 4 != 0; });
    std::sort(local.begin(), local.end(), std::greater{});
    std::transform(local.begin(), local.end(), std::back_inserter(lengths), std::negate{});
  }
  return {
      across, all, unfit, lengths, last_direction_first(grid.ranks), last_direction_first(nodes)};
}

std::vector<int> divisors(int n) {
  std::vector<int> result;
  for (int i = 1; i <= n; ++i)
    if (n % i == 0)
      result.push_back(i);
  return result;
}

/// All ways to write n as a product over four directions.
std::vector<RankGrid> factorizations(int n) {
  std::vector<RankGrid> result;
  for (int const x : divisors(n))
    for (int const y : divisors(n / x))
      for (int const z : divisors(n / x / y))
        result.push_back({x, y, z, n / x / y / z});
  return result;
}

/// All grids of so many blocks of so many ranks that meet the demand, the best first.
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

/// "1.1.1.6, 1.1.2.3": the best few.
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

/// The nearest numbers of parts, fewer and more than `count`, that the volumes can be cut into:
/// "2 or 4 ranks".
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

/// Why no grid at all meets the demand, and what would.
std::string none_meets(int blocks, int ranks_per_block, Demand const& demand) {
  for (auto const& given : demand.volumes)
    if (!fits(given, ones))
      return fmt::format("volume {} of {} (extents must be even): use {}", to_string(given),
                         owner(demand.of), nearest_volumes(given, ones));
  bool const of_node = demand.of == VolumeOf::node;
  auto const sharers = of_node ? ranks_per_block : blocks * ranks_per_block;
  // One volume may be the reason alone.
  auto volumes = demand.volumes;
  for (auto const& given : demand.volumes)
    if (candidates(blocks, ranks_per_block, {{given}, demand.of}).empty()) {
      volumes = {given};
      break;
    }
  std::vector<std::string> texts;
  for (auto const& given : volumes)
    texts.push_back(to_string(given));
  return fmt::format("{} ranks cannot share {} of {} (each must get even extents, in the same grid "
                     "for all volumes): start {}{}, or choose other volumes",
                     sharers, fmt::join(texts, ", "), owner(demand.of),
                     nearest_counts(volumes, sharers), of_node ? " on each node" : "");
}

/// Returns whether all nodes have equally many ranks, as they must if a volume is a node's.
bool check_nodes(std::vector<int> const& ranks_on_node, VolumeOf of) {
  auto const [fewest, most] = std::minmax_element(ranks_on_node.begin(), ranks_on_node.end());
  bool const uniform = *fewest == *most;
  KITT_VALIDATE(uniform || of != VolumeOf::node,
                fmt::format("a volume per node (nodes have {} to {} ranks, whose parts would "
                            "differ): use --per-rank or --scaling strong, or start equally many "
                            "ranks on each node",
                            *fewest, *most));
  return uniform;
}

std::string counted(int ranks) {
  return fmt::format("{} rank{}", ranks, ranks == 1 ? "" : "s");
}

void check_asked(RankGrid const& asked, int ranks, std::vector<Candidate> const& fitting,
                 Demand const& demand) {
  auto const alternatives = fitting.empty() ? "" : "use " + names(fitting);
  auto const product = static_cast<int>(volume(asked));
  KITT_VALIDATE(product == ranks,
                fmt::format("--mpi {} ({} in it, but the job has {}): {}{}start {}",
                            to_string(asked), counted(product), ranks, alternatives,
                            alternatives.empty() ? "" : ", or ", counted(product)));
  bool const found = std::any_of(fitting.begin(), fitting.end(),
                                 [&](Candidate const& grid) { return grid.ranks == asked; });
  std::vector<std::string> volumes;
  for (auto const& given : demand.volumes)
    volumes.push_back(to_string(given));
  KITT_VALIDATE(found || fitting.empty(),
                fmt::format("--mpi {} (ranks would not get even extents of {} of {}): {}",
                            to_string(asked), fmt::join(volumes, ", "), owner(demand.of),
                            alternatives));
}

} // namespace

ProcessGrid::ProcessGrid() : ProcessGrid(ones, ones, {NodePlace{}}) {}

ProcessGrid::ProcessGrid(RankGrid const& ranks, RankGrid const& node_block,
                         std::vector<NodePlace> places)
    : ranks_(ranks), node_block_(node_block), places_(std::move(places)),
      coordinates_(places_.size()), rank_at_(places_.size()) {
  KITT_EXPECT(volume(ranks) == places_.size());
  KITT_EXPECT(times(over(ranks, node_block), node_block) == ranks);
  std::vector<std::size_t> by_node(places_.size());
  std::iota(by_node.begin(), by_node.end(), std::size_t{0});
  std::sort(by_node.begin(), by_node.end(), [this](std::size_t a, std::size_t b) {
    return std::tie(places_[a].node, places_[a].number) <
           std::tie(places_[b].node, places_[b].number);
  });
  auto const in_block = volume(node_block_);
  for (std::size_t i = 0; i < by_node.size(); ++i) {
    auto const corner = times(coordinate_of(i / in_block, nodes()), node_block_);
    auto const x = combined(corner, coordinate_of(i % in_block, node_block_), std::plus{});
    coordinates_[by_node[i]] = x;
    rank_at_[lexicographic(x, ranks_)] = static_cast<int>(by_node[i]);
  }
}

RankGrid ProcessGrid::nodes() const {
  return over(ranks_, node_block_);
}

int ProcessGrid::rank_at(Coordinate x) const {
  for (std::size_t mu = 0; mu < 4; ++mu)
    x[mu] = (x[mu] % ranks_[mu] + ranks_[mu]) % ranks_[mu];
  return rank_at_[lexicographic(x, ranks_)];
}

int ProcessGrid::neighbour(int rank, int mu, Hop hop) const {
  auto x = coordinate(rank);
  x[static_cast<std::size_t>(mu)] += hop == Hop::forward ? 1 : -1;
  return rank_at(x);
}

bool ProcessGrid::same_node(int a, int b) const {
  return places_[static_cast<std::size_t>(a)].node == places_[static_cast<std::size_t>(b)].node;
}

Splitting ProcessGrid::splitting() const {
  Splitting result = not_split;
  for (std::size_t mu = 0; mu < 4; ++mu)
    if (ranks_[mu] > 1)
      result[mu] = Continues::elsewhere;
  return result;
}

Extents share_out(ProcessGrid const& grid, Extents const& given, VolumeOf of) {
  check_nodes(ranks_on_nodes(grid.places()), of);
  auto const cut = parts(of, grid.ranks(), grid.node_block());
  KITT_VALIDATE(fits(given, cut),
                fmt::format("volume {} of {} (cut into {} for its ranks, which need even extents): "
                            "use {}",
                            to_string(given), owner(of), to_string(cut),
                            nearest_volumes(given, cut)));
  return over(given, cut);
}

LocalVolume volume_of_rank(ProcessGrid const& grid, int rank, Extents const& local) {
  return {local, times(local, grid.ranks()), times(local, grid.coordinate(rank))};
}

ProcessGrid choose_grid(std::vector<NodePlace> const& places, std::vector<Extents> const& volumes,
                        VolumeOf of, std::optional<RankGrid> const& asked) {
  auto const on_node = ranks_on_nodes(places);
  auto const ranks = static_cast<int>(places.size());
  auto const ranks_per_block = check_nodes(on_node, of) ? on_node.front() : 1;
  auto const blocks = ranks / ranks_per_block;
  Demand const demand{volumes, of};
  auto const fitting = candidates(blocks, ranks_per_block, demand);
  if (asked)
    check_asked(*asked, ranks, fitting, demand);
  KITT_VALIDATE(!fitting.empty(), none_meets(blocks, ranks_per_block, demand));
  auto const best = std::find_if(fitting.begin(), fitting.end(), [&](Candidate const& grid) {
    return !asked || grid.ranks == *asked;
  });
  return {best->ranks, best->node_block, places};
}

} // namespace kitt::comms
