// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/lines/line_exchange.hpp"
#include "core/backend/memory.hpp"
#include "miniapp/benchmarks/fft/pencil_transform.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace kitt::miniapp::detail {

/// Blocks of complex numbers that a rank sends to the ranks of its row or column, or receives from
/// them. The blocks are contiguous, one for each rank. A block has one rank's part of an axis,
/// times `others` numbers. The block that a rank keeps for itself is last and is not exchanged.
class Blocks {
public:
  /// Places the blocks. `others` is the product of the extents of the block's other axes. `kept` is
  /// the index of the block that is not exchanged.
  Blocks(std::vector<AxisPart> parts, std::size_t others, std::optional<std::size_t> kept)
      : parts_(std::move(parts)), bytes_(parts_.size()), begins_(parts_.size()) {
    auto const append = [&](std::size_t block) {
      begins_[block] = numbers_;
      numbers_ += static_cast<std::size_t>(parts_[block].count) * others;
      return (numbers_ - begins_[block]) * sizeof(ComplexDouble);
    };
    for (std::size_t block = 0; block < count(); ++block)
      if (block != kept)
        bytes_[block] = append(block);
    exchanged_ = numbers_;
    if (kept)
      append(*kept);
  }

  std::size_t numbers() const { return numbers_; }
  /// Returns how many numbers are in exchanged blocks.
  std::size_t exchanged() const { return exchanged_; }
  std::size_t count() const { return parts_.size(); }
  AxisPart part(std::size_t block) const { return parts_[block]; }
  /// Returns the index of the first number of a block.
  std::size_t begin(std::size_t block) const { return begins_[block]; }
  /// Returns the bytes of each block. The kept block has 0, because it is not exchanged.
  std::vector<std::size_t> const& bytes() const { return bytes_; }

private:
  std::vector<AxisPart> parts_;
  std::vector<std::size_t> bytes_;
  std::vector<std::size_t> begins_;
  std::size_t numbers_ = 0;
  std::size_t exchanged_ = 0;
};

/// Axis that the ranks of a line divide, and how many numbers a rank has for each point of the
/// axis.
struct SharedAxis {
  std::vector<AxisPart> parts; ///< parts of the axis, one for each rank of the line
  std::size_t others;
};

/// Exchange of blocks between the ranks of a row or column. A rank writes the block that it keeps
/// directly to its place among the incoming blocks.
class BlockExchange {
public:
  /// Prepares the exchange. `out` is the axis that becomes divided, and `in` is the axis that
  /// becomes whole. Throws UserError if comms::LineExchange rejects `method`. Collective.
  BlockExchange(comms::Communicator const& world, comms::TaskGrid const& grid, comms::Line line,
                comms::LineMethod method, SharedAxis const& out, SharedAxis const& in,
                MemorySource const& memory)
      : line_(line), kept_(kept_block(world, grid, line, method)),
        outgoing_(out.parts, out.others, kept_), incoming_(in.parts, in.others, kept_),
        exchange_(world, grid, line, method, {outgoing_.bytes(), incoming_.bytes()}),
        memory_(memory("kitt::fft::blocks", incoming_.numbers() * sizeof(ComplexDouble))) {}

  comms::Line line() const { return line_; }
  Blocks const& outgoing() const { return outgoing_; }
  Blocks const& incoming() const { return incoming_; }
  /// Returns whether the row or column has only this rank, so that nothing is exchanged.
  bool keeps_all() const { return outgoing_.count() == 1; }

  /// Returns the place for a block that is sent from `buffer`.
  ComplexDouble* write_to(std::size_t block, ComplexDouble* buffer) const {
    return block == kept_ ? numbers() + incoming_.begin(block) : buffer + outgoing_.begin(block);
  }
  /// Returns the place of a received block.
  ComplexDouble const* read_from(std::size_t block) const {
    return numbers() + incoming_.begin(block);
  }
  void run(ComplexDouble const* outgoing) { exchange_.run(outgoing, numbers()); }

private:
  /// Returns the index of the block that this rank keeps. Returns nothing for MPI_Alltoall, which
  /// exchanges all blocks with equal size, and also sends a rank's block to itself.
  static std::optional<std::size_t> kept_block(comms::Communicator const& world,
                                               comms::TaskGrid const& grid, comms::Line line,
                                               comms::LineMethod method) {
    if (method == comms::LineMethod::alltoall && grid.length(line) > 1)
      return std::nullopt;
    return static_cast<std::size_t>(grid.place_in(line, world.rank()));
  }
  ComplexDouble* numbers() const { return static_cast<ComplexDouble*>(memory_.get()); }

  comms::Line line_;
  std::optional<std::size_t> kept_;
  Blocks outgoing_;
  Blocks incoming_;
  comms::LineExchange exchange_;
  std::shared_ptr<void> memory_; ///< memory of the incoming blocks
};

} // namespace kitt::miniapp::detail
