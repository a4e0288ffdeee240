// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/p2p/message_curves.hpp"

#include <string>

namespace kitt::miniapp {

/// Returns the figures of the network as lines of text. The figures are the latency, the best rate,
/// the size that reaches half of the best rate, sizes where the rate drops, and the number of pairs
/// that saturate the network.
std::string message_summary_text(MessageSummary const& summary);

} // namespace kitt::miniapp
