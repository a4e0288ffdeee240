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
/// Options for numbers of bytes. K, M, G and T stand for powers of 1024. In lists, FROM:TO stands
/// for sizes that double.

namespace kitt::miniapp::detail {

/// Numbers of bytes that an option accepts.
struct ByteRange {
  std::int64_t lowest;
  std::int64_t highest;
  std::int64_t multiple = 1;     ///< numbers must be multiples of this
  char const* why_multiple = ""; ///< reason, as "sums add numbers of 8 bytes"
};

/// Reads a text like "4096" or "4K". Throws UserError if it is not a number in the range.
std::int64_t parse_bytes(std::string const& option, std::string const& text,
                         ByteRange const& range);
/// Reads a text like "8K" or "8:4M". The text "8:4M" stands for 8, its doubles, and 4M. Throws like
/// parse_bytes().
std::vector<std::int64_t> parse_byte_sizes(std::string const& option, std::string const& text,
                                           ByteRange const& range);

/// Declares an option `--name BYTES`. `usual` describes the default in the help.
void add_bytes(CLI::App& app, std::string const& option, std::optional<std::int64_t>& target,
               ByteRange const& range, std::string const& help, std::string const& usual);
/// Declares an option `--name BYTES,FROM:TO...`. `usual` describes the default in the help.
void add_byte_sizes(CLI::App& app, std::string const& option, std::vector<std::int64_t>& target,
                    ByteRange const& range, std::string const& help, std::string const& usual);

} // namespace kitt::miniapp::detail
