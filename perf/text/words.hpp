// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace kitt::perf {

/// "1 rank", "2 ranks".
std::string counted(int count, std::string_view what);
/// "1.234 ms"; for people.
std::string readable_seconds(double seconds);
/// Base 2, with its name: "2 MiB".
std::string readable_bytes(double bytes);

} // namespace kitt::perf
