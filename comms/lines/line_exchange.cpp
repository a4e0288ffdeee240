// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/lines/line_exchange.hpp"

#include "comms/ranks/mpi.hpp"
#include "core/base/error.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace kitt::comms {

using detail::check;

namespace detail {

/// Sizes and offsets of all blocks of one direction, in the format of MPI.
struct LineBlocksOneWay {
  std::vector<int> bytes;
  std::vector<int> offsets;

  explicit LineBlocksOneWay(std::vector<std::size_t> const& blocks)
      : bytes(blocks.begin(), blocks.end()), offsets(blocks.size()) {
    auto const all = std::accumulate(blocks.begin(), blocks.end(), std::size_t{0});
    KITT_VALIDATE(all <= static_cast<std::size_t>(std::numeric_limits<int>::max()),
                  "a rank exchanges too many bytes with its row or column of ranks (MPI counts at "
                  "most 2^31 - 1 bytes): use a smaller problem or more ranks");
    std::exclusive_scan(bytes.begin(), bytes.end(), offsets.begin(), 0);
  }

  bool all_equal() const {
    return std::ranges::all_of(bytes, [this](int size) { return size == bytes.front(); });
  }
};

} // namespace detail

namespace {

MPI_Comm split(Communicator const& world, TaskGrid const& grid, Line line) {
  MPI_Comm comm = MPI_COMM_NULL;
  auto const rank = world.rank();
  check(MPI_Comm_split(world.handle().comm, grid.line_of(line, rank), grid.place_in(line, rank),
                       &comm),
        "MPI_Comm_split");
  return detail::returning_errors(comm);
}

} // namespace

class LineExchange::Implementation {
public:
  Implementation(Communicator const& world, TaskGrid const& grid, Line line, LineMethod method,
                 LineBlocks const& blocks)
      : method_(method), place_(grid.place_in(line, world.rank())), length_(grid.length(line)),
        outgoing_(blocks.outgoing), incoming_(blocks.incoming), line_(split(world, grid, line)) {
    KITT_VALIDATE(
        method != LineMethod::alltoall ||
            (outgoing_.all_equal() && incoming_.all_equal() && outgoing_.bytes == incoming_.bytes),
        "--methods alltoall is not possible (MPI_Alltoall needs blocks of equal size): use "
        "alltoallv or sendrecv");
  }

  void run(void const* outgoing, void* incoming) {
    auto const* const out = static_cast<std::byte const*>(outgoing);
    auto* const in = static_cast<std::byte*>(incoming);
    switch (method_) {
    case LineMethod::sendrecv:
      return by_turns(out, in);
    case LineMethod::alltoall:
      return check(MPI_Alltoall(out, outgoing_.bytes.front(), MPI_BYTE, in, incoming_.bytes.front(),
                                MPI_BYTE, line_.comm),
                   "MPI_Alltoall");
    case LineMethod::alltoallv:
      return check(MPI_Alltoallv(out, outgoing_.bytes.data(), outgoing_.offsets.data(), MPI_BYTE,
                                 in, incoming_.bytes.data(), incoming_.offsets.data(), MPI_BYTE,
                                 line_.comm),
                   "MPI_Alltoallv");
    }
  }

private:
  void by_turns(std::byte const* out, std::byte* in) const {
    auto const own = static_cast<std::size_t>(place_);
    std::copy_n(out + outgoing_.offsets[own], outgoing_.bytes[own], in + incoming_.offsets[own]);
    for (int turn = 1; turn < length_; ++turn) {
      auto const ahead = static_cast<std::size_t>((place_ + turn) % length_);
      auto const behind = static_cast<std::size_t>((place_ + length_ - turn) % length_);
      check(MPI_Sendrecv(out + outgoing_.offsets[ahead], outgoing_.bytes[ahead], MPI_BYTE,
                         static_cast<int>(ahead), turn, in + incoming_.offsets[behind],
                         incoming_.bytes[behind], MPI_BYTE, static_cast<int>(behind), turn,
                         line_.comm, MPI_STATUS_IGNORE),
            "MPI_Sendrecv");
    }
  }

  LineMethod method_;
  int place_;
  int length_;
  detail::LineBlocksOneWay outgoing_;
  detail::LineBlocksOneWay incoming_;
  Communicator::Handle line_;
};

LineExchange::LineExchange(Communicator const& world, TaskGrid const& grid, Line line,
                           LineMethod method, LineBlocks const& blocks)
    : implementation_(std::make_unique<Implementation>(world, grid, line, method, blocks)) {}
LineExchange::~LineExchange() = default;
LineExchange::LineExchange(LineExchange&&) noexcept = default;
LineExchange& LineExchange::operator=(LineExchange&&) noexcept = default;

void LineExchange::run(void const* outgoing, void* incoming) {
  implementation_->run(outgoing, incoming);
}

} // namespace kitt::comms
