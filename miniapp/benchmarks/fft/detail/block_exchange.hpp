// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/lines/line_exchange.hpp"
#include "miniapp/benchmarks/fft/pencil_transform.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace kitt::perf::detail {

/// Blocks of complex numbers for the ranks of a line, or from them, one behind the other. Each has
/// all of an axis' part that is its rank's, times as many others.
class Blocks {
public:
  /// `others`: the product of the extents of the block's other axes.
  Blocks(std::vector<AxisPart> parts, std::size_t others) : parts_(std::move(parts)) {
    for (auto const& part : parts_) {
      begins_.push_back(numbers_);
      numbers_ += static_cast<std::size_t>(part.count) * others;
    }
  }

  std::size_t numbers() const { return numbers_; }
  std::size_t count() const { return parts_.size(); }
  AxisPart part(std::size_t block) const { return parts_[block]; }
  /// The first number of a block.
  std::size_t begin(std::size_t block) const { return begins_[block]; }

  std::vector<std::size_t> bytes() const {
    std::vector<std::size_t> all;
    for (std::size_t block = 0; block < count(); ++block)
      all.push_back((block + 1 < count() ? begins_[block + 1] : numbers_) - begins_[block]);
    for (auto& size : all)
      size *= sizeof(ComplexDouble);
    return all;
  }

private:
  std::vector<AxisPart> parts_;
  std::vector<std::size_t> begins_;
  std::size_t numbers_ = 0;
};

/// What goes out to the ranks of a line and comes in from them.
struct BlockExchange {
  comms::Line line;
  Blocks outgoing;
  Blocks incoming;
  comms::LineExchange exchange;

  BlockExchange(comms::Communicator const& world, comms::TaskGrid const& grid, comms::Line along,
                comms::LineMethod method, Blocks out, Blocks in)
      : line(along), outgoing(std::move(out)), incoming(std::move(in)),
        exchange(world, grid, along, method, {outgoing.bytes(), incoming.bytes()}) {}
};

} // namespace kitt::perf::detail
