// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

/// \file
/// Contents of messages that the receiver can compute from the stream, and checksums of other
/// messages.

namespace kitt {

/// Writes the numbers of a stream (counter_bits), 8 bytes each; the last may be cut.
void fill_random(std::span<std::byte> buffer, std::uint64_t stream);

/// How many bytes lie in words of 8 that differ from what fill_random writes.
std::size_t count_wrong(std::span<std::byte const> buffer, std::uint64_t stream);

/// Returns a checksum of a message. Messages with the same bytes in different streams have
/// different checksums. A single wrong bit always changes the checksum. Any other error changes it
/// with a probability of 1 - 2^-64.
std::uint64_t checksum(std::span<std::byte const> message, std::uint64_t stream);

} // namespace kitt
