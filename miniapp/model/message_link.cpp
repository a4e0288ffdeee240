// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/model/message_link.hpp"

#include <algorithm>
#include <limits>

namespace kitt::miniapp {

namespace {

/// Returns the number of latencies in a call that do not overlap: the message and its answer, and
/// for a get also the request.
double latencies_of(std::string const& pattern) {
  return pattern == "get" ? 3 : 2;
}

bool is_window(std::string const& pattern) {
  return pattern == "one-way" || pattern == "both-ways" || pattern == "put" || pattern == "get";
}

/// The cells from which the figures of a link are taken.
struct FittedCells {
  MessageCell const* latency = nullptr;
  MessageCell const* overhead = nullptr;
  MessageCell const* pair = nullptr;
  MessageCell const* node = nullptr;
};

/// Returns the cell that `before` puts first, among cells of one pattern with at most `most_pairs`
/// pairs. Null if no cell fits.
template <class Before>
MessageCell const* first_of(std::span<MessageCell const> cells, std::string const& pattern,
                            std::int64_t most_pairs, Before const& before) {
  MessageCell const* first = nullptr;
  for (auto const& cell : cells)
    if (cell.pattern == pattern && cell.pairs <= most_pairs &&
        (first == nullptr || before(cell, *first)))
      first = &cell;
  return first;
}

std::optional<FittedCells> fitted_cells(std::span<MessageCell const> cells) {
  auto const smaller = [](auto const& a, auto const& b) { return a.bytes < b.bytes; };
  auto const faster = [](auto const& a, auto const& b) { return mb_per_s(a) > mb_per_s(b); };
  constexpr auto any = std::numeric_limits<std::int64_t>::max();
  FittedCells const found{.latency = first_of(cells, "ping-pong", 1, smaller),
                          .overhead = first_of(cells, "one-way", 1, smaller),
                          .pair = first_of(cells, "one-way", 1, faster),
                          .node = first_of(cells, "one-way", any, faster)};
  if (found.latency == nullptr || found.overhead == nullptr)
    return std::nullopt;
  return found;
}

MessageCell predicted_cell(perf::MessageLink const& link, char const* pattern, std::int64_t bytes,
                           std::int64_t window, std::int64_t pairs) {
  MessageCell cell;
  cell.pattern = pattern;
  cell.placement = "between-nodes";
  cell.buffers = "window";
  cell.bytes = bytes;
  cell.window = window;
  cell.pairs = pairs;
  cell.messages = static_cast<std::size_t>(pairs * window) * (cell.pattern == "ping-pong" ? 2 : 1);
  cell.seconds.median = *predicted_seconds(link, cell);
  return cell;
}

} // namespace

std::optional<double> predicted_seconds(perf::MessageLink const& link, MessageCell const& work) {
  auto const bytes = static_cast<double>(work.bytes);
  auto const window = static_cast<double>(work.window);
  auto const pair_seconds = bytes / link.pair_gb_per_s * 1e-9;
  auto const node_seconds = static_cast<double>(work.pairs) * bytes / link.node_gb_per_s * 1e-9;
  if (work.pattern == "ping-pong")
    return 2 * (link.latency_seconds + std::max(pair_seconds, node_seconds));
  if (!is_window(work.pattern))
    return std::nullopt;
  auto const overhead = link.overhead_seconds * (work.pattern == "both-ways" ? 2 : 1);
  auto const of_a_pair =
      latencies_of(work.pattern) * link.latency_seconds + window * std::max(overhead, pair_seconds);
  return std::max(of_a_pair, window * node_seconds);
}

std::optional<perf::MessageLink> fit_messages(std::span<MessageCell const> cells) {
  auto const fitted = fitted_cells(cells);
  if (!fitted)
    return std::nullopt;
  auto const latency = fitted->latency->seconds.median / 2;
  auto const window = static_cast<double>(fitted->overhead->window);
  return perf::MessageLink{
      .latency_seconds = latency,
      .overhead_seconds = std::max(0., (fitted->overhead->seconds.median - 2 * latency) / window),
      .pair_gb_per_s = mb_per_s(*fitted->pair) * 1e-3,
      .node_gb_per_s = mb_per_s(*fitted->node) * 1e-3};
}

bool is_fitted(MessageCell const& cell, std::span<MessageCell const> cells) {
  auto const fitted = fitted_cells(cells);
  if (!fitted)
    return false;
  auto const used = {fitted->latency, fitted->overhead, fitted->pair, fitted->node};
  return std::any_of(used.begin(), used.end(),
                     [&](auto const* other) { return key_of(*other) == key_of(cell); });
}

std::vector<MessageCell> predicted_cells(perf::MessageLink const& link, int most_pairs) {
  constexpr std::int64_t largest = 4 << 20;
  constexpr std::int64_t window = 64;
  std::vector<MessageCell> cells;
  for (std::int64_t bytes = 1; bytes <= largest; bytes *= 2) {
    cells.push_back(predicted_cell(link, "ping-pong", bytes, 1, 1));
    for (std::int64_t pairs = 1; pairs <= most_pairs; pairs *= 2)
      cells.push_back(predicted_cell(link, "one-way", bytes, window, pairs));
  }
  return cells;
}

} // namespace kitt::miniapp
