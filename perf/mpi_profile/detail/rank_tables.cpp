// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/detail/profile_tables.hpp"

#include <map>

namespace kitt::mpi_profile::detail {

namespace {

using perf::Align;
using perf::ColumnOf;

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
  perf::Table const table(columns);
  auto lines = table.header();
  for (std::size_t from = 0; from < ranks; ++from) {
    std::vector<std::string> cells{number(from)};
    for (auto const value : matrix[from])
      cells.push_back(value == 0 ? "." : text(value));
    lines += table.row(cells);
  }
  return lines + '\n';
}

} // namespace

std::string rank_table(Profile const& profile) {
  std::vector<ColumnOf<ProfileRank>> const columns{
      {{"Rank", "", 5}, [](auto& r) { return fmt::format("{}", r.rank); }},
      {{"Node", "", 5}, [](auto& r) { return fmt::format("{}", r.node); }},
      {{"wall", "s", 10}, [](auto& r) { return seconds(r.wall_seconds); }},
      {{"MPI", "s", 10}, [](auto& r) { return seconds(r.mpi_seconds); }},
      {{"waiting", "s", 10},
       [](auto& r) { return r.wait_seconds ? seconds(*r.wait_seconds) : "-"; }},
      {{"computing", "s", 10}, [](auto& r) { return seconds(r.compute_seconds()); }},
      {{"sent", "Mbytes", 11}, [](auto& r) { return megabytes(r.bytes_sent); }},
      {{"messages", "", 10}, [](auto& r) { return number(r.messages_sent); }},
      {{"peak res.", "Mbytes", 9}, [](auto& r) { return megabytes(r.memory.peak_resident_bytes); }},
      {{"fields", "Mbytes", 9}, [](auto& r) { return megabytes(r.memory.field_bytes); }},
      {{"buffers", "Mbytes", 9}, [](auto& r) { return megabytes(r.memory.buffer_bytes); }},
      {{"huge p.", "Mbytes", 9}, [](auto& r) { return megabytes(r.memory.huge_page_bytes); }},
  };
  return rows_text(columns, profile.ranks, most_ranks) + '\n';
}

std::string node_table(Profile const& profile) {
  std::map<int, Node> sums;
  for (auto const& rank : profile.ranks)
    sums[rank.node].add(rank);
  std::vector<Node> nodes;
  for (auto const& [number, node] : sums)
    nodes.push_back(node);
  std::vector<ColumnOf<Node>> const columns{
      {{"Node", "", 5}, [](auto& r) { return fmt::format("{}", r.number); }},
      {{"ranks", "", 5}, [](auto& r) { return fmt::format("{}", r.ranks); }},
      {{"peak res.", "Mbytes", 10},
       [](auto& r) { return megabytes(r.memory.peak_resident_bytes); }},
      {{"fields", "Mbytes", 10}, [](auto& r) { return megabytes(r.memory.field_bytes); }},
      {{"buffers", "Mbytes", 10}, [](auto& r) { return megabytes(r.memory.buffer_bytes); }},
      {{"huge p.", "Mbytes", 10}, [](auto& r) { return megabytes(r.memory.huge_page_bytes); }},
      {{"name", "", 10, Align::left}, [](auto& r) { return r.hostname; }},
  };
  return rows_text(columns, nodes, most_ranks) + '\n';
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
