// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/transpose/transposition.hpp"

#include "comms/ranks/simulation.hpp"
#include "core/fields/random.hpp"
#include "miniapp/benchmarks/transpose/transpose_cell.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <utility>

namespace kitt::miniapp {

namespace {

using Host = Kokkos::DefaultHostExecutionSpace;

/// Bytes that one thread fills at a time. Each chunk has its own stream of random numbers.
constexpr std::size_t chunk_bytes = std::size_t{1} << 16U;

/// Part of a block.
struct Chunk {
  std::size_t block;
  std::size_t number; ///< index of the chunk within the block
  std::size_t offset; ///< first byte within the buffer
  std::size_t bytes;
};

/// Chunks of contiguous blocks in a buffer.
struct Chunks {
  std::size_t blocks;
  std::size_t block_bytes;

  std::size_t of_block() const { return (block_bytes + chunk_bytes - 1) / chunk_bytes; }
  std::size_t count() const { return blocks * of_block(); }
  Chunk operator[](std::size_t i) const {
    auto const block = i / of_block();
    auto const number = i % of_block();
    auto const begin = number * chunk_bytes;
    return {block, number, block * block_bytes + begin, std::min(chunk_bytes, block_bytes - begin)};
  }
};

struct Contents {
  std::uint64_t key; ///< key of the random numbers, different for each fill

  std::uint64_t stream(int sender, int receiver, std::size_t chunk) const {
    auto const pair = static_cast<std::uint64_t>(sender) << 32U | static_cast<unsigned>(receiver);
    return counter_bits(counter_bits(key, pair), chunk);
  }
};

comms::LineBlocks equal_blocks(int ranks, std::size_t bytes) {
  std::vector<std::size_t> const blocks(static_cast<std::size_t>(ranks), bytes);
  return {blocks, blocks};
}

} // namespace

Transposition::Transposition(comms::Communicator const& world, comms::TaskGrid const& grid,
                             TranspositionShape const& shape, MemorySource memory,
                             std::uint64_t seed)
    : world_(world), shape_(shape), memory_(std::move(memory)), seed_(seed), rank_(world.rank()),
      members_(grid.members(shape.line, rank_)),
      exchange_(world, grid, shape.line, shape.method,
                equal_blocks(grid.length(shape.line), shape.bytes)) {
  allocate();
}

void Transposition::allocate() {
  outgoing_.reset(); // frees the old buffers first, to save memory
  incoming_.reset();
  outgoing_ = memory_("kitt::transpose::outgoing", members_.size() * shape_.bytes);
  incoming_ = memory_("kitt::transpose::incoming", members_.size() * shape_.bytes);
}

void Transposition::fill() {
  Chunks const chunks{members_.size(), shape_.bytes};
  Contents const contents{counter_bits(seed_, ++filled_)};
  auto* const buffer = outgoing();
  Kokkos::parallel_for("kitt::transpose::fill", Kokkos::RangePolicy<Host>(0, chunks.count()),
                       [=, this](std::size_t i) {
                         auto const chunk = chunks[i];
                         fill_random({buffer + chunk.offset, chunk.bytes},
                                     contents.stream(rank_, members_[chunk.block], chunk.number));
                       });
  Host().fence("kitt::transpose::fill");
}

void Transposition::prepare() {
  comms::MachineSeconds const now;
  auto const start = now();
  allocate();
  fill();
  fill_seconds_ += now() - start;
  ++fills_;
  // Without this barrier, the time of fast ranks would include waiting for slow ranks.
  world_.barrier();
}

std::size_t Transposition::wrong_left() const {
  Chunks const chunks{members_.size(), shape_.bytes};
  Contents const contents{counter_bits(seed_, filled_)};
  auto const* const buffer = incoming();
  std::size_t wrong = 0;
  Kokkos::parallel_reduce(
      "kitt::transpose::compare", Kokkos::RangePolicy<Host>(0, chunks.count()),
      [=, this](std::size_t i, std::size_t& sum) {
        auto const chunk = chunks[i];
        sum += kitt::count_wrong({buffer + chunk.offset, chunk.bytes},
                                 contents.stream(members_[chunk.block], rank_, chunk.number));
      },
      wrong);
  return wrong;
}

std::size_t Transposition::wrong_bytes() {
  if (prepares())
    prepare();
  else
    fill();
  run();
  return wrong_left();
}

void Transposition::describe(TransposeCell& cell) const {
  if (fills_ > 0)
    cell.fill_seconds = world_.max(fill_seconds_ / static_cast<double>(fills_));
}

} // namespace kitt::miniapp
