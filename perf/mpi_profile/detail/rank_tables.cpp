// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/detail/profile_tables.hpp"

#include <map>
#include <numeric>

namespace kitt::mpi_profile::detail {

namespace {

using perf::Align;
using perf::Table;

constexpr std::size_t most_ranks = 16;

/// All ranks of a node.
struct Node {
  int number = 0;
  std::string hostname;
  int ranks = 0;
  MemoryFootprint memory;

  void add(ProfileRank const& rank) {
    number = rank.node;
    hostname = rank.hostname;
    ++ranks;
    memory.peak_resident_bytes += rank.memory.peak_resident_bytes;
    memory.huge_page_bytes += rank.memory.huge_page_bytes;
    add(memory.field_bytes, rank.memory.field_bytes);
    add(memory.buffer_bytes, rank.memory.buffer_bytes);
  }
  static void add(std::optional<std::uint64_t>& sum, std::optional<std::uint64_t> const& bytes) {
    if (bytes)
      sum = sum.value_or(0) + *bytes;
  }
};

template <class ToText>
std::string square(std::vector<std::vector<std::uint64_t>> const& matrix, std::string const& name,
                   ToText const& text) {
  auto const ranks = matrix.size();
  std::vector<perf::Column> columns{{name + " from", "", 13}};
  for (std::size_t to = 0; to < ranks; ++to)
    columns.push_back({fmt::format("to {}", to), "", 10});
  std::vector<std::size_t> rows(ranks);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return table_text(Table(columns), rows, ranks, [&](std::size_t from) {
    std::vector<std::string> cells{fmt::format("{}", from)};
    for (auto const value : matrix[from])
      cells.push_back(value == 0 ? "." : text(value));
    return cells;
  });
}

} // namespace

std::string rank_table(Profile const& profile) {
  Table const table({{"Rank", "", 5},
                     {"Node", "", 5},
                     {"wall", "s", 10},
                     {"MPI", "s", 10},
                     {"waiting", "s", 10},
                     {"computing", "s", 10},
                     {"sent", "Mbytes", 11},
                     {"messages", "", 10},
                     {"peak res.", "Mbytes", 9},
                     {"fields", "Mbytes", 9},
                     {"buffers", "Mbytes", 9},
                     {"huge p.", "Mbytes", 9}});
  return table_text(table, profile.ranks, most_ranks, [](ProfileRank const& rank) {
    return std::vector{fmt::format("{}", rank.rank),
                       fmt::format("{}", rank.node),
                       seconds(rank.wall_seconds),
                       seconds(rank.mpi_seconds),
                       rank.wait_seconds ? seconds(*rank.wait_seconds) : "-",
                       seconds(rank.compute_seconds()),
                       megabytes(rank.bytes_sent),
                       number(rank.messages_sent),
                       megabytes(rank.memory.peak_resident_bytes),
                       megabytes(rank.memory.field_bytes),
                       megabytes(rank.memory.buffer_bytes),
                       megabytes(rank.memory.huge_page_bytes)};
  });
}

std::string node_table(Profile const& profile) {
  std::map<int, Node> sums;
  for (auto const& rank : profile.ranks)
    sums[rank.node].add(rank);
  std::vector<Node> nodes;
  for (auto const& [number, node] : sums)
    nodes.push_back(node);
  Table const table({{"Node", "", 5},
                     {"ranks", "", 5},
                     {"peak res.", "Mbytes", 10},
                     {"fields", "Mbytes", 10},
                     {"buffers", "Mbytes", 10},
                     {"huge p.", "Mbytes", 10},
                     {"name", "", 10, Align::left}});
  return table_text(table, nodes, most_ranks, [](Node const& node) {
    return std::vector{fmt::format("{}", node.number),
                       fmt::format("{}", node.ranks),
                       megabytes(node.memory.peak_resident_bytes),
                       megabytes(node.memory.field_bytes),
                       megabytes(node.memory.buffer_bytes),
                       megabytes(node.memory.huge_page_bytes),
                       node.hostname};
  });
}

std::string matrix_table(Profile const& profile) {
  auto const ranks = profile.ranks.size();
  if (!profile.matrix || ranks > most_ranks || ranks == 1)
    return {};
  return square(profile.matrix->bytes, "Mbytes",
                [](std::uint64_t bytes) { return megabytes(bytes); }) +
         square(profile.matrix->messages, "Messages", number);
}

} // namespace kitt::mpi_profile::detail
