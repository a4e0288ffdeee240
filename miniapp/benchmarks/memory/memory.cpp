// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/commands.hpp"
#include "miniapp/benchmarks/memory/axpy.hpp"
#include "miniapp/run/session.hpp"
#include "perf/ceilings/roofline.hpp"
#include "perf/measure/sampling.hpp"
#include "perf/tables/cell_tables.hpp"

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

using perf::MemoryCell;
using perf::MemoryKernel;
using perf::Precision;

/// Ranks that share L^4.
int sharers(Session const& session) {
  return session.options().per_rank ? 1 : session.ranks_on_this_node();
}

std::string whose(Session const& session) {
  if (session.communicator().size() == 1)
    return "";
  return session.options().per_rank ? " on each rank" : " on each node, its ranks sharing them";
}

std::string place(MemoryKernel kernel, int l) {
  return fmt::format("{} at L = {}", perf::to_string(kernel), l);
}

perf::CellKey key_of_cell(Session const& session, MemoryKernel kernel, int l) {
  return {.kernel = perf::to_string(kernel),
          .l = l,
          .precision = session.options().precision,
          .variant = {}};
}

/// What times and energy say of a kernel at this size. Collective.
MemoryCell evaluate(Session& session, MemoryKernel kernel, int l, perf::Measured const& measured) {
  auto const& seconds = measured.seconds;
  auto const precision = session.options().precision;
  MemoryCell cell;
  cell.kernel = perf::to_string(kernel);
  cell.l = l;
  cell.precision = precision;
  cell.seconds = seconds;
  auto const& world = session.communicator();
  auto const ranks = sharers(session);
  auto const bytes =
      world.sum(static_cast<double>(perf::memory_kernel_bytes(kernel, l, precision, ranks)));
  auto const flops = world.sum(perf::memory_kernel_flops(kernel, l, ranks));
  perf::Work const work{flops / world.nodes(), bytes / world.nodes()};
  cell.bytes = static_cast<std::size_t>(bytes);
  cell.gb_per_s = bytes / seconds.median * 1e-9;
  cell.gb_per_s_per_node = cell.gb_per_s / world.nodes();
  cell.gflops_per_s = flops / seconds.median * 1e-9;
  cell.energy = measured.energy.of_work(flops * 1e-6);
  perf::add_roofline(cell, perf::roofline(session.ceilings(), precision, work, seconds.median),
                     work);
  return cell;
}

template <class T>
double verification_error(perf::MemoryFields<T>& fields, MemoryKernel kernel) {
  Kokkos::Profiling::ScopedRegion const region("kitt::verify");
  return fields.verification_error(kernel);
}

/// Verifies, then measures. None if the result was wrong, which is reported.
template <class T>
std::optional<MemoryCell> measure(Session& session, perf::MemoryFields<T>& fields,
                                  MemoryKernel kernel, int l) {
  Kokkos::Profiling::ScopedRegion const region(perf::region_name(key_of_cell(session, kernel, l)));
  session.show(place(kernel, l) + ": verifying");
  auto const error = session.worst_error(verification_error(fields, kernel));
  auto const tolerance = fields.verification_tolerance(kernel);
  if (error > tolerance) {
    session.fail({.key = key_of_cell(session, kernel, l),
                  .reason = "differs from scalar arithmetic",
                  .verification_error = error,
                  .verification_tolerance = tolerance});
    return std::nullopt;
  }
  session.show(place(kernel, l) + ": measuring");
  auto const measured = session.sample(session.sampling(), [&] { fields.run(kernel); });
  auto cell = evaluate(session, kernel, l, measured);
  cell.verification_error = error;
  return cell;
}

/// Measures, records and prints. False if the result was wrong: there is no figure then.
template <class T>
bool run(Session& session, perf::MemoryFields<T>& fields, MemoryKernel kernel, int l) {
  auto cell = measure(session, fields, kernel, l);
  if (!cell)
    return false;
  session.check_ceilings(*cell);
  session.record().add(*cell);
  session.print(perf::memory_row(*cell));
  return true;
}

/// Prints what a resumed record has already; returns the kernels that are left.
std::vector<MemoryKernel> kernels_left(Session& session, int l) {
  std::vector<MemoryKernel> left;
  for (auto const kernel : perf::memory_kernels) {
    if (auto const cell = session.record().find_memory(key_of_cell(session, kernel, l)))
      session.print(perf::memory_row(*cell));
    else
      left.push_back(kernel);
  }
  return left;
}

template <class T>
bool measure_size(Session& session, int l) {
  auto const left = kernels_left(session, l);
  if (left.empty())
    return true;
  perf::MemoryFields<T> fields(l, session.options().seed, session.memory(), sharers(session));
  bool good = true;
  for (auto const kernel : left)
    good = run(session, fields, kernel, l) && good;
  session.note_pages();
  return good;
}

/// Before anything is measured: a size that does not fit is found out at once.
void check_sizes(Session const& session) {
  auto const& options = session.options();
  for (auto const l : options.memory_sizes()) {
    perf::validate_memory_size(l);
    session.check_memory({0, perf::memory_fields_bytes(l, options.precision, sharers(session))},
                         fmt::format("the memory benchmark at L = {}", l));
  }
}

} // namespace

int memory_cells(Session const& session) {
  return static_cast<int>(session.options().memory_sizes().size() * perf::memory_kernels.size());
}

int run_memory(Session& session) {
  auto const& options = session.options();
  check_sizes(session);
  static_cast<void>(session.ceilings()); // before the table, which they would interrupt
  session.expect(cells_of(session));
  session.print(perf::banner("Memory benchmark: a*x + y and its kin"));
  session.print(
      fmt::format("Fields of L^4 x 8 reals{}, {} precision; verified, then median of samples.\n"
                  "axpy: z = a x + y; read: x . y; copy: z = x; triad: z = x + a y, one piece per "
                  "thread. GB are 10^9\nbytes; streams: axpy and triad 3, read and copy 2; "
                  "write-allocate traffic is not counted.\n",
                  whose(session), perf::to_string(options.precision)));
  session.print(perf::memory_table().header());
  bool good = true;
  for (auto const l : options.memory_sizes())
    good = (options.precision == Precision::single_precision ? measure_size<float>(session, l)
                                                             : measure_size<double>(session, l)) &&
           good;
  session.print(perf::memory_table().rule());
  return good ? 0 : 1;
}

} // namespace kitt::miniapp
