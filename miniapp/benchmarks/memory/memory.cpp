// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/memory/memory.hpp"

#include "core/base/error.hpp"
#include "core/base/finite.hpp"
#include "miniapp/benchmarks/memory/memory_cell.hpp"
#include "miniapp/run/byte_options.hpp"
#include "miniapp/run/run.hpp"
#include "perf/ceilings/roofline.hpp"
#include "perf/measure/sampling.hpp"
#include "perf/text/words.hpp"

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <fmt/format.h>
#include <map>

namespace kitt::miniapp {

namespace {

using perf::Precision;

std::string whose(RunContext const& context, FieldOptions const& options) {
  if (context.communicator().size() == 1)
    return "";
  return options.per_rank ? " on each rank" : " on each node, shared by its ranks";
}

/// Returns the number of ranks that share a field.
int sharers(RunContext const& context, FieldOptions const& options) {
  return options.per_rank ? 1 : context.ranks_on_this_node();
}

/// Size of the fields to measure.
struct Size {
  int l;              ///< L for fields of L^4 sites; 0 if `bytes` gives the size
  std::int64_t bytes; ///< bytes of all fields of a kernel together; 0 if `l` gives the size
  Precision precision;
  int sharers; ///< number of ranks that share the fields

  /// Returns how many numbers of one field of the kernel a rank holds.
  std::size_t reals(MemoryKernel kernel) const {
    return bytes > 0 ? memory_field_reals_of(bytes, kernel, precision, sharers)
                     : memory_field_reals(l, sharers);
  }
  std::string name() const {
    return bytes > 0 ? perf::readable_bytes(static_cast<double>(bytes)) : fmt::format("L = {}", l);
  }
};

std::string place(MemoryKernel kernel, Size const& size) {
  return fmt::format("{} at {}", kitt::to_string(kernel), size.name());
}

/// Seconds that each kernel needs to start.
using LaunchSeconds = std::map<MemoryKernel, double>;

/// Measures how long each kernel takes to start. Returns the median times of calls on the smallest
/// fields, which take little more than their start. Collective.
template <class T>
LaunchSeconds launch_seconds(Run const& run) {
  Kokkos::Profiling::ScopedRegion const region("kitt::start");
  constexpr int smallest = 2;
  perf::SamplingPolicy const brief{.minimum_seconds = 0.01, .maximum_seconds = 0.1};
  MemoryFields<T> fields(smallest, run.context.options().seed, run.context.memory());
  LaunchSeconds seconds;
  for (auto const kernel : memory_kernels)
    seconds[kernel] =
        run.meter.sample([&] { fields.run(kernel); }, {.policy = brief}).seconds.median;
  return seconds;
}

/// Returns a cell with the fields that are known before the measurement. Collective.
MemoryCell unmeasured(RunContext const& context, MemoryKernel kernel, Size const& size) {
  MemoryCell cell;
  cell.kernel = kitt::to_string(kernel);
  cell.l = size.l;
  cell.asked_bytes = size.bytes;
  cell.precision = size.precision;
  auto const own = memory_call_bytes(kernel, size.reals(kernel), size.precision);
  cell.bytes = static_cast<std::size_t>(context.communicator().sum(static_cast<double>(own)));
  return cell;
}

/// Returns the cell with bandwidth, flop rate, energy and roofline of a measurement. Collective.
MemoryCell evaluate(Run const& run, MemoryKernel kernel, Size const& size,
                    perf::Measured const& measured) {
  auto const& seconds = measured.seconds;
  auto cell = unmeasured(run.context, kernel, size);
  cell.seconds = seconds;
  auto const& world = run.context.communicator();
  auto const bytes = static_cast<double>(cell.bytes);
  auto const flops = world.sum(memory_call_flops(kernel, size.reals(kernel)));
  perf::Work const work{flops / world.nodes(), bytes / world.nodes(), 0,
                        memory_kernel_streams(kernel)};
  cell.gb_per_s = bytes / seconds.median * 1e-9;
  cell.gb_per_s_per_node = cell.gb_per_s / world.nodes();
  cell.gflops_per_s = flops / seconds.median * 1e-9;
  cell.energy = measured.energy.of_work(flops * 1e-6);
  perf::add_roofline(
      cell, perf::roofline(run.meter.ceilings(), cell.precision, work, seconds.median), work);
  return cell;
}

template <class T>
double verification_error(MemoryFields<T>& fields, MemoryKernel kernel) {
  Kokkos::Profiling::ScopedRegion const region("kitt::verify");
  return fields.verification_error(kernel);
}

/// Verifies a kernel and then measures it. If the result is wrong, reports it and returns nothing.
template <class T>
bool measure(Run const& run, MemoryFields<T>& fields, MemoryKernel kernel, Size const& size,
             LaunchSeconds const& launches) {
  auto const key = key_of(unmeasured(run.context, kernel, size));
  Kokkos::Profiling::ScopedRegion const region(perf::region_name(key));
  run.output.show(place(kernel, size) + ": verifying");
  auto const error = run.context.worst_error(verification_error(fields, kernel));
  auto const tolerance = fields.verification_tolerance(kernel);
  if (!is_within(error, tolerance)) {
    run.output.fail({.key = key,
                     .reason = "the result differs from scalar arithmetic",
                     .verification_error = error,
                     .verification_tolerance = tolerance});
    return false;
  }
  run.output.show(place(kernel, size) + ": measuring");
  auto const measured = run.meter.sample([&] { fields.run(kernel); });
  auto cell = evaluate(run, kernel, size, measured);
  cell.verification_error = error;
  cell.launch_seconds = launches.at(kernel);
  run.meter.check_ceilings(cell);
  run.output.add(cell);
  return true;
}

/// Prints the cells that a resumed record already has. Returns the kernels that are still to be
/// measured.
std::vector<MemoryKernel> kernels_left(Run const& run, Size const& size) {
  std::vector<MemoryKernel> left;
  for (auto const kernel : memory_kernels)
    if (!run.output.print_known<MemoryCell>(key_of(unmeasured(run.context, kernel, size))))
      left.push_back(kernel);
  return left;
}

template <class T>
bool measure_size(Run const& run, Size const& size, LaunchSeconds& launches) {
  auto const left = kernels_left(run, size);
  if (left.empty())
    return true;
  if (launches.empty())
    launches = launch_seconds<T>(run);
  std::optional<MemoryFields<T>> fields; // fields, shared by all kernels if they have L^4 sites
  bool good = true;
  for (auto const kernel : left) {
    if (!fields || size.bytes > 0)
      fields.emplace(typename MemoryFields<T>::Reals{size.reals(kernel)},
                     run.context.options().seed, run.context.memory());
    good = measure(run, *fields, kernel, size, launches) && good;
  }
  run.output.note_pages();
  return good;
}

std::vector<Size> sizes(RunContext const& context, MemoryOptions const& options) {
  auto const& fields = options.fields;
  int const ranks = sharers(context, fields);
  std::vector<Size> list;
  for (auto const bytes : options.bytes)
    list.push_back({0, bytes, fields.precision, ranks});
  if (list.empty())
    for (auto const l :
         fields.sizes_or(context.options().quick ? std::vector{8, 16, 48} : steps(8, 48, 4)))
      list.push_back({l, 0, fields.precision, ranks});
  return list;
}

/// Throws UserError before anything is measured if a size is not allowed or does not fit into
/// memory.
void check_sizes(RunContext const& context, MemoryOptions const& options) {
  for (auto const& size : sizes(context, options)) {
    if (size.bytes == 0)
      validate_memory_size(size.l);
    // Kernels with two streams have the largest fields. Three fields are allocated for any kernel.
    auto const largest = size.reals(MemoryKernel::copy);
    context.check_memory({0, 3 * largest * perf::bytes_per_real(size.precision)},
                         fmt::format("the memory benchmark at {}", size.name()));
  }
}

std::string heading(RunContext const& context, MemoryOptions const& options) {
  return fmt::format(
      "Fields of {}{}, {} precision.\naxpy: z = a x + y; read: x . y; copy: z = x; triad: "
      "z = x + a y. GB: 10^9 bytes of 3 streams (axpy, triad) or 2 streams\n(read, copy), "
      "without write-allocate traffic. Start: share of the time that is spent on starting "
      "the kernel. Without: rate\nwithout this start; compare it with programs that start "
      "once and repeat the loop (likwid-bench).\n{}",
      options.bytes.empty() ? "L^4 x 8 reals"
                            : "the given size (bytes of all fields of a kernel together)",
      whose(context, options.fields), kitt::to_string(options.fields.precision),
      build_info::has_kokkos_kernels
          ? ""
          : "This program was built without Kokkos Kernels, so it has no axpy (Kokkos Kernels).\n");
}

/// Runs `kitt memory`: measures the bandwidth of simple kernels by size.
class MemoryRun final : public BenchmarkRun {
public:
  explicit MemoryRun(CLI::App& app) {
    add_running(app, options);
    add_measuring(app, options);
    auto& fields = memory_.fields;
    add_sizes(app, fields,
              "Lattice extents L of fields of L^4 sites per node, as 8,12 "
              "[8,12,...,48]");
    detail::add_byte_sizes(app, "--sizes", memory_.bytes, {4096, std::int64_t{1} << 46},
                           "Bytes of all fields of a kernel per node", "of --L");
    add_precision(app, fields, "Precision of all fields");
    add_per_rank(app, fields);
  }
  void check() override {
    KITT_VALIDATE(
        memory_.bytes.empty() || memory_.fields.l.empty(),
        "--sizes and --L were both given (both set the size of the fields): leave one out");
  }
  void describe(perf::Configuration& run) const override { memory_.fields.describe(run); }
  int cells(RunContext const& context) const override { return memory_cells(context, memory_); }
  int run(Run const& run) override { return run_memory(run, memory_); }

private:
  MemoryOptions memory_;
};

std::vector<NameList> memory_names() {
  NameList kernels{.heading = "memory kernels"};
  for (auto const kernel : memory_kernels)
    kernels.entries.push_back({kitt::to_string(kernel)});
  return {kernels};
}

} // namespace

extern Benchmark const memory_benchmark{
    "memory",
    "Bandwidth of a*x + y, read, copy and triad, for a range of "
    "sizes",
    "memory kernels",
    Part::memory,
    add_benchmark<MemoryRun>,
    memory_names};

int memory_cells(RunContext const& context, MemoryOptions const& options) {
  return static_cast<int>(sizes(context, options).size() * memory_kernels.size());
}

int run_memory(Run const& run, MemoryOptions const& options) {
  check_sizes(run.context, options);
  LaunchSeconds launches; // start times, measured once and used for all sizes
  return measure_table<MemoryCell>(run, "Memory benchmark: a*x + y, read, copy, triad",
                                   heading(run.context, options), sizes(run.context, options),
                                   [&](Size const& size) {
                                     return size.precision == Precision::single_precision
                                                ? measure_size<float>(run, size, launches)
                                                : measure_size<double>(run, size, launches);
                                   });
}

} // namespace kitt::miniapp
