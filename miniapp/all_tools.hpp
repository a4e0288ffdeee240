// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/run/tool.hpp"

#include <span>

namespace kitt::miniapp {

/// All tools in the order of `kitt --help`; all_tools.cpp holds the list.
std::span<Tool const> all_tools();

} // namespace kitt::miniapp
