// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

/// \file
/// Contents of messages that the receiver can compute from a stream number, and checksums of other
/// messages.

namespace kitt {

/// Fills a buffer with the numbers of a stream (counter_bits), 8 bytes each. The last number may be
/// cut off.
void fill_random(std::span<std::byte> buffer, std::uint64_t stream);

/// Returns the total size of the 8-byte words that differ from the words that fill_random() writes,
/// in bytes.
std::size_t count_wrong(std::span<std::byte const> buffer, std::uint64_t stream);

/// Returns a checksum of a message. Messages with the same bytes in different streams have
/// different checksums. A single wrong bit always changes the checksum. Any other error changes the
/// checksum with a probability of 1 - 2^-64.
std::uint64_t checksum(std::span<std::byte const> message, std::uint64_t stream);

} // namespace kitt
