// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kitt::perf {

/// Returns a number and a noun: "1 rank", "2 ranks".
std::string counted(int count, std::string_view what);
/// Returns a figure with `digits` digits after the point, or "-" if it is empty.
std::string fixed(std::optional<double> const& figure, int digits);
std::string percent(std::optional<double> const& fraction, int digits = 1);
/// Returns a time for people, such as "1.234 ms", or "-" if it is empty.
std::string readable_seconds(std::optional<double> const& seconds);
/// Returns a number of bytes with a binary unit, such as "2 MiB".
std::string readable_bytes(double bytes);

} // namespace kitt::perf
