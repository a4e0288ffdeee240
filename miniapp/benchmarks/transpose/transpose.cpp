// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/ranks/simulation.hpp"
#include "core/base/error.hpp"
#include "miniapp/benchmarks/transpose/transpose_cell.hpp"
#include "miniapp/benchmarks/transpose/transposition.hpp"
#include "miniapp/run/byte_options.hpp"
#include "miniapp/run/measure_cell.hpp"
#include "miniapp/run/option_values.hpp"
#include "miniapp/run/task_grid_option.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace kitt::miniapp {

namespace {

using comms::Line;
using comms::LineMethod;
using comms::TaskGrid;

enum class FreshBuffers { no, yes };
constexpr auto names_of(FreshBuffers) {
  return std::array{"no", "yes"};
}

struct TransposeOptions {
  std::optional<AskedTaskGrid> grid = {};
  std::vector<Line> phases = {};
  std::vector<LineMethod> methods = {};
  std::vector<std::int64_t> sizes = {};
  FreshBuffers fresh = FreshBuffers::no;
  int links = 0; ///< links of a node; 0 means the number of network devices found
};

void add_sizes(CLI::App& app, std::vector<std::int64_t>& sizes) {
  auto const take = [&sizes](std::vector<std::string> const& words) {
    sizes.clear();
    for (auto const& word : words)
      if (word == "ifs")
        std::ranges::transform(ifs_exchanges, std::back_inserter(sizes), &IfsExchange::bytes);
      else
        std::ranges::copy(detail::parse_byte_sizes("--sizes", word, {1, std::int64_t{1} << 30}),
                          std::back_inserter(sizes));
    std::ranges::sort(sizes);
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  };
  detail::add_words(app, "--sizes", take,
                    "Bytes to each rank of the row or column, as 1K,64K or 8:4M "
                    "[1K,4K,16K,...,16M]\nFROM:TO doubles the size from step to step. K, M, G and "
                    "T are powers of 1024. `ifs` stands for the sizes that the weather model IFS "
                    "sends, 88 kB to 4 MB.")
      ->type_name("BYTES|ifs,...");
}

std::vector<std::int64_t> sizes(RunContext const& context, TransposeOptions const& options) {
  auto sizes = options.sizes;
  if (sizes.empty()) {
    auto const largest = context.options().quick ? 1 << 22 : 1 << 24;
    for (std::int64_t bytes = 1024; bytes <= largest; bytes *= context.options().quick ? 8 : 4)
      sizes.push_back(bytes);
  }
  return sizes;
}

std::vector<LineMethod> methods(RunContext const& context, TransposeOptions const& options) {
  if (options.methods.empty() && context.options().quick)
    return {LineMethod::sendrecv};
  return detail::given_or_all(options.methods);
}

/// Returns the lines of ranks (rows or columns) to measure. Lines with a single rank are left out,
/// because they have nothing to exchange. Throws UserError if no line is left.
std::vector<Line> phases(TaskGrid const& grid, TransposeOptions const& options) {
  auto lines = detail::given_or_all(options.phases);
  std::erase_if(lines, [&](Line line) { return grid.length(line) == 1; });
  KITT_VALIDATE(!lines.empty(),
                fmt::format("--phases {} is not possible on a grid of {} ranks (its rows or "
                            "columns have one rank each): give another --ranks-grid",
                            kitt::to_string(options.phases.front()), grid.name()));
  return lines;
}

/// Returns the number of links of a node. The default is the number of network devices found, at
/// least 1. A simulated machine shows no devices.
int links(RunContext const& context, TransposeOptions const& options) {
  if (options.links > 0)
    return options.links;
  auto const found = comms::is_simulated() ? 0 : context.header().topology.network_devices.size();
  return std::max(1, static_cast<int>(found));
}

/// Settings and facts that all cells of a run have in common.
struct Setting {
  TransposeOptions const& options;
  TaskGrid grid;
  int links;
  /// pairs of ranks that exchange blocks, for each comms::Line
  std::array<comms::LinePairs, 2> pairs;
};

/// Blocks of one measurement, and the pages that they lie on.
struct TransposeCase {
  TranspositionShape shape;
  AskedPages pages;
};

TransposeCell unmeasured(RunContext const& context, Setting const& setting,
                         TransposeCase const& what) {
  auto const& world = context.communicator();
  auto const& shape = what.shape;
  auto const& pairs = setting.pairs[static_cast<std::size_t>(shape.line)];
  TransposeCell cell;
  cell.phase = kitt::to_string(shape.line);
  cell.method = kitt::to_string(shape.method);
  cell.bytes = static_cast<std::int64_t>(shape.bytes);
  cell.task_grid = setting.grid.name();
  cell.fresh_buffers = to_string(setting.options.fresh);
  cell.hugepages = what.pages.name;
  cell.line_ranks = setting.grid.length(shape.line);
  cell.ranks = world.size();
  cell.nodes = world.nodes();
  cell.links_per_node = setting.links;
  cell.bytes_inside_node = pairs.inside_node * shape.bytes;
  cell.bytes_between_nodes = pairs.between_nodes * shape.bytes;
  return cell;
}

bool measure(Run const& run, Setting const& setting, TransposeCase const& what) {
  auto const& context = run.context;
  auto const cell = unmeasured(context, setting, what);
  auto const buffer = static_cast<std::size_t>(cell.line_ranks) * what.shape.bytes;
  CellTask const task{fmt::format("{} of {} bytes, {}", cell.phase, cell.bytes, cell.method),
                      {2 * buffer, 0}};
  return measure_cell(run, cell, task, [&] {
    return Transposition(context.communicator(), setting.grid, what.shape,
                         context.message_memory(what.pages.kind), context.options().seed);
  });
}

std::string heading(RunContext const& context, Setting const& setting) {
  auto const& world = context.communicator();
  auto text = fmt::format(
      "{} on a grid of {} and {}, numbered row by row in order of nodes ({}).\nAll rows, or all "
      "columns, exchange at the same time. Per task: bytes that a rank sends to others; per link: "
      "bytes\nthat leave a node through each of its links ({}).\n",
      perf::counted(world.size(), "rank"), perf::counted(setting.grid.rows(), "row"),
      perf::counted(setting.grid.columns(), "column"), perf::counted(world.nodes(), "node"),
      setting.links);
  if (setting.options.fresh == FreshBuffers::yes)
    text += "Before each call, untimed, each rank allocates new buffers and fills them (Fill: mean "
            "time).\n";
  return text;
}

/// Runs `kitt transpose`: measures exchanges within rows and columns of ranks.
class TransposeRun final : public BenchmarkRun {
public:
  explicit TransposeRun(CLI::App& app) {
    options.min_seconds = 0.2;
    add_running(app, options, PageKinds::several);
    add_measuring(app, options);
    add_task_grid(app, transpose_.grid);
    add_sizes(app, transpose_.sizes);
    detail::add_list(
        app, "--phases", transpose_.phases,
        "Phases to measure; rows: exchange within rows; columns: within columns [both]");
    detail::add_list(app, "--methods", transpose_.methods,
                     "How ranks exchange blocks [all]\nsendrecv calls MPI_Sendrecv with one rank "
                     "after another; alltoall calls MPI_Alltoall; alltoallv calls MPI_Alltoallv.");
    detail::add_choice(app, "--fresh-buffers", transpose_.fresh,
                       "Allocate new buffers and let all threads fill them before each call, "
                       "untimed");
    detail::add_value(app, "--links", transpose_.links, detail::Range<int>{1, 1 << 10},
                      "Links of a node to other nodes [network devices found]")
        ->type_name("N");
  }

  int cells(RunContext const& context) const override {
    return static_cast<int>(2 * methods(context, transpose_).size() *
                            sizes(context, transpose_).size() * asked_pages(options).size());
  }

  int run(Run const& run) override {
    auto const& world = run.context.communicator();
    KITT_VALIDATE(world.size() > 1,
                  "kitt transpose needs at least two ranks (they exchange messages): start it with "
                  "more, as in `mpirun -np 2 kitt transpose`");
    auto const grid = task_grid(world, transpose_.grid);
    Setting const setting{transpose_,
                          grid,
                          links(run.context, transpose_),
                          {comms::count_pairs(grid, Line::rows, world.places()),
                           comms::count_pairs(grid, Line::columns, world.places())}};
    auto const fresh = transpose_.fresh == FreshBuffers::yes;
    std::vector<TransposeCase> cases;
    for (auto const line : phases(grid, transpose_))
      for (auto const method : methods(run.context, transpose_))
        for (auto const bytes : sizes(run.context, transpose_))
          for (auto const& pages : asked_pages(options))
            cases.push_back({{line, method, static_cast<std::size_t>(bytes), fresh}, pages});
    return measure_table<TransposeCell>(
        run, "Transpositions", heading(run.context, setting), cases,
        [&](TransposeCase const& what) { return measure(run, setting, what); });
  }

private:
  TransposeOptions transpose_;
};

std::vector<NameList> transpose_names() {
  return {name_list<LineMethod>("methods of a transposition (--methods)")};
}

} // namespace

extern Benchmark const transpose_benchmark{
    "transpose",
    "Exchanges within rows and columns of a grid of ranks, as in weather models",
    "transpositions over rows and columns of ranks",
    Part::applications,
    add_benchmark<TransposeRun>,
    transpose_names};

} // namespace kitt::miniapp
