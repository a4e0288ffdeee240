// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/text/words.hpp"

#include <array>
#include <fmt/format.h>
#include <utility>

namespace kitt::perf {

std::string counted(int count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string fixed(std::optional<double> const& figure, int digits) {
  return figure ? fmt::format("{:.{}f}", *figure, digits) : "-";
}

std::string percent(std::optional<double> const& fraction, int digits) {
  return fixed(fraction ? std::optional(100 * *fraction) : std::nullopt, digits);
}

std::string readable_seconds(std::optional<double> const& seconds) {
  if (!seconds)
    return "-";
  constexpr std::array<std::pair<double, char const*>, 4> units{
      {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}}};
  for (auto const& [size, name] : units)
    if (*seconds >= size)
      return fmt::format("{:.4g} {}", *seconds / size, name);
  return fmt::format("{:.4g} ns", *seconds * 1e9);
}

std::string readable_bytes(double bytes) {
  constexpr std::array names{"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t i = 0;
  for (; bytes >= 1024 && i + 1 < names.size(); ++i)
    bytes /= 1024;
  return fmt::format("{:.4g} {}", bytes, names[i]);
}

} // namespace kitt::perf
