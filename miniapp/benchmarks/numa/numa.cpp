// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/memory.hpp"
#include "comms/ranks/simulation.hpp"
#include "core/base/error.hpp"
#include "kitt_build_info.hpp"
#include "miniapp/benchmarks/numa/matrix_products.hpp"
#include "miniapp/benchmarks/numa/memory_access.hpp"
#include "miniapp/benchmarks/numa/node_threads.hpp"
#include "miniapp/benchmarks/numa/numa_cell.hpp"
#include "miniapp/run/byte_options.hpp"
#include "miniapp/run/header.hpp"
#include "miniapp/run/measure_cell.hpp"
#include "miniapp/run/option_rules.hpp"
#include "miniapp/run/option_values.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>

namespace kitt::miniapp {

namespace {

enum class Kernel { matmul, read, triad, latency };
constexpr auto names_of(Kernel) {
  return std::array{NumaCell::matmul, NumaCell::read, NumaCell::triad, NumaCell::latency};
}

/// Which threads work while the threads of one domain are timed.
enum class Concurrency { one, all };
constexpr auto names_of(Concurrency) {
  return std::array{"one", "all"};
}

struct NumaOptions {
  std::vector<Kernel> kernels = {};
  Concurrency concurrency = Concurrency::one;
  std::optional<std::int64_t> bytes = {};
  std::optional<std::int64_t> matrix = {};
};

constexpr std::int64_t page = 4096;
constexpr std::int64_t quick_bytes = std::int64_t{64} << 20;
constexpr std::int64_t hector_matrix = 3000;

/// Returns the kernels of this program. Only Kokkos Kernels multiplies matrices.
std::vector<Kernel> built_kernels() {
  std::vector all{Kernel::read, Kernel::triad, Kernel::latency};
  if (build_info::has_kokkos_kernels)
    all.push_back(Kernel::matmul);
  return all;
}

std::vector<Kernel> kernels(NumaOptions const& options) {
  return options.kernels.empty() ? built_kernels() : options.kernels;
}

AccessKernel access_kernel(Kernel kernel) {
  return *value_named<AccessKernel>(kitt::to_string(kernel));
}

/// Returns the largest number of bytes for a thread, or 0 if it is unknown. With this number, all
/// data of a node take at most half of its memory. The data of all threads of a domain take at most
/// half of any domain's memory. Collective.
std::int64_t most_bytes(RunContext const& context, NodeThreads const& node) {
  auto most = static_cast<double>(comms::memory_of_rank(context.ranks_on_this_node())) / 2 /
              static_cast<double>(std::max<std::size_t>(1, node.count));
  int crowd = 0;
  for (auto const domain : node.populated())
    crowd = std::max(crowd, node.threads_in(domain));
  for (auto const& domain : context.header().topology.numa_domains)
    if (domain.memory_bytes > 0 && most > 0)
      most = std::min(most, static_cast<double>(domain.memory_bytes) / 2 / crowd);
  return static_cast<std::int64_t>(context.communicator().min(most));
}

/// Returns the bytes of a thread by default: four times the last cache level, because one thread
/// may have the whole level. It is at least as large as in a quick run.
std::int64_t wanted_bytes(RunContext const& context) {
  auto const& caches = context.header().topology.caches;
  if (context.options().quick || caches.empty())
    return quick_bytes;
  auto const last = static_cast<std::int64_t>(caches.back().size_bytes) / page * page;
  return std::max(quick_bytes, 4 * last);
}

/// Returns `bytes`, halved until it is at most `most`, in whole pages.
std::int64_t halved(std::int64_t bytes, std::int64_t most) {
  while (most > 0 && bytes > most && bytes > 16 * page)
    bytes = bytes / 2 / page * page;
  return bytes;
}

/// Everything that a run measures.
struct Plan {
  NodeThreads node;
  std::vector<int> from; ///< indices of the domains with threads
  NumaCell cell;         ///< facts that all cells have in common
  std::int64_t matrix = 0;
  std::vector<std::string> remarks; ///< sentences for the user about sizes that were reduced
};

std::string shrunk(std::string const& what) {
  return fmt::format("{}, so that all data take at most half of a node's memory, and at most half "
                     "of any domain's memory.\n",
                     what);
}

Plan plan_of(RunContext const& context, NumaOptions const& options) {
  auto const& world = context.communicator();
  Plan plan;
  comms::NumaMap map;
  on_all_ranks(world, [&] { map = comms::discover_numa_map(); });
  plan.node = gather_threads(world, map, context.header().configuration.binding.thread_cpusets);
  plan.from = plan.node.populated();
  auto const most = most_bytes(context, plan.node);
  auto const wanted = static_cast<std::int64_t>(
      world.max(static_cast<double>(wanted_bytes(context)))); // the largest value of all nodes,
                                                              // because nodes may have different
                                                              // caches
  plan.cell.bytes = options.bytes ? *options.bytes / page * page : halved(wanted, most);
  plan.cell.ranks = world.size();
  plan.cell.nodes = world.nodes();
  if (options.bytes && plan.cell.bytes < *options.bytes)
    plan.remarks.push_back(
        fmt::format("Each thread has {} bytes, not {}, because it needs whole pages of {} bytes.\n",
                    plan.cell.bytes, *options.bytes, page));
  if (!options.bytes && plan.cell.bytes < wanted)
    plan.remarks.push_back(shrunk(fmt::format(
        "Each thread has {}", perf::readable_bytes(static_cast<double>(plan.cell.bytes)))));
  auto const usual = context.options().quick ? 600 : hector_matrix;
  plan.matrix = options.matrix.value_or(usual);
  while (!options.matrix && most > 0 && plan.matrix > 16 &&
         MatrixProducts::bytes_of_thread(plan.matrix) > static_cast<std::size_t>(most))
    plan.matrix /= 2;
  if (!options.matrix && plan.matrix < usual)
    plan.remarks.push_back(shrunk(fmt::format("Matrices have {} rows", plan.matrix)));
  return plan;
}

/// Returns the cell with the same key as `like` from this run or the resumed one. Returns nothing
/// if it has no figure.
std::optional<NumaCell> measured(Output& output, NumaCell const& like) {
  return output.record().find<NumaCell>(key_of(like));
}

struct Pair {
  Kernel kernel;
  Concurrency concurrency;
  int from, to;
};

/// Returns the cell of the record with the fields that are known before the measurement.
NumaCell unmeasured(Plan const& plan, Pair const& pair) {
  auto cell = plan.cell;
  cell.kernel = kitt::to_string(pair.kernel);
  cell.variant = kitt::to_string(pair.concurrency) + std::string(" domain");
  if (pair.concurrency == Concurrency::all)
    cell.variant += 's';
  cell.thread_domain = plan.node.domain(pair.from).number;
  cell.memory_domain = plan.node.domain(pair.to).number;
  cell.threads = pair.kernel == Kernel::latency ? 1 : plan.node.threads_in(pair.from);
  cell.relation = kitt::to_string(comms::numa_relation(plan.node.map, pair.from, pair.to));
  auto const& distances = plan.node.map.distances;
  if (!distances.empty())
    cell.distance = static_cast<std::int64_t>(
        distances[static_cast<std::size_t>(pair.from)][static_cast<std::size_t>(pair.to)]);
  return cell;
}

bool is_idle(std::vector<ThreadTask> const& tasks) {
  return std::none_of(tasks.begin(), tasks.end(),
                      [](auto const& task) { return task.memory_domain.has_value(); });
}

bool measure_pair(Run const& run, Plan const& plan, Pair const& pair) {
  auto const& world = run.context.communicator();
  auto const cell = unmeasured(plan, pair);
  auto const local =
      pair.from == pair.to
          ? std::nullopt
          : measured(run.output,
                     unmeasured(plan, {pair.kernel, pair.concurrency, pair.from, pair.from}));
  auto const tasks = plan.node.tasks({.from = pair.from,
                                      .to = pair.to,
                                      .one_thread = pair.kernel == Kernel::latency,
                                      .all_at_once = pair.concurrency == Concurrency::all});
  CellTask task{.what = fmt::format("{} by domain {} on memory of {}", cell.kernel,
                                    *cell.thread_domain, *cell.memory_domain),
                .memory = {static_cast<std::size_t>(cell.bytes) * tasks.size(), 0},
                .waiting = is_idle(tasks) ? comms::Waiting::asleep : comms::Waiting::awake,
                .wrong = "threads read or left wrong numbers"};
  task.prepare = [&] { world.barrier(*task.waiting); }; // a barrier, so that all ranks begin at the
                                                        // same time
  return measure_cell(run, cell, task, [&] {
    return MemoryAccess(world, access_kernel(pair.kernel), tasks,
                        static_cast<std::size_t>(cell.bytes), run.context.options().huge_pages,
                        local, run.context.options().seed);
  });
}

/// Measures all pairs of domains. The local pair of each domain comes first, because the figures of
/// other pairs are compared with it.
bool measure_pairs(Run const& run, Plan const& plan, Kernel kernel, Concurrency concurrency) {
  bool good = true;
  for (auto const from : plan.from) {
    good = measure_pair(run, plan, {kernel, concurrency, from, from}) && good;
    for (int to = 0; to < static_cast<int>(plan.node.map.domains.size()); ++to)
      if (to != from)
        good = measure_pair(run, plan, {kernel, concurrency, from, to}) && good;
  }
  return good;
}

NumaCell unmeasured_product(Plan const& plan, char const* pattern) {
  auto cell = plan.cell;
  cell.kernel = NumaCell::matmul;
  cell.variant = pattern;
  cell.matrix = plan.matrix;
  cell.bytes = static_cast<std::int64_t>(MatrixProducts::bytes_of_thread(plan.matrix));
  cell.threads = static_cast<std::int64_t>(plan.node.threads.size());
  return cell;
}

bool measure_product(Run const& run, Plan const& plan, char const* pattern,
                     std::vector<int> const& data_threads) {
  auto const& world = run.context.communicator();
  auto const cell = unmeasured_product(plan, pattern);
  auto const local = pattern == NumaCell::all_local
                         ? std::nullopt
                         : measured(run.output, unmeasured_product(plan, NumaCell::all_local));
  CellTask task{.what = fmt::format("products of matrices of {}, {}", plan.matrix, pattern),
                .memory = {static_cast<std::size_t>(cell.bytes) * plan.node.count, 0},
                .wrong = "threads have a wrong product"};
  task.prepare = [&] { world.barrier(); };
  return measure_cell(run, cell, task, [&] {
    return MatrixProducts(world, plan.node.with_data_of(data_threads), plan.node.first,
                          plan.node.count, plan.matrix, run.context.options().huge_pages, local,
                          run.context.options().seed);
  });
}

/// Returns, for each thread, the thread whose data it works on, so that about half of the threads
/// work on remote data. Empty if no two threads can swap their data.
std::vector<int> remote_plan(Plan const& plan) {
  std::vector<int> domains;
  for (auto const& thread : plan.node.threads)
    domains.push_back(thread.domain);
  auto data = half_remote_plan(plan.node.map, domains);
  bool swapped = false;
  for (std::size_t i = 0; i < data.size(); ++i)
    swapped = swapped || data[i] != static_cast<int>(i);
  if (!swapped)
    data.clear();
  return data;
}

bool measure_products(Run const& run, Plan const& plan) {
  std::vector<int> own(plan.node.threads.size());
  std::iota(own.begin(), own.end(), 0);
  bool good = measure_product(run, plan, NumaCell::all_local, own);
  if (auto const remote = remote_plan(plan); !remote.empty())
    good = measure_product(run, plan, NumaCell::half_remote, remote) && good;
  return good;
}

std::string heading(RunContext const& context, Plan const& plan) {
  auto text = fmt::format(
      "read, triad, latency: threads of one NUMA domain work on memory of one domain (latency: one "
      "thread).\n{}{} with threads of {} on each node, {} in all.\n",
      build_info::has_kokkos_kernels
          ? "matmul: all threads multiply matrices on local memory, then about half of them on "
            "remote memory.\n"
          : "This program was built without Kokkos Kernels, so it has no matmul.\n",
      perf::counted(static_cast<int>(plan.from.size()), "NUMA domain"),
      perf::counted(context.communicator().ranks_per_node(), "rank"),
      perf::counted(static_cast<int>(plan.node.threads.size()), "thread"));
  if (plan.node.map.domains.size() > plan.from.size())
    text += fmt::format(
        "{} without threads: the memory there is measured from the other domains.\n",
        perf::counted(static_cast<int>(plan.node.map.domains.size() - plan.from.size()), "domain"));
  if (plan.node.map.domains.size() == 1)
    text += "This machine has one NUMA domain, so all memory is local.\n";
  for (auto const& remark : plan.remarks)
    text += remark;
  if (auto const& mode = context.header().topology.numa_balancing;
      mode != "off" && mode != "unknown")
    text += header_line("WARNING",
                        fmt::format("NUMA balancing is {} (the system may move pages during the "
                                    "measurement): switch it off with `sysctl -w "
                                    "kernel.numa_balancing=0`",
                                    mode));
  return text;
}

/// Runs `kitt numa`: measures how fast threads of each NUMA domain access each domain's memory.
class NumaRun final : public BenchmarkRun {
public:
  explicit NumaRun(CLI::App& app) {
    options.min_seconds = 0.2;
    options.min_samples = 5;
    add_running(app, options);
    add_measuring(app, options);
    std::vector<std::string> names;
    for (auto const kernel : built_kernels())
      names.push_back(kitt::to_string(kernel));
    detail::add_list(app, "--kernels", numa_.kernels, "Kernels to measure [all]")
        ->type_name(fmt::format("{},...", fmt::join(names, "|")));
    detail::add_choice(app, "--concurrent", numa_.concurrency,
                       "Threads that work: one: of one domain at a time; all: of all domains at "
                       "the same time\nWith `all`, the threads of each domain work on the memory "
                       "of another domain, but only one domain is timed.");
    detail::add_bytes(
        app, "--bytes", numa_.bytes, {16 * page, std::int64_t{1} << 46},
        "Bytes of each thread, rounded down to whole pages\nThe default is at least 64M, and is "
        "halved until all threads fit into half of the memory. With --quick it is 64M.",
        "four times the last-level cache");
    detail::add_value(
        app, "--n", numa_.matrix, detail::Range<std::int64_t>{2, 20000},
        build_info::has_kokkos_kernels
            ? "Rows of the square matrices [3000, halved until they fit; --quick: "
              "600]"
            : "Rows of the matrices of matmul, which needs Kokkos Kernels (not built)")
        ->type_name("N");
    add_rules(app, {{.options = {"--n"},
                     .where = "without matmul",
                     .why = "no other kernel has matrices",
                     .remedy = "add matmul to --kernels",
                     .have_effect = [this] { return has_kernel(std::equal_to()); }},
                    {.options = {"--bytes", "--concurrent"},
                     .where = "with only matmul",
                     .why = "its memory and threads follow from --n",
                     .remedy = "add another kernel to --kernels",
                     .have_effect = [this] { return has_kernel(std::not_equal_to()); }}});
  }

  void check() override {
    KITT_VALIDATE(
        build_info::has_kokkos_kernels || !has_kernel(std::equal_to()),
        "--kernels matmul (this program was built without Kokkos Kernels, which multiplies "
        "the matrices): leave out matmul, or build KITT with -DKITT_KOKKOS_KERNELS=ON");
  }
  int cells(RunContext const& context) const override {
    auto const domains = context.header().topology.numa_domains.size();
    auto const pairs = static_cast<int>(std::max<std::size_t>(1, domains * domains));
    int count = 0;
    for (auto const kernel : kernels(numa_))
      count += kernel == Kernel::matmul ? (pairs > 1 ? 2 : 1) : pairs;
    return count;
  }

  int run(Run const& run) override {
    KITT_VALIDATE(!comms::is_simulated(),
                  "kitt numa cannot run on a simulated machine (SimGrid "
                  "simulates messages, not memory): run it on a real machine");
    auto const plan = plan_of(run.context, numa_);
    auto const status =
        measure_table<NumaCell>(run, "Threads on near and far memory", heading(run.context, plan),
                                kernels(numa_), [&](Kernel kernel) {
                                  return kernel == Kernel::matmul
                                             ? measure_products(run, plan)
                                             : measure_pairs(run, plan, kernel, numa_.concurrency);
                                });
    auto const cells = run.output.record().cells_of<NumaCell>();
    run.output.print(numa_matrices(cells));
    for (auto const& cell : cells)
      run.output.print(thread_table(cell));
    return status;
  }

private:
  /// Returns whether `compare(kernel, Kernel::matmul)` is true for any measured kernel.
  template <class Compare>
  bool has_kernel(Compare const& compare) const {
    return std::ranges::any_of(kernels(numa_),
                               [&](Kernel kernel) { return compare(kernel, Kernel::matmul); });
  }

  NumaOptions numa_;
};

std::vector<NameList> numa_names() {
  NameList list{.heading = "kernels on near and far memory (--kernels)"};
  for (auto const kernel : built_kernels())
    list.entries.push_back({kitt::to_string(kernel)});
  return {list};
}

} // namespace

extern Benchmark const numa_benchmark{
    "numa",
    "Bandwidth, latency and matrix products between the NUMA domains of a node",
    "near and far memory",
    Part::node,
    add_benchmark<NumaRun>,
    numa_names};

} // namespace kitt::miniapp
