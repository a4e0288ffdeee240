// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/pairs/message_pair.hpp"
#include "comms/pairs/rank_pairs.hpp"
#include "miniapp/benchmarks/p2p/message_cell.hpp"
#include "miniapp/run/run.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace kitt::miniapp {

/// Placement of the messages of a call in memory.
/// - `window`: each message of the call has its own buffer, and each call uses the same buffers.
/// - `one`: all messages share one buffer.
/// - `rotate`: each call uses the next part of a region that is larger than all caches.
enum class Buffers { window, one, rotate };
constexpr auto names_of(Buffers) {
  return std::array{"window", "one", "rotate"};
}

constexpr int all_pairs = 0; ///< value that stands for all pairs

/// Options of `kitt p2p`.
struct MessageOptions {
  std::vector<comms::MessagePattern> patterns = {};
  std::vector<std::int64_t> sizes = {};
  std::vector<int> pairs = {};
  std::optional<comms::Placement> placement = {};
  int window = 64;
  Buffers buffers = Buffers::window;
  std::vector<comms::RmaWindow> rma_windows = {comms::RmaWindow::allocate};
  std::vector<comms::RmaSync> syncs = {comms::RmaSync::flush};
  comms::RmaTarget target = comms::RmaTarget::waiting;
};

/// Returns where the ranks of a pair run. The default is between nodes if there are several nodes.
comms::Placement placement(RunContext const& context, MessageOptions const& options);

/// Returns all pairs of this run. Throws UserError if there is no pair.
std::vector<comms::RankPair> all_of(RunContext const& context, MessageOptions const& options);

/// Returns the numbers of pairs to measure, in ascending order. The default is 1, 2, 4 ... and all.
/// Throws UserError if a number is larger than `most`.
std::vector<int> numbers_of_pairs(RunContext const& context, MessageOptions const& options,
                                  int most);

/// Throws UserError if these ranks or this machine do not support the requested access to another
/// rank's memory.
void check_access(RunContext const& context, MessageOptions const& options);

/// Returns the messages to measure with each number of pairs: all patterns, ways of access, and
/// sizes. `rotate_bytes` is the size of the region for rotating buffers (see MessageShape).
std::vector<comms::MessageShape> shapes(RunContext const& context, MessageOptions const& options,
                                        std::size_t rotate_bytes);

/// Returns the size of the region for rotating buffers: twice the last-level cache, or 64 MiB if
/// the cache is unknown. It is the maximum over all ranks. Collective.
std::size_t rotate_bytes(RunContext const& context);

/// Returns the cell with the fields that are known before the measurement.
MessageCell unmeasured(RunContext const& context, MessageOptions const& options,
                       comms::MessageShape const& shape, std::size_t pairs);

} // namespace kitt::miniapp
