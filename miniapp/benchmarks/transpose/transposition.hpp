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

/// A phase of a transposition as the benchmark times it: which blocks go where, in which buffers.
struct TranspositionShape {
  comms::Line line = comms::Line::rows;
  comms::LineMethod method = comms::LineMethod::sendrecv;
  std::size_t bytes = 8;      ///< that a rank sends each rank of its line
  bool fresh_buffers = false; ///< allocated and filled by all threads before each call
};

/// An exchange of equal blocks in all lines of a grid at once, with random contents that follow
/// from sender, receiver and place.
class Transposition {
public:
  /// Collective. `world` outlives this.
  Transposition(comms::Communicator const& world, comms::TaskGrid const& grid,
                TranspositionShape const& shape, MemorySource memory, std::uint64_t seed);

  /// Whether prepare() comes before each call.
  bool prepares() const { return shape_.fresh_buffers; }
  /// New buffers, filled by all threads; then all ranks wait for each other. Collective.
  void prepare();
  /// One exchange, finished on return.
  void run() { exchange_.run(outgoing_.get(), incoming_.get()); }

  /// Fills anew (fresh buffers, where each call has them), makes one exchange, and compares every
  /// byte that came in with what its sender must have sent: how many are in words of 8 that differ
  /// on this rank. On all ranks.
  std::size_t wrong_bytes();
  /// Compares the bytes of the last exchange. Returns how many are wrong, counted in the way of
  /// wrong_bytes().
  std::size_t wrong_left() const;
  /// Adds what only this knows: how long buffers took to allocate and fill. Collective.
  void describe(TransposeCell& cell) const;

  /// For tests.
  std::byte* outgoing() const { return static_cast<std::byte*>(outgoing_.get()); }
  std::byte* incoming() const { return static_cast<std::byte*>(incoming_.get()); }

private:
  void allocate();
  void fill();

  comms::Communicator const& world_;
  TranspositionShape shape_;
  MemorySource memory_;
  std::uint64_t seed_;
  std::uint64_t filled_ = 0; ///< how often: contents of one fill are not those of another
  int rank_;
  std::vector<int> members_; ///< of this rank's line
  comms::LineExchange exchange_;
  std::shared_ptr<void> outgoing_;
  std::shared_ptr<void> incoming_;
  double fill_seconds_ = 0; ///< of all times that buffers were made anew
  std::size_t fills_ = 0;
};

} // namespace kitt::miniapp
