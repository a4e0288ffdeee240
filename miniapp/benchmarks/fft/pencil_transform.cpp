// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/fft/pencil_transform.hpp"

#include "comms/ranks/simulation.hpp"
#include "comms/ranks/traffic.hpp"
#include "miniapp/benchmarks/fft/detail/block_exchange.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace kitt::miniapp {

using comms::Line;
using detail::BlockExchange;

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

/// Axes of a box in the order of their transforms, with the parts of the axes that this rank owns.
/// `lines[i]` is the line of ranks that divides axis i after its transform.
struct Route {
  std::array<int, 3> n;
  std::array<Line, 2> lines;
  AxisPart first;         ///< this rank's part of the first axis, divided by the first line
  AxisPart second_before; ///< part of the second axis, divided by the first line
  AxisPart second_after;  ///< part of the second axis, divided by the second line
  AxisPart third;         ///< part of the third axis, divided by the second line

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

/// Returns the distance between rows of a plane, in numbers. The distance is a cache line more than
/// a row, so that rows whose length is a power of two do not compete for the same cache sets.
std::size_t row_step(int length) {
  return size(length) + 4;
}

/// Plans of one thread, with the sources and targets of the tile that it works on.
struct Worker {
  std::array<LineTransforms, 3> transforms; ///< transforms, one for each axis of the route
  std::vector<LinesIn> in;
  std::vector<LinesOut> out;
  std::vector<ComplexDouble> plane; ///< plane of the second and third axis, if both are whole

  Worker(Route const& route, TransformDirection direction)
      : transforms{LineTransforms(route.n[0], LinesOrder::side_by_side, direction),
                   LineTransforms(route.n[1], LinesOrder::side_by_side, direction),
                   LineTransforms(route.n[2], LinesOrder::one_by_one, direction)} {}

  void run(std::size_t axis, std::size_t lines) { transforms[axis].run(in, out, lines); }
};

/// Lines that a thread works on at a time: `count` lines, which are neighbours along the inner
/// axis.
struct Tile {
  std::size_t outer;
  std::size_t inner;
  std::size_t count;
};

/// Returns the input of a tile of `lines` lines. The first line begins at `from`, and lines are
/// `step` numbers apart. Each line gives `count` numbers.
LinesIn lines_from(ComplexDouble const* from, std::size_t step, std::size_t count,
                   std::size_t lines) {
  LinesIn in{count, {}};
  for (std::size_t line = 0; line < tile; ++line)
    in.lines[line] = from + std::min(line, lines - 1) * step;
  return in;
}

/// Sets the output `out` of a tile to the blocks [outer][part][inner] in `buffer`, which are sent
/// later. The lines are side by side.
void send(Tile const& lines, std::size_t inner_extent, BlockExchange const& exchange,
          ComplexDouble* buffer, std::vector<LinesOut>& out) {
  auto const& blocks = exchange.outgoing();
  out.clear();
  for (std::size_t block = 0; block < blocks.count(); ++block) {
    auto const count = size(blocks.part(block).count);
    auto* const begin = exchange.write_to(block, buffer);
    out.push_back({count, begin + lines.outer * count * inner_extent + lines.inner, inner_extent});
  }
}

/// Sets the input `in` of a tile to point at the received blocks [line][part]. The tile has `count`
/// lines, beginning with line `first`, and lines are `step` lines apart.
void take(std::size_t first, std::size_t step, std::size_t count, BlockExchange const& exchange,
          std::vector<LinesIn>& in) {
  auto const& blocks = exchange.incoming();
  in.clear();
  for (std::size_t block = 0; block < blocks.count(); ++block) {
    auto const part = size(blocks.part(block).count);
    in.push_back(lines_from(exchange.read_from(block) + first * part, step * part, part, count));
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
                             size(route_.first.count), size(route_.third.count), memory)) {
    if (box.grid.length(route_.lines[1]) > 1)
      second_ = make_exchange(world, box, method, 1, size(route_.third.count),
                              size(route_.second_after.count), size(route_.first.count), memory);
    for (int thread = 0; thread < threads; ++thread) {
      workers_.emplace_back(route_, direction);
      if (!second_)
        workers_.back().plane.resize(size(route_.n[1]) * row_step(route_.n[2]));
    }
    auto const outgoing =
        std::max(first_.outgoing().exchanged(), second_ ? second_->outgoing().exchanged() : 0);
    if (outgoing > size(route_.first.count) * size(route_.second_after.count) * size(route_.n[2]))
      outgoing_ = memory("kitt::fft::outgoing", outgoing * sizeof(ComplexDouble));
  }

  void run(ComplexDouble const* in, ComplexDouble* out) {
    // Fewer arrays stay in the caches more easily. The outgoing blocks therefore lie in `out`,
    // unless the blocks need more memory than `out` has.
    auto* const outgoing = outgoing_ ? static_cast<ComplexDouble*>(outgoing_.get()) : out;
    auto const lines = [this](auto const& work) { timed(steps_.lines, work); };
    lines([&] { first_lines(in, outgoing); });
    exchange(first_, outgoing);
    if (!second_)
      return lines([&] { planes(out); });
    lines([&] { second_lines(outgoing); });
    exchange(*second_, outgoing);
    lines([&] { third_lines(out); });
  }

  TransformSteps const& steps() const { return steps_; }
  void forget_steps() { steps_ = {}; }

private:
  /// Returns the exchange over the ranks of line `number` of the route. The exchange divides axis
  /// `number` and makes the next axis whole. `next` is the extent of this rank's part of the next
  /// axis before the exchange. `cut` is the extent of its part of the divided axis after the
  /// exchange. `third` is the extent of its part of the remaining axis.
  BlockExchange make_exchange(comms::Communicator const& world, PencilBox const& box,
                              comms::LineMethod method, std::size_t number, std::size_t next,
                              std::size_t cut, std::size_t third,
                              MemorySource const& memory) const {
    auto const line = route_.lines[number];
    auto const ranks = box.grid.length(line);
    return {world,
            box.grid,
            line,
            method,
            {axis_parts(route_.n[number], ranks), next * third},
            {axis_parts(route_.n[number + 1], ranks), cut * third},
            memory};
  }

  template <class Work>
  static void timed(double& seconds, Work const& work) {
    comms::MachineSeconds const now;
    auto const start = now();
    work();
    seconds += now() - start;
  }

  /// Calls `work(worker, tile)` for all tiles of outer x inner lines, with all threads.
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

  /// Transforms the first axis, from whole lines in `in`, [third][second][first].
  void first_lines(ComplexDouble const* in, ComplexDouble* outgoing) {
    auto const length = size(route_.n[0]);
    auto const inner = size(route_.second_before.count);
    on_tiles(route_.third.count, route_.second_before.count,
             [&](Worker& worker, Tile const& lines) {
               auto const* const from = in + (lines.outer * inner + lines.inner) * length;
               worker.in.assign({lines_from(from, length, length, lines.count)});
               send(lines, inner, first_, outgoing, worker.out);
               worker.run(0, lines.count);
             });
  }

  /// Sets `in` to a tile of lines along the second axis. The numbers of these lines lie in received
  /// blocks [third][first][second]. The outer index of the tile counts the first axis, the inner
  /// index the third.
  void take_second(Tile const& lines, std::vector<LinesIn>& in) const {
    auto const step = size(route_.first.count); // distance to the next plane of the third axis
    take(lines.inner * step + lines.outer, step, lines.count, first_, in);
  }

  void second_lines(ComplexDouble* outgoing) {
    on_tiles(route_.first.count, route_.third.count, [&](Worker& worker, Tile const& lines) {
      take_second(lines, worker.in);
      send(lines, size(route_.third.count), *second_, outgoing, worker.out);
      worker.run(1, lines.count);
    });
  }

  /// Transforms the second and the third axis on a rank that has both whole. The function goes
  /// plane by plane, so that a plane stays in the cache between the two transforms.
  void planes(ComplexDouble* out) {
    auto const [rows, length] = std::array{size(route_.n[1]), size(route_.n[2])};
    auto const step = row_step(route_.n[2]);
    on_tiles(route_.first.count, 1, [&](Worker& worker, Tile const& first) {
      for (std::size_t third = 0; third < length; third += tile) {
        Tile const lines{first.outer, third, std::min(tile, length - third)};
        take_second(lines, worker.in);
        worker.out.assign({{rows, worker.plane.data() + third, step}});
        worker.run(1, lines.count);
      }
      for (std::size_t row = 0; row < rows; row += tile) {
        auto const count = std::min(tile, rows - row);
        worker.in.assign({lines_from(worker.plane.data() + row * step, step, length, count)});
        worker.out.assign({{length, out + (first.outer * rows + row) * length, length}});
        worker.run(2, count);
      }
    });
  }

  /// Transforms the third axis, from blocks [first][second][third] to whole lines in `out` in the
  /// same order.
  void third_lines(ComplexDouble* out) {
    auto const length = size(route_.n[2]);
    auto const inner = size(route_.second_after.count);
    on_tiles(route_.first.count, route_.second_after.count, [&](Worker& worker, Tile const& lines) {
      take(lines.outer * inner + lines.inner, 1, lines.count, *second_, worker.in);
      worker.out.assign({{length, out + (lines.outer * inner + lines.inner) * length, length}});
      worker.run(2, lines.count);
    });
  }

  void exchange(BlockExchange& blocks, ComplexDouble const* outgoing) {
    if (blocks.keeps_all())
      return;
    comms::TrafficRegion const region(comms::Region::messages);
    timed(steps_.exchanges[static_cast<std::size_t>(blocks.line())], [&] { blocks.run(outgoing); });
  }

  Route route_;
  BlockExchange first_;
  /// second exchange; empty if a rank has the second and third axis whole
  std::optional<BlockExchange> second_;
  std::vector<Worker> workers_; ///< plans of the threads, one worker for each thread
  /// memory of outgoing blocks; empty if `out` has enough memory for the blocks
  std::shared_ptr<void> outgoing_;
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

} // namespace kitt::miniapp
