// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/fft/pencil_transform.hpp"

#include "comms/ranks/simulation.hpp"
#include "comms/ranks/traffic.hpp"
#include "miniapp/benchmarks/fft/detail/block_exchange.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace kitt::perf {

using comms::Line;
using detail::BlockExchange;
using detail::Blocks;

namespace {

using Host = Kokkos::DefaultHostExecutionSpace;

std::size_t size(int n) {
  return static_cast<std::size_t>(n);
}

constexpr std::size_t tile = lines_of_tile;

std::vector<AxisPart> axis_parts(int n, int parts) {
  std::vector<AxisPart> all;
  for (int number = 0; number < parts; ++number)
    all.push_back(axis_part(n, parts, number));
  return all;
}

/// The axes of a box in the order in which they are transformed, with this rank's parts: the lines
/// over which a whole axis is cut next.
struct Route {
  std::array<int, 3> n;
  std::array<Line, 2> lines;
  AxisPart first;         ///< of the first axis, once it is cut over the first line
  AxisPart second_before; ///< of the second axis, cut over the first line
  AxisPart second_after;  ///< of the second axis, cut over the second line
  AxisPart third;         ///< of the third axis, cut over the second line

  Route(PencilBox const& box, TransformDirection direction, int rank) {
    bool const forward = direction == TransformDirection::forward;
    std::array const axes = forward ? std::array{0, 1, 2} : std::array{2, 1, 0};
    for (std::size_t i = 0; i < axes.size(); ++i)
      n[i] = box.extents[size(axes[i])];
    lines = forward ? std::array{Line::rows, Line::columns} : std::array{Line::columns, Line::rows};
    first = box.part(axes[0], lines[0], rank);
    second_before = box.part(axes[1], lines[0], rank);
    second_after = box.part(axes[1], lines[1], rank);
    third = box.part(axes[2], lines[1], rank);
  }
};

/// From line to line of a gathered tile: a cache line more than a line has, so that lines of a
/// power of two do not all want the same places of the cache.
int tile_step(int length) {
  return length + 4;
}

/// A thread's plans and a tile of lines. The first axis comes from whole lines in memory, the third
/// goes there. What goes into blocks has lines side by side, as blocks have them.
struct Worker {
  std::array<LineTransforms, 3> transforms; ///< of the route's axes
  std::vector<ComplexDouble> gathered;
  std::vector<ComplexDouble> transformed;
  std::vector<ComplexDouble> plane; ///< of the second and the third axis, where a rank has both

  Worker(Route const& route, TransformDirection direction)
      : transforms{LineTransforms(route.n[0], {1, route.n[0]}, side_by_side, direction),
                   LineTransforms(route.n[1], {1, tile_step(route.n[1])}, side_by_side, direction),
                   LineTransforms(route.n[2], {1, tile_step(route.n[2])}, {1, route.n[2]},
                                  direction)},
        gathered(tile * size(tile_step(*std::ranges::max_element(route.n)))),
        transformed(gathered.size()) {}

private:
  static constexpr TileOrder side_by_side{lines_of_tile, 1};
};

/// The lines that a thread works on at a time: `count` of them, one behind the other along the
/// inner axis.
struct Tile {
  std::size_t outer;
  std::size_t inner;
  std::size_t count;
};

/// Reads the lines of a tile out of blocks [outer][inner][part].
void gather(Blocks const& blocks, ComplexDouble const* buffer, Tile const& lines,
            std::size_t inner_extent, std::size_t step, ComplexDouble* gathered) {
  for (std::size_t block = 0; block < blocks.count(); ++block) {
    auto const part = blocks.part(block);
    auto const count = size(part.count);
    auto const* from =
        buffer + blocks.begin(block) + (lines.outer * inner_extent + lines.inner) * count;
    for (std::size_t line = 0; line < lines.count; ++line, from += count)
      std::copy_n(from, count, gathered + line * step + size(part.begin));
  }
}

/// Writes numbers that lines of a tile, side by side, have at one place.
void put_side_by_side(ComplexDouble const* from, std::size_t lines, ComplexDouble* to) {
  if (lines == tile)
    std::memcpy(static_cast<void*>(to), from, tile * sizeof *from); // no call, as copy_n is
  else
    std::copy_n(from, lines, to);
}

/// Writes the lines of a tile, side by side, into blocks [outer][part][inner].
void scatter(ComplexDouble const* from, Tile const& lines, std::size_t inner_extent,
             Blocks const& blocks, ComplexDouble* buffer) {
  for (std::size_t block = 0; block < blocks.count(); ++block) {
    auto const count = size(blocks.part(block).count);
    auto* to = buffer + blocks.begin(block) + lines.outer * count * inner_extent + lines.inner;
    for (std::size_t i = 0; i < count; ++i, from += tile, to += inner_extent)
      put_side_by_side(from, lines.count, to);
  }
}

} // namespace

AxisPart axis_part(int n, int parts, int number) {
  auto const more = n % parts;
  auto const least = n / parts;
  return {number * least + std::min(number, more), least + (number < more ? 1 : 0)};
}

AxisPart PencilBox::part(int axis, Line line, int rank) const {
  return axis_part(extents[size(axis)], grid.length(line), grid.place_in(line, rank));
}

std::size_t PencilBox::numbers_before(int rank) const {
  return size(extents[0]) * size(part(1, Line::rows, rank).count) *
         size(part(2, Line::columns, rank).count);
}

std::size_t PencilBox::numbers_after(int rank) const {
  return size(extents[2]) * size(part(0, Line::rows, rank).count) *
         size(part(1, Line::columns, rank).count);
}

std::size_t PencilBox::numbers() const {
  return size(extents[0]) * size(extents[1]) * size(extents[2]);
}

class PencilTransform::Implementation {
public:
  Implementation(comms::Communicator const& world, PencilBox const& box, comms::LineMethod method,
                 TransformDirection direction, int threads, MemorySource const& memory)
      : route_(box, direction, world.rank()),
        first_(make_exchange(world, box, method, 0, size(route_.second_before.count),
                             size(route_.first.count), size(route_.third.count))),
        second_(make_exchange(world, box, method, 1, size(route_.third.count),
                              size(route_.second_after.count), size(route_.first.count))) {
    for (int thread = 0; thread < threads; ++thread) {
      workers_.emplace_back(route_, direction);
      if (stays(second_)) // the library takes a tile of rows, also where the last one is not full
        workers_.back().plane.resize((size(route_.n[1]) + tile) * size(tile_step(route_.n[2])));
    }
    auto const numbers = std::max({first_.outgoing.numbers(), first_.incoming.numbers(),
                                   second_.outgoing.numbers(), second_.incoming.numbers()});
    blocks_ = memory("kitt::fft::blocks", numbers * sizeof(ComplexDouble));
    if (numbers > size(route_.first.count) * size(route_.second_after.count) * size(route_.n[2]))
      other_blocks_ = memory("kitt::fft::other_blocks", numbers * sizeof(ComplexDouble));
  }

  void run(ComplexDouble const* in, ComplexDouble* out) {
    // Blocks come in to one place and go out from another. The fewer there are, the more stay in
    // the caches: the other one is `out`, where parts are no larger on the way.
    auto* const incoming = static_cast<ComplexDouble*>(blocks_.get());
    auto* const outgoing = other_blocks_ ? static_cast<ComplexDouble*>(other_blocks_.get()) : out;
    auto* const first_done = stays(first_) ? incoming : outgoing;

    auto const lines = [this](auto const& work) { timed(steps_.lines, work); };
    lines([&] { first_lines(in, first_done); });
    exchange(first_, first_done, incoming);
    if (stays(second_))
      return lines([&] { planes(incoming, out); });
    lines([&] { second_lines(incoming, outgoing); });
    exchange(second_, outgoing, incoming);
    lines([&] { third_lines(incoming, out); });
  }

  TransformSteps const& steps() const { return steps_; }
  void forget_steps() { steps_ = {}; }

private:
  /// The exchange over line `number` of the route, which cuts axis `number` and makes the next one
  /// whole. `next`, `cut`: this rank's parts of the next axis before it and of the axis cut after
  /// it. `third`: its part of the axis that stays as it is.
  BlockExchange make_exchange(comms::Communicator const& world, PencilBox const& box,
                              comms::LineMethod method, std::size_t number, std::size_t next,
                              std::size_t cut, std::size_t third) const {
    auto const line = route_.lines[number];
    auto const ranks = box.grid.length(line);
    return {world,
            box.grid,
            line,
            method,
            Blocks(axis_parts(route_.n[number], ranks), next * third),
            Blocks(axis_parts(route_.n[number + 1], ranks), cut * third)};
  }

  /// A rank alone in its line keeps its block.
  static bool stays(BlockExchange const& exchange) { return exchange.outgoing.count() == 1; }

  template <class Work>
  static void timed(double& seconds, Work const& work) {
    comms::MachineSeconds const now;
    auto const start = now();
    work();
    seconds += now() - start;
  }

  /// Calls `work(worker, tile)` for all tiles of outer x inner lines, by all threads.
  template <class Work>
  void on_tiles(int outer, int inner, Work const& work) {
    auto const across = (size(inner) + tile - 1) / tile;
    auto const tiles = size(outer) * across;
    auto const threads = workers_.size();
    Kokkos::parallel_for(
        "kitt::fft::lines", Kokkos::RangePolicy<Host>(0, threads), [&, this](std::size_t thread) {
          auto const end = tiles * (thread + 1) / threads;
          for (auto i = tiles * thread / threads; i < end; ++i) {
            auto const begin = i % across * tile;
            work(workers_[thread], Tile{i / across, begin, std::min(tile, size(inner) - begin)});
          }
        });
    Host().fence("kitt::fft::lines");
  }

  /// From lines that lie whole in `in`: [third][second][first].
  void first_lines(ComplexDouble const* in, ComplexDouble* out) {
    auto const length = size(route_.n[0]);
    auto const inner = size(route_.second_before.count);
    on_tiles(route_.third.count, route_.second_before.count,
             [&](Worker& worker, Tile const& lines) {
               auto const* from = in + (lines.outer * inner + lines.inner) * length;
               if (lines.count < tile) { // the library takes a tile
                 std::copy_n(from, lines.count * length, worker.gathered.data());
                 from = worker.gathered.data();
               }
               worker.transforms[0].run(from, worker.transformed.data());
               scatter(worker.transformed.data(), lines, inner, first_.outgoing, out);
             });
  }

  /// Transforms a tile of the second axis, `lines` of (first, third), out of blocks
  /// [third][first][second].
  void second_tile(ComplexDouble const* in, Tile const& lines, Worker& worker) const {
    auto const step = size(tile_step(route_.n[1]));
    // the lines of a tile lie far apart, each in another plane of the third axis
    for (std::size_t line = 0; line < lines.count; ++line)
      gather(first_.incoming, in, {lines.inner + line, lines.outer, 1}, size(route_.first.count),
             step, worker.gathered.data() + line * step);
    worker.transforms[1].run(worker.gathered.data(), worker.transformed.data());
  }

  void second_lines(ComplexDouble const* in, ComplexDouble* out) {
    on_tiles(route_.first.count, route_.third.count, [&](Worker& worker, Tile const& lines) {
      second_tile(in, lines, worker);
      scatter(worker.transformed.data(), lines, size(route_.third.count), second_.outgoing, out);
    });
  }

  /// The second and the third axis of a rank that has both whole, a plane of the two after the
  /// other: a plane stays in the cache from one axis to the next.
  void planes(ComplexDouble const* in, ComplexDouble* out) {
    auto const [rows, length] = std::array{size(route_.n[1]), size(route_.n[2])};
    auto const step = size(tile_step(route_.n[2]));
    on_tiles(route_.first.count, 1, [&](Worker& worker, Tile const& first) {
      for (std::size_t third = 0; third < length; third += tile) {
        Tile const lines{first.outer, third, std::min(tile, length - third)};
        second_tile(in, lines, worker);
        for (std::size_t row = 0; row < rows; ++row)
          put_side_by_side(worker.transformed.data() + row * tile, lines.count,
                           worker.plane.data() + row * step + third);
      }
      for (std::size_t row = 0; row < rows; row += tile)
        whole_lines(worker, worker.plane.data() + row * step, std::min(tile, rows - row),
                    out + (first.outer * rows + row) * length);
    });
  }

  /// From blocks [first][second][third] to lines that lie whole in `out`, in the same order.
  void third_lines(ComplexDouble const* in, ComplexDouble* out) {
    auto const length = size(route_.n[2]);
    auto const inner = size(route_.second_after.count);
    on_tiles(route_.first.count, route_.second_after.count, [&](Worker& worker, Tile const& lines) {
      gather(second_.incoming, in, lines, inner, size(tile_step(route_.n[2])),
             worker.gathered.data());
      whole_lines(worker, worker.gathered.data(), lines.count,
                  out + (lines.outer * inner + lines.inner) * length);
    });
  }

  /// Transforms a tile of the third axis to lines that lie one behind the other.
  void whole_lines(Worker& worker, ComplexDouble const* from, std::size_t count,
                   ComplexDouble* to) const {
    if (count == tile)
      return worker.transforms[2].run(from, to);
    worker.transforms[2].run(from, worker.transformed.data());
    std::copy_n(worker.transformed.data(), count * size(route_.n[2]), to);
  }

  void exchange(BlockExchange& blocks, ComplexDouble const* outgoing, ComplexDouble* incoming) {
    if (stays(blocks))
      return;
    comms::TrafficRegion const region(comms::Region::messages);
    timed(steps_.exchanges[static_cast<std::size_t>(blocks.line)],
          [&] { blocks.exchange.run(outgoing, incoming); });
  }

  Route route_;
  BlockExchange first_;
  BlockExchange second_;
  std::vector<Worker> workers_; ///< by thread
  std::shared_ptr<void> blocks_;
  std::shared_ptr<void> other_blocks_; ///< unless `out` has room for them
  TransformSteps steps_;
};

PencilTransform::PencilTransform(comms::Communicator const& world, PencilBox const& box,
                                 comms::LineMethod method, TransformDirection direction,
                                 int threads, MemorySource const& memory)
    : implementation_(
          std::make_unique<Implementation>(world, box, method, direction, threads, memory)) {}
PencilTransform::~PencilTransform() = default;
PencilTransform::PencilTransform(PencilTransform&&) noexcept = default;
PencilTransform& PencilTransform::operator=(PencilTransform&&) noexcept = default;

void PencilTransform::run(ComplexDouble const* in, ComplexDouble* out) {
  implementation_->run(in, out);
}
TransformSteps const& PencilTransform::steps() const {
  return implementation_->steps();
}
void PencilTransform::forget_steps() {
  implementation_->forget_steps();
}

} // namespace kitt::perf
