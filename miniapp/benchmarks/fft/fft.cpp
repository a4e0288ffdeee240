// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "miniapp/benchmarks/fft/band_transforms.hpp"
#include "miniapp/benchmarks/fft/fft_cell.hpp"
#include "miniapp/run/measure_cell.hpp"
#include "miniapp/run/option_values.hpp"
#include "miniapp/run/task_grid_option.hpp"
#include "miniapp/run/threads.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kitt::miniapp {

namespace {

using comms::Line;
using comms::LineMethod;

constexpr int largest_extent = 1 << 14;

struct FftOptions {
  std::optional<std::array<int, 3>> box = {};
  int batch = 0; ///< number of boxes; 0 means the default
  std::optional<AskedTaskGrid> grid = {};
  std::vector<LineMethod> methods = {};
  ResultOrder order = ResultOrder::transposed;
};

std::array<int, 3> parse_box(std::string const& option, std::string const& text) {
  detail::Range<int> const range{1, largest_extent};
  return detail::parse_dotted<3>(option, text, {range, range, range}, "three", "X.Y.Z");
}

std::array<int, 3> extents(RunContext const& context, FftOptions const& options) {
  auto const n = context.options().quick ? 64 : 128;
  return options.box.value_or(std::array{n, n, n});
}

int batch(RunContext const& context, FftOptions const& options) {
  if (options.batch > 0)
    return options.batch;
  return context.options().quick ? 4 : 16;
}

/// Returns whether all parts of each axis have equal size. MPI_Alltoall needs blocks of equal size.
/// If parts differ, MPI_Alltoall is measured only if it is asked for.
bool cut_evenly(PencilBox const& box) {
  auto const rows = box.grid.length(Line::rows);
  auto const columns = box.grid.length(Line::columns);
  auto const [x, y, z] = box.extents;
  return x % rows == 0 && y % rows == 0 && y % columns == 0 && z % columns == 0;
}

std::vector<LineMethod> methods(RunContext const& context, FftOptions const& options,
                                PencilBox const& box) {
  if (!options.methods.empty())
    return options.methods;
  if (context.communicator().size() == 1)
    return {LineMethod::sendrecv}; // one rank has nothing to exchange, so any method will do
  if (context.options().quick)
    return {LineMethod::alltoallv};
  std::vector<LineMethod> all{LineMethod::sendrecv, LineMethod::alltoallv};
  if (cut_evenly(box))
    all.push_back(LineMethod::alltoall);
  return all;
}

void check_box(PencilBox const& box) {
  auto const rows = box.grid.length(Line::rows);
  auto const columns = box.grid.length(Line::columns);
  auto const [x, y, z] = box.extents;
  KITT_VALIDATE(box.numbers() > 1,
                "--global 1.1.1 (a box of one number has nothing to transform): give a larger box");
  KITT_VALIDATE(x >= rows && y >= std::max(rows, columns) && z >= columns,
                fmt::format("the box {} is too small for a grid of {} ranks (some ranks would have "
                            "no numbers): give a larger --global, or --ranks-grid with shorter "
                            "rows or columns",
                            fmt::join(box.extents, "."), box.grid.name()));
}

/// Adds to `cell` the bytes that this rank sends along one of its lines of ranks in a transform.
/// `axis` is the axis that the line divides. `others` is the number of points in the other axes.
void add_sent(comms::Communicator const& world, PencilBox const& box, Line line, int axis,
              int others, FftCell& cell) {
  auto const& places = world.places();
  auto const own = static_cast<std::size_t>(world.rank());
  for (auto const member : box.grid.members(line, world.rank())) {
    if (member == world.rank())
      continue;
    auto const numbers = static_cast<std::size_t>(box.part(axis, line, member).count) *
                         static_cast<std::size_t>(others);
    bool const same = places[static_cast<std::size_t>(member)].node == places[own].node;
    (same ? cell.bytes_inside_node : cell.bytes_between_nodes) +=
        numbers * sizeof(ComplexDouble) * static_cast<std::size_t>(cell.batch);
  }
}

/// Adds to `cell` the bytes that all ranks send in a transform. Collective.
void add_sent(comms::Communicator const& world, PencilBox const& box, FftCell& cell) {
  auto const part = [&](int axis, Line line) { return box.part(axis, line, world.rank()).count; };
  auto const z = part(2, Line::columns);
  add_sent(world, box, Line::rows, 0, part(1, Line::rows) * z, cell);
  add_sent(world, box, Line::columns, 1, part(0, Line::rows) * z, cell);
  auto const sums = world.sums({cell.bytes_inside_node, cell.bytes_between_nodes});
  cell.bytes_inside_node = sums[0];
  cell.bytes_between_nodes = sums[1];
}

/// Returns the number of exchanges of each box in a call. The exchanges into natural order send the
/// same amount again.
std::size_t ways(ResultOrder order) {
  return order == ResultOrder::natural ? 2 : 1;
}

FftCell unmeasured(RunContext const& context, PencilBox const& box, int bands, ResultOrder order,
                   LineMethod method) {
  auto const& world = context.communicator();
  FftCell cell;
  cell.method = kitt::to_string(method);
  cell.box = fmt::format("{}", fmt::join(box.extents, "."));
  cell.batch = bands;
  cell.order = kitt::to_string(order);
  cell.task_grid = box.grid.name();
  cell.library = LineTransforms::library();
  cell.ranks = world.size();
  cell.nodes = world.nodes();
  cell.numbers = box.numbers();
  add_sent(world, box, cell);
  cell.bytes_inside_node *= ways(order);
  cell.bytes_between_nodes *= ways(order);
  return cell;
}

bool measure(Run const& run, PencilBox const& box, int bands, ResultOrder order,
             LineMethod method) {
  auto const& world = run.context.communicator();
  auto const cell = unmeasured(run.context, box, bands, order, method);
  auto const before = box.numbers_before(world.rank());
  auto const after = box.numbers_after(world.rank());
  auto const numbers = static_cast<std::size_t>(bands) * (ways(order) * before + after) +
                       7 * std::max(before, after);
  CellTask const task{.what = fmt::format("{} boxes of {}, {}", bands, cell.box, cell.method),
                      .memory = {numbers * sizeof(ComplexDouble), 0},
                      .wrong = "results of the transform are wrong"};
  return measure_cell(run, cell, task, [&] {
    auto const timer = [&run](std::function<void()> const& work) {
      return run.meter.sample(work).seconds.median;
    };
    return BandTransforms(world, box, static_cast<std::size_t>(bands), method, order,
                          threads_found(), run.context.message_memory(), run.context.options().seed,
                          timer);
  });
}

char const* order_text(ResultOrder order) {
  return order == ResultOrder::natural
             ? "Results are in natural order, the order of the boxes, which doubles the number of "
               "exchanges.\n"
             : "Results stay transposed, [x][y][z] with z fastest (boxes are [z][y][x]; see "
               "FFTW_MPI_TRANSPOSED_OUT).\n";
}

std::string heading(RunContext const& context, PencilBox const& box, ResultOrder order) {
  auto const& world = context.communicator();
  return fmt::format(
      "Forward transforms of complex boxes in double precision with {}, {} on a grid of {} and "
      "{}.\nThen all pairs of boxes are multiplied, and the products are summed over all "
      "ranks.\nGflop/s: 5 N log2 N flops per box of N numbers. {}",
      LineTransforms::library(), perf::counted(world.size(), "rank"),
      perf::counted(box.grid.rows(), "row"), perf::counted(box.grid.columns(), "column"),
      order_text(order));
}

/// Runs `kitt fft`: transforms boxes over all ranks and multiplies the results.
class FftRun final : public BenchmarkRun {
public:
  explicit FftRun(CLI::App& app) {
    options.min_seconds = 0.5;
    add_running(app, options);
    add_measuring(app, options);
    detail::add_value(app, "--global", fft_.box, parse_box,
                      "Extents of a box, shared by all ranks [128.128.128]")
        ->type_name("X.Y.Z");
    detail::add_value(app, "--batch", fft_.batch, detail::Range<int>{1, 1 << 12},
                      "Number of boxes to transform one after another [16]")
        ->type_name("N");
    add_task_grid(app, fft_.grid);
    detail::add_list(app, "--methods", fft_.methods,
                     "How ranks exchange blocks [all; one in a quick run]\nThe default leaves out "
                     "MPI_Alltoall if an axis is not divided into equal parts, because "
                     "MPI_Alltoall needs blocks of equal size.");
    detail::add_choice(
        app, "--order", fft_.order,
        "Order of results; transposed: as after the last exchange; natural: as in the "
        "boxes\nThe natural order takes two more exchanges per box.");
  }

  int cells(RunContext const& context) const override {
    return static_cast<int>(methods(context, fft_, box(context)).size());
  }

  int run(Run const& run) override {
    auto const whole = box(run.context);
    check_box(whole);
    return measure_table<FftCell>(
        run, "Fourier transforms", heading(run.context, whole, fft_.order),
        methods(run.context, fft_, whole), [&](LineMethod method) {
          return measure(run, whole, batch(run.context, fft_), fft_.order, method);
        });
  }

private:
  PencilBox box(RunContext const& context) const {
    return {extents(context, fft_), task_grid(context.communicator(), fft_.grid)};
  }

  FftOptions fft_;
};

std::vector<NameList> names() {
  return {{.heading = "library for transforms of lines (KITT_FFT)",
           .entries = {{LineTransforms::library()}}}};
}

} // namespace

extern Benchmark const fft_benchmark{
    "fft",
    "Distributed Fourier transforms of boxes, products of their results, sums of the products",
    "three-dimensional transforms on pencils",
    Part::applications,
    add_benchmark<FftRun>,
    names};

} // namespace kitt::miniapp
