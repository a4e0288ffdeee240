// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kitt::perf {

/// "1 rank", "2 ranks".
std::string counted(int count, std::string_view what);
/// With so many digits after the point; "-" for none.
std::string fixed(std::optional<double> const& figure, int digits);
std::string percent(std::optional<double> const& fraction, int digits = 1);
/// "1.234 ms", "-" for none; for people.
std::string readable_seconds(std::optional<double> const& seconds);
/// Base 2, with its name: "2 MiB".
std::string readable_bytes(double bytes);

} // namespace kitt::perf
