// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "miniapp/benchmarks/hopping/hopping_case.hpp"
#include "miniapp/benchmarks/hopping/hopping_cell.hpp"
#include "miniapp/benchmarks/hopping/hopping_problem.hpp"
#include "miniapp/benchmarks/hopping/hopping_run.hpp"
#include "miniapp/benchmarks/hopping/hopping_volume.hpp"
#include "miniapp/benchmarks/hopping/variants.hpp"
#include "miniapp/run/built_precisions.hpp"
#include "miniapp/run/header.hpp"
#include "miniapp/run/lattice_operators.hpp"
#include "miniapp/run/option_rules.hpp"
#include "miniapp/run/run.hpp"
#include "perf/record/cell_kind.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <vector>

namespace kitt::miniapp {

namespace {

bool wants_five_dimensions(HoppingOptions const& options) {
  return std::ranges::any_of(perf::kernels(), [&](auto const& kernel) {
    return kernel.five_dimensions && options.wants_kernel(std::string(kernel.name));
  });
}

int slices(HoppingOptions const& options) {
  return wants_five_dimensions(options) ? options.fields.ls : 1;
}

/// Before anything is measured: a volume that cannot be laid out or does not fit is found out at
/// once.
template <class T>
void check_volumes(RunContext const& context, HoppingOptions const& options,
                   std::vector<AskedVolume> const& list) {
  for (auto const& [l, volume] : list) {
    auto const& extents = volume.extents;
    Lattice const plain(extents, {1, 1, 1, 1, 1});
    auto const ls = slices(options);
    // Full links stay while compressed ones are measured.
    std::size_t const kernel_bytes =
        3 * SpinorField<T, 1>::bytes(plain, ls) + 2 * LinkField<T, 1>::bytes(plain);
    std::size_t parities = 1;
    for (auto const& work : options.works())
      parities = std::max(parities, targets(work).size());
    context.check_memory(
        {HoppingProblem<T>::bytes(extents, ls, parities), parities * kernel_bytes},
        fmt::format("the local lattice {} with Ls = {}", kitt::to_string(extents), ls));
  }
}

/// Cells that measure_volume measures, and of variants asked for by name those that it skips.
template <class T>
int count_cells(RunContext const& context, HoppingOptions const& options) {
  auto const measured = strategies(context, options).size();
  std::size_t const skipped = options.variants.empty() ? 0 : 1;
  std::size_t cells = 0;
  for (auto const& work : options.works())
    for (auto const& [l, volume] : asked_volumes(context, context.lattices()))
      for (auto const& kernel : kernel_cases<T>(options, work, l, volume))
        for (auto const& variant : wanted_variants(options))
          cells += reason_against<T>(variant, kernel) ? skipped : measured;
  return static_cast<int>(cells);
}

/// A run that would skip everything it was asked for is a mistake.
template <class T>
void check_that_something_runs(HoppingOptions const& options,
                               std::vector<AskedVolume> const& list) {
  std::optional<std::string> reason;
  for (auto const& [l, volume] : list) // the same for all parities
    for (auto const& kernel : kernel_cases<T>(options, options.works().front(), l, volume))
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

/// The variants that cannot be had of this work, in a line; empty if none.
std::string left_out(HoppingWork const& work) {
  std::vector<std::string> names;
  for (auto const& variant : all_hopping_variants())
    if (variant.order && !has_kernel(work.dagger, variant.order->access))
      names.push_back(variant.name);
  return names.empty() ? ""
                       : fmt::format("Daggered kernels are compiled without prefetches alone; not "
                                     "measured: {}.\n",
                                     fmt::join(names, ", "));
}

std::string heading(HoppingContext const& context, HoppingWork const& work) {
  auto const& options = context.options;
  return fmt::format(
      "{} precision, {} links, random source; verified against the naive operator, then median of "
      "samples;\n{} flops per 5-D site computed.\nTuning: {}.\n{}",
      kitt::to_string(options.fields.precision), options.gauge.start,
      static_cast<int>(options.flops_per_site), context.tuner.description(), left_out(work));
}

/// A table of its own.
template <class T>
bool measure_work(HoppingContext& context, HoppingRun const& command, HoppingWork const& work,
                  std::vector<AskedVolume> const& list) {
  auto const measure = [&](AskedVolume const& asked) {
    context.run.output.show(fmt::format("L = {}: making links", asked.l));
    return measure_volume<T>(context, work, asked.l, asked.volume,
                             command.gauge().links(context.run.context, asked.volume),
                             slices(context.options));
  };
  return measure_table<HoppingCell>(context.run, "Hopping term, red-black" + name_of(work),
                                    heading(context, work), list, measure) == 0;
}

template <class T>
int measure_all(Run const& run, HoppingRun const& command) {
  auto const& options = command.hopping();
  auto const list = asked_volumes(run.context, run.context.lattices());
  for (auto const& warning : command.gauge().warnings())
    run.output.warn(warning);
  check_volumes<T>(run.context, options, list);
  check_that_something_runs<T>(options, list);
  HoppingContext context{run,
                         options,
                         {options.tune, run.context.communicator(), run.context.header(),
                          [&](std::string const& warning) { run.output.warn(warning); }}};
  bool good = true;
  for (auto const& work : options.works())
    good = measure_work<T>(context, command, work, list) && good;
  return good ? 0 : 1;
}

/// Runs in the precision asked for, if it is T and kernels were compiled for it.
template <class T>
std::optional<int> measure_in(Run const& run, HoppingRun const& command) {
  if constexpr (built_for(perf::precision_of<T>))
    if (command.hopping().fields.precision == perf::precision_of<T>)
      return measure_all<T>(run, command);
  return {};
}

} // namespace

extern Benchmark const hopping_benchmark{"dslash",
                                         "The hopping kernels Wilson, DWF4, DWF5 at any size",
                                         "hopping kernels",
                                         Part::kernels,
                                         add_benchmark<HoppingRun>,
                                         hopping_names};

HoppingRun::HoppingRun(CLI::App& app, std::string const& sizes_help) {
  auto& fields = hopping_.fields;
  add_running(app, options);
  add_measuring(app, options);
  add_sizes(app, fields, sizes_help);
  add_precision(app, fields, "Precision of all fields");
  add_per_rank(app, fields);
  add_kernels(app, hopping_);
  add_grid(app, options);
  add_faces(app, hopping_);
  add_comms_threads(app, options);
  add_scaling(app, fields);
  add_baseline(app, options);
  add_rules(app, {{.options = {"--Ls"},
                   .where = "without DWF4 and DWF5",
                   .why = "no other kernel has a fifth dimension",
                   .remedy = "add one to --kernels",
                   .have_effect = [this] { return wants_five_dimensions(hopping_); }},
                  {.options = {"--tune"},
                   .where = "without the variant tuned",
                   .why = "no other variant is searched for",
                   .remedy = "add tuned to --variants",
                   .have_effect = [this] {
                     return hopping_.tune == perf::TuneMode::off ||
                            hopping_.wants_variant(tuned_variant);
                   }}});
}

std::optional<SharedLattices> HoppingRun::shared_lattices(comms::Communicator const& world) {
  if (auto const of_file = gauge_.read(world))
    return of_file;
  return hopping_.fields.lattices(options.quick ? std::vector{8, 12, 16}
                                                : std::vector{8, 12, 16, 24});
}

std::string HoppingRun::header_lines(perf::Configuration const& run) const {
  return header_line("exchange",
                     fmt::format("--comms {}, --comms-precision {}, --strategy {}; {} per rank",
                                 run.transport, to_string(run.comms_precision), run.strategy,
                                 perf::counted(run.comms_threads, "comms thread")));
}

int HoppingRun::cells(RunContext const& context) const {
  return hopping_.fields.precision == perf::Precision::single_precision
             ? count_cells<float>(context, hopping_)
             : count_cells<double>(context, hopping_);
}

int HoppingRun::run(Run const& run) {
  if (auto const status = measure_in<float>(run, *this))
    return *status;
  return measure_in<double>(run, *this).value();
}

} // namespace kitt::miniapp
