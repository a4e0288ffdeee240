// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/pairs/message_pair.hpp"
#include "comms/pairs/rank_pairs.hpp"
#include "miniapp/benchmarks/p2p/message_cell.hpp"
#include "miniapp/run/session.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace kitt::miniapp {

/// Where the messages of a call lie: each has a buffer of its own, the same in each call; all share
/// one; or each call uses the next part of a region that no cache holds.
enum class Buffers { window, one, rotate };
constexpr auto names_of(Buffers) {
  return std::array{"window", "one", "rotate"};
}

constexpr int all_pairs = 0; ///< stands for as many as there are

/// What `kitt p2p` is asked for.
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

/// As asked, or between nodes where there are several.
comms::Placement placement(Session const& session, MessageOptions const& options);

/// All pairs of this run. Throws UserError where there is none.
std::vector<comms::RankPair> all_of(Session const& session, MessageOptions const& options);

/// Numbers of pairs to measure, in order: as asked, or 1, 2, 4 ... and all. Throws UserError where
/// there are fewer.
std::vector<int> numbers_of_pairs(Session const& session, MessageOptions const& options, int most);

/// Throws UserError for ways to reach another rank's memory that these ranks do not have.
void check_access(Session const& session, MessageOptions const& options);

/// Messages to measure with each number of pairs: of all patterns, in all ways, of all sizes.
/// `rotate_bytes`: see MessageShape; of rotating buffers only.
std::vector<comms::MessageShape> shapes(Session const& session, MessageOptions const& options,
                                        std::size_t rotate_bytes);

/// Twice the last-level cache, or 64 MiB where that is unknown; the most of any rank. Collective.
std::size_t rotate_bytes(Session const& session);

/// What is known of a cell before it is measured.
MessageCell unmeasured(Session const& session, MessageOptions const& options,
                       comms::MessageShape const& shape, std::size_t pairs);

} // namespace kitt::miniapp
