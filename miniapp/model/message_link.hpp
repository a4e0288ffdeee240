// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/p2p/message_cell.hpp"
#include "perf/model/machine_file.hpp"

#include <optional>
#include <span>
#include <vector>

/// \file
/// What messages of `kitt p2p` should take, in closed forms, after LogGP (Alexandrov et al., SPAA
/// 1995). A message from an idle rank to an idle rank takes latency + bytes / pair rate. Messages
/// of a window follow each other at the slower of the sender's overhead and of the pair's rate, so
/// a window of W messages and its empty answer take
///   2 latency + W max(overhead, bytes / pair rate),
/// that of a get one latency more, for it is asked for first; both ways at once each rank has the
/// overhead of what it sends and of what comes in. All pairs' bytes go one way through one node, so
/// a call takes no less than they / node rate.
/// Not in it: protocols that change with the size, and contention beyond the nodes.

namespace kitt::miniapp {

/// Seconds of one call of the pattern, bytes, window and pairs of `work`; none for a pattern that
/// the forms do not know.
std::optional<double> predicted_seconds(perf::MessageLink const& link, MessageCell const& work);

/// The link that cells of one placement tell of: latency of the smallest ping-pong of one pair,
/// overhead of the smallest window of one pair that goes one way, the pair's rate from the fastest
/// of these, and the node's from the fastest of any number of pairs. None without these.
std::optional<perf::MessageLink> fit_messages(std::span<MessageCell const> cells);
/// Whether fit_messages() uses this cell's time among `cells`.
bool is_fitted(MessageCell const& cell, std::span<MessageCell const> cells);

/// Cells as `kitt p2p` would measure them: ping-pong of one pair and windows of 64 one way for 1,
/// 2, 4... `most_pairs` pairs, with messages of 1 byte to 4 MiB.
std::vector<MessageCell> predicted_cells(perf::MessageLink const& link, int most_pairs);

} // namespace kitt::miniapp
