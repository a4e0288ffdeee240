// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/lines/line_exchange.hpp"
#include "core/backend/memory.hpp"
#include "miniapp/benchmarks/transpose/transpose_cell.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace kitt::miniapp {

/// Phase of a transposition: which ranks exchange which blocks, how, and in which buffers.
struct TranspositionShape {
  comms::Line line = comms::Line::rows;
  comms::LineMethod method = comms::LineMethod::sendrecv;
  std::size_t bytes = 8; ///< bytes that a rank sends to each rank of its line
  /// whether buffers are allocated and filled by all threads before each call
  bool fresh_buffers = false;
};

/// Exchange of equal blocks in all lines of a grid at the same time. The random contents depend on
/// sender, receiver and position.
class Transposition {
public:
  /// Allocates the buffers. Requires that `world` outlives this object. Collective.
  Transposition(comms::Communicator const& world, comms::TaskGrid const& grid,
                TranspositionShape const& shape, MemorySource memory, std::uint64_t seed);

  /// Returns whether prepare() must be called before each exchange.
  bool prepares() const { return shape_.fresh_buffers; }
  /// Allocates new buffers and fills them with all threads. After that all ranks wait for each
  /// other. Collective.
  void prepare();
  /// Makes one exchange. The exchange has finished on return.
  void run() { exchange_.run(outgoing_.get(), incoming_.get()); }

  /// Fills the outgoing blocks with new random bytes, makes one exchange, and compares every
  /// received byte with the byte that its sender must have sent. With fresh buffers, the function
  /// also allocates the buffers. Returns the wrong bytes on this rank, counted in words of 8 bytes.
  /// Must be called on all ranks.
  std::size_t wrong_bytes();
  /// Compares the bytes of the last exchange. Returns the wrong bytes on this rank, counted in
  /// words of 8 bytes.
  std::size_t wrong_left() const;
  /// Adds the mean time for allocating and filling the buffers to `cell`. Collective.
  void describe(TransposeCell& cell) const;

  /// Return the buffers, for tests.
  std::byte* outgoing() const { return static_cast<std::byte*>(outgoing_.get()); }
  std::byte* incoming() const { return static_cast<std::byte*>(incoming_.get()); }

private:
  void allocate();
  void fill();

  comms::Communicator const& world_;
  TranspositionShape shape_;
  MemorySource memory_;
  std::uint64_t seed_;
  std::uint64_t filled_ = 0; ///< number of fills so far; each fill has other contents
  int rank_;
  std::vector<int> members_; ///< ranks of this rank's line
  comms::LineExchange exchange_;
  std::shared_ptr<void> outgoing_;
  std::shared_ptr<void> incoming_;
  double fill_seconds_ = 0; ///< seconds for allocating and filling buffers, summed over all calls
  std::size_t fills_ = 0;
};

} // namespace kitt::miniapp
