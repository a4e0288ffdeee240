// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/p2p/message_cell.hpp"
#include "perf/model/machine_file.hpp"

#include <optional>
#include <span>
#include <vector>

/// \file
/// Predicts the times of messages of `kitt p2p` with closed formulas, after LogGP (Alexandrov
/// et al., SPAA 1995). A message between two idle ranks takes latency + bytes / pair rate. Messages
/// of a window follow each other at the slower of two speeds: the overhead of the sender, and the
/// rate of the pair. A window of W messages and its empty answer therefore take
///   2 latency + W max(overhead, bytes / pair rate).
/// A get takes one latency more, because it starts with a request. If messages go both ways at
/// once, each rank has the overhead of its outgoing and of its incoming messages. The bytes of all
/// pairs go through one node in one direction, so a call takes at least (all bytes) / node rate.
/// The formulas leave out protocols that change with the size, and contention outside the nodes.

namespace kitt::miniapp {

/// Returns the seconds of one call with the pattern, bytes, window and pairs of `work`. Empty for
/// patterns without a formula.
std::optional<double> predicted_seconds(perf::MessageLink const& link, MessageCell const& work);

/// Returns the link fitted to cells of one placement. Latency comes from the smallest ping-pong of
/// one pair, overhead from the smallest one-way window of one pair. The rate of a pair comes from
/// the fastest one-way window of one pair, the rate of a node from the fastest with any number of
/// pairs. Empty if cells of these kinds are missing.
std::optional<perf::MessageLink> fit_messages(std::span<MessageCell const> cells);
/// Returns whether fit_messages() uses the time of this cell.
bool is_fitted(MessageCell const& cell, std::span<MessageCell const> cells);

/// Returns predicted cells of `kitt p2p`: ping-pong of one pair, and one-way windows of 64 messages
/// for 1, 2, 4... `most_pairs` pairs. Messages have 1 byte to 4 MiB.
std::vector<MessageCell> predicted_cells(perf::MessageLink const& link, int most_pairs);

} // namespace kitt::miniapp
