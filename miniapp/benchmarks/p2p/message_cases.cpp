// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/p2p/message_cases.hpp"

#include "core/base/error.hpp"
#include "miniapp/run/option_values.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

using comms::MessagePattern;
using comms::MessageShape;
using comms::Placement;

/// Returns the message sizes to measure. The default is from 1 byte to 4 MiB. A quick run has fewer
/// sizes, because every pattern runs with each size.
std::vector<std::int64_t> sizes(RunContext const& context, MessageOptions const& options) {
  auto sizes = options.sizes;
  if (sizes.empty())
    for (int power = context.options().quick ? 3 : 0; power <= 22;
         power += context.options().quick ? 8 : 1)
      sizes.push_back(std::int64_t{1} << power);
  return sizes;
}

/// Returns the combinations of window, synchronisation and target to measure for a pattern.
/// Patterns that send and receive get one default entry, which they ignore.
std::vector<comms::RemoteAccess> accesses(MessageOptions const& options, MessagePattern pattern) {
  if (!is_one_sided(pattern))
    return {{}};
  std::vector<comms::RemoteAccess> all;
  for (auto const window : options.rma_windows)
    for (auto const sync : options.syncs)
      all.push_back({window, sync, options.target});
  return all;
}

} // namespace

Placement placement(RunContext const& context, MessageOptions const& options) {
  return options.placement.value_or(context.communicator().nodes() > 1 ? Placement::between_nodes
                                                                       : Placement::inside_node);
}

std::vector<comms::RankPair> all_of(RunContext const& context, MessageOptions const& options) {
  auto const& world = context.communicator();
  auto const where = placement(context, options);
  auto pairs = comms::rank_pairs(world.places(), where);
  KITT_VALIDATE(!pairs.empty() || where == Placement::inside_node,
                "there is no pair of ranks between nodes (this run has one node): start it on two "
                "nodes, or give --placement inside-node");
  KITT_VALIDATE(!pairs.empty(),
                fmt::format("there is no pair of ranks inside a node (the first node has one "
                            "rank): start it with two or more ranks per node, as in `mpirun -np 2 "
                            "kitt p2p`{}",
                            world.nodes() > 1 ? ", or give --placement between-nodes" : ""));
  return pairs;
}

std::vector<int> numbers_of_pairs(RunContext const& context, MessageOptions const& options,
                                  int most) {
  auto numbers = options.pairs;
  if (numbers.empty()) {
    for (int count = 1; count < most && (count == 1 || !context.options().quick); count *= 2)
      numbers.push_back(count);
    numbers.push_back(all_pairs);
  }
  std::replace(numbers.begin(), numbers.end(), all_pairs, most);
  for (auto const number : numbers)
    KITT_VALIDATE(number <= most,
                  fmt::format("--pairs {} is too large (this run has {}): give fewer "
                              "pairs, or start more ranks",
                              number, perf::counted(most, "pair")));
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

void check_access(RunContext const& context, MessageOptions const& options) {
  if (std::count(options.rma_windows.begin(), options.rma_windows.end(), comms::RmaWindow::shared) >
      0) {
    KITT_VALIDATE(placement(context, options) == Placement::inside_node,
                  "--rma-window shared does not work between nodes (ranks share memory only inside "
                  "a node): leave it out, or give --placement inside-node");
    KITT_VALIDATE(
        !comms::is_simulated(),
        "--rma-window shared does not work on a simulated machine (SimGrid 3.32 aborts when "
        "it frees shared windows): leave it out");
  }
  if (options.target == comms::RmaTarget::waiting)
    return;
  for (auto const sync : options.syncs)
    KITT_VALIDATE(
        is_passive(sync),
        fmt::format("--target computing does not work with --sync {} (with this --sync the target "
                    "must call MPI): give --sync flush,lock, or leave --target out",
                    to_string(sync)));
  KITT_VALIDATE(!comms::is_simulated(),
                "--target computing does not work on a simulated machine (which runs one rank at a "
                "time): leave it out");
}

std::vector<MessageShape> shapes(RunContext const& context, MessageOptions const& options,
                                 std::size_t rotate_bytes) {
  std::vector<MessageShape> all;
  for (auto const pattern : detail::given_or_all(options.patterns))
    for (auto const& access : accesses(options, pattern))
      for (auto const bytes : sizes(context, options))
        all.push_back({.pattern = pattern,
                       .bytes = static_cast<std::size_t>(bytes),
                       .window = pattern == MessagePattern::ping_pong ? 1 : options.window,
                       .one_buffer = options.buffers == Buffers::one,
                       .rotate_bytes = options.buffers == Buffers::rotate ? rotate_bytes : 0,
                       .access = access});
  return all;
}

std::size_t rotate_bytes(RunContext const& context) {
  constexpr std::size_t usual = std::size_t{64} << 20;
  auto const& caches = context.header().topology.caches;
  auto const last = std::max_element(caches.begin(), caches.end(),
                                     [](auto& a, auto& b) { return a.level < b.level; });
  bool const known = last != caches.end() && last->size_bytes > 0;
  return context.most(known ? 2 * last->size_bytes : usual);
}

MessageCell unmeasured(RunContext const& context, MessageOptions const& options,
                       MessageShape const& shape, std::size_t pairs) {
  MessageCell cell;
  cell.pattern = kitt::to_string(shape.pattern);
  cell.placement = kitt::to_string(placement(context, options));
  cell.buffers = kitt::to_string(options.buffers);
  cell.bytes = static_cast<std::int64_t>(shape.bytes);
  cell.window = shape.window;
  cell.pairs = static_cast<std::int64_t>(pairs);
  std::size_t const ways = goes_both_ways(shape.pattern) ? 2 : 1;
  cell.messages = ways * static_cast<std::size_t>(shape.window) * pairs;
  if (is_one_sided(shape.pattern)) {
    cell.rma_window = kitt::to_string(shape.access.window);
    cell.sync = kitt::to_string(shape.access.sync);
    cell.target = kitt::to_string(shape.access.target);
  }
  return cell;
}

} // namespace kitt::miniapp
