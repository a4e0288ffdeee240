// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/p2p/message_curves.hpp"

#include <string>

namespace kitt::miniapp {

/// What sizes and numbers of pairs say of the network, as whole lines: latency, best rate, the size
/// that reaches half of it, sizes where rates drop; pairs that saturate it.
std::string message_summary_text(MessageSummary const& summary);

} // namespace kitt::miniapp
