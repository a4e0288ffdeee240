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

/// Blocks of complex numbers for the ranks of a line, or from them, one behind the other. Each has
/// all of an axis' part that is its rank's, times as many others. A block that its rank keeps is
/// not exchanged: it comes last.
class Blocks {
public:
  /// `others`: the product of the extents of the block's other axes.
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
  /// Those of blocks that are exchanged.
  std::size_t exchanged() const { return exchanged_; }
  std::size_t count() const { return parts_.size(); }
  AxisPart part(std::size_t block) const { return parts_[block]; }
  /// The first number of a block.
  std::size_t begin(std::size_t block) const { return begins_[block]; }
  /// Bytes of each block that are exchanged.
  std::vector<std::size_t> const& bytes() const { return bytes_; }

private:
  std::vector<AxisPart> parts_;
  std::vector<std::size_t> bytes_;
  std::vector<std::size_t> begins_;
  std::size_t numbers_ = 0;
  std::size_t exchanged_ = 0;
};

/// An axis that the ranks of a line share, and how many other numbers a rank has for each place.
struct SharedAxis {
  std::vector<AxisPart> parts; ///< by rank of the line
  std::size_t others;
};

/// What goes out to the ranks of a line and comes in from them. A rank writes the block that it
/// keeps where it comes in.
class BlockExchange {
public:
  /// `out`: the axis that is cut; `in`: the one that is made whole. Collective. Throws UserError
  /// where comms::LineExchange does.
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
  /// Whether a rank is alone in its line, and keeps all.
  bool keeps_all() const { return outgoing_.count() == 1; }

  /// Where a block is written that goes out of `buffer`.
  ComplexDouble* write_to(std::size_t block, ComplexDouble* buffer) const {
    return block == kept_ ? numbers() + incoming_.begin(block) : buffer + outgoing_.begin(block);
  }
  /// Where a block lies that came in.
  ComplexDouble const* read_from(std::size_t block) const {
    return numbers() + incoming_.begin(block);
  }
  void run(ComplexDouble const* outgoing) { exchange_.run(outgoing, numbers()); }

private:
  /// MPI_Alltoall takes blocks of one size, a rank's own as well.
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
  std::shared_ptr<void> memory_; ///< of what comes in
};

} // namespace kitt::miniapp::detail
