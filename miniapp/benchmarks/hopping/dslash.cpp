// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/gauge_scatter.hpp"
#include "core/base/error.hpp"
#include "core/fields/gauge_start.hpp"
#include "miniapp/benchmarks/commands.hpp"
#include "miniapp/benchmarks/hopping/built_precisions.hpp"
#include "miniapp/benchmarks/hopping/hopping_case.hpp"
#include "miniapp/benchmarks/hopping/hopping_problem.hpp"
#include "miniapp/benchmarks/hopping/hopping_volume.hpp"
#include "miniapp/benchmarks/hopping/variants.hpp"
#include "perf/tables/cell_tables.hpp"

#include <fmt/format.h>
#include <optional>
#include <vector>

namespace kitt::miniapp {

namespace {

/// A volume as asked for, and this rank's part of it.
struct Measured {
  int l;
  LocalVolume volume;
};

std::vector<Measured> volumes(Session const& session) {
  auto const& grid = session.grid();
  auto const rank = session.communicator().rank();
  std::vector<Measured> list;
  for (Extents const& given : session.volumes()) {
    auto const local = comms::share_out(grid, given, session.volume_of());
    list.push_back({given[0], comms::volume_of_rank(grid, rank, local)});
  }
  return list;
}

GaugeField links(Session const& session, LocalVolume const& volume) {
  auto const& options = session.options();
  if (options.gauge_from_file())
    return comms::scatter_gauge_field(session.communicator(), session.grid(), volume.extents,
                                      session.gauge_from_file());
  if (options.gauge == "unit")
    return unit_gauge(volume.extents);
  return options.gauge == "weak" ? weak_gauge(volume, options.seed)
                                 : hot_gauge(volume, options.seed);
}

int slices(Options const& options) {
  return options.wants_kernel("DWF4") || options.wants_kernel("DWF5") ? options.ls : 1;
}

/// Before anything is measured: a volume that cannot be laid out or does not fit is found out at
/// once.
template <class T>
void check_volumes(Session const& session, std::vector<Measured> const& list) {
  auto const& options = session.options();
  for (auto const& [l, volume] : list) {
    auto const& extents = volume.extents;
    Lattice const plain(extents, {1, 1, 1, 1, 1});
    auto const ls = slices(options);
    // Full links stay while compressed ones are measured.
    std::size_t const kernel_bytes =
        3 * SpinorField<T, 1>::bytes(plain, ls) + 2 * LinkField<T, 1>::bytes(plain);
    session.check_memory(
        {HoppingProblem<T>::bytes(extents, ls), kernel_bytes},
        fmt::format("the local lattice {} with Ls = {}", kitt::to_string(extents), ls));
  }
}

/// Cells that measure_volume measures, and of variants asked for by name those that it skips.
template <class T>
int count_cells(Session const& session) {
  auto const& options = session.options();
  auto const measured = strategies(session).size();
  std::size_t const skipped = options.variants.empty() ? 0 : 1;
  std::size_t cells = 0;
  for (auto const& [l, volume] : volumes(session))
    for (auto const& kernel : kernel_cases<T>(options, l, volume))
      for (auto const& variant : wanted_variants(options))
        cells += reason_against<T>(variant, kernel) ? skipped : measured;
  return static_cast<int>(cells);
}

/// A run that would skip everything it was asked for is a mistake.
template <class T>
void check_that_something_runs(Session const& session, std::vector<Measured> const& list) {
  auto const& options = session.options();
  std::optional<std::string> reason;
  for (auto const& [l, volume] : list)
    for (auto const& kernel : kernel_cases<T>(options, l, volume))
      for (auto const& variant : wanted_variants(options)) {
        auto const against = reason_against<T>(variant, kernel);
        if (!against)
          return;
        reason = fmt::format("{}, {}: {}", place(kernel), variant.name, *against);
      }
  throw UserError(fmt::format("nothing can be measured ({}): give other --variants, --kernels or "
                              "--L",
                              reason.value_or("no variant is asked for")));
}

template <class T>
int measure_all(Session& session) {
  auto const& options = session.options();
  auto const list = volumes(session);
  check_volumes<T>(session, list);
  check_that_something_runs<T>(session, list);
  static_cast<void>(session.ceilings()); // before the table, which they would interrupt
  session.expect(cells_of(session));
  session.print(perf::banner("Hopping term, red-black"));
  session.print(fmt::format(
      "{} precision, {} links, random source; verified against the naive operator, then median of "
      "samples;\n{} flops per 5-D site computed.\nTuning: {}.\n",
      perf::to_string(options.precision), options.gauge, static_cast<int>(options.flops_per_site),
      session.tuner().description()));
  auto const table = perf::hopping_table(session.grid().size() > 1);
  session.print(table.header());
  bool good = true;
  CheckedOperators checked;
  for (auto const& [l, volume] : list) {
    session.show(fmt::format("L = {}: making links", l));
    good =
        measure_volume<T>(session, l, volume, links(session, volume), slices(options), checked) &&
        good;
  }
  session.print(table.rule());
  return good ? 0 : 1;
}

/// In the precision asked for, if it is T and kernels were compiled for it.
template <class T>
std::optional<int> measure_in(Session& session) {
  if constexpr (built_for(perf::precision_of<T>))
    if (session.options().precision == perf::precision_of<T>)
      return measure_all<T>(session);
  return {};
}

} // namespace

int hopping_cells(Session const& session) {
  return session.options().precision == perf::Precision::single_precision
             ? count_cells<float>(session)
             : count_cells<double>(session);
}

int run_dslash(Session& session) {
  if (auto const status = measure_in<float>(session))
    return *status;
  return measure_in<double>(session).value();
}

} // namespace kitt::miniapp
