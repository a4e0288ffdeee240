// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/lines/line_exchange.hpp"

#include <cstring>

namespace kitt::comms {

/// Exchange in a row of a single rank, which has only its own block.
class LineExchange::Implementation {
public:
  std::size_t bytes;
};

LineExchange::LineExchange(Communicator const& /*world*/, TaskGrid const& /*grid*/, Line /*line*/,
                           LineMethod /*method*/, LineBlocks const& blocks)
    : implementation_(std::make_unique<Implementation>(blocks.outgoing.front())) {}
LineExchange::~LineExchange() = default;
LineExchange::LineExchange(LineExchange&&) noexcept = default;
LineExchange& LineExchange::operator=(LineExchange&&) noexcept = default;

void LineExchange::run(void const* outgoing, void* incoming) {
  std::memcpy(incoming, outgoing, implementation_->bytes);
}

} // namespace kitt::comms
