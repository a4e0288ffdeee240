// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

/// \file
/// Options for numbers of bytes. All of them take K, M, G and T for powers of 1024. Lists take
/// FROM:TO for sizes that double.

namespace kitt::miniapp::detail {

/// The numbers of bytes that an option takes.
struct ByteRange {
  std::int64_t lowest;
  std::int64_t highest;
  std::int64_t multiple = 1;     ///< numbers must be multiples of this
  char const* why_multiple = ""; ///< "sums are of numbers of 8 bytes"
};

/// Reads "4096" or "4K". Throws UserError if it is no number or lies outside of the range.
std::int64_t parse_bytes(std::string const& option, std::string const& text,
                         ByteRange const& range);
/// Reads "8K" or "8:4M", which means the first size, doubled sizes, and the last size. Throws as
/// parse_bytes() does.
std::vector<std::int64_t> parse_byte_sizes(std::string const& option, std::string const& text,
                                           ByteRange const& range);

/// Declares `--name BYTES`. `usual` tells the help what holds without the option.
void add_bytes(CLI::App& app, std::string const& option, std::optional<std::int64_t>& target,
               ByteRange const& range, std::string const& help, std::string const& usual);
/// Declares `--name BYTES,FROM:TO...`.
void add_byte_sizes(CLI::App& app, std::string const& option, std::vector<std::int64_t>& target,
                    ByteRange const& range, std::string const& help, std::string const& usual);

} // namespace kitt::miniapp::detail
