// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "miniapp/benchmarks/hopping/best_layouts.hpp"
#include "miniapp/benchmarks/hopping/hopping_case.hpp"
#include "miniapp/benchmarks/hopping/local_part.hpp"
#include "miniapp/run/built_precisions.hpp"
#include "miniapp/run/header.hpp"
#include "miniapp/run/operator_numbers.hpp"
#include "miniapp/run/option_rules.hpp"
#include "miniapp/run/option_values.hpp"
#include "perf/record/cell_kind.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <type_traits>
#include <vector>

namespace kitt::miniapp {

namespace {

/// Throws UserError if a volume cannot be split over the ranks, or does not fit into memory. Call
/// this function before the measurement.
template <class T>
void check_volumes(HoppingContext const& context) {
  auto const& options = context.options;
  bool const staggered = options.wants_staggered();
  int const ls = options.slices();
  std::size_t parities = 1;
  for (auto const& application : options.applications())
    parities = std::max(parities, parities_of(application.sites).size());
  for (auto const& [l, volume] : context.volumes) {
    auto const& extents = volume.extents;
    Lattice const plain(extents, {1, 1, 1, 1, 1});
    // Full links stay in memory while variants with compressed links run. A whole operator has two
    // more fields, and clover has two blocks for each site.
    bool const whole = options.wants_whole_operators();
    bool const clover = options.wants_kernel("Clover");
    std::size_t const kernel_bytes =
        (whole ? 5 : 3) * SpinorField<T, 1>::bytes(plain, ls) + 2 * LinkField<T, 1>::bytes(plain) +
        (clover ? SpinorField<T, 1, 1, perf::clover_reals / 2>::bytes(plain, 1) : 0);
    for (auto const& kernel : perf::kernels_of("hopping"))
      KITT_VALIDATE(!options.wants_kernel(kernel) ||
                        find_lane_grid(extents, 1, least_block(kernel, volume)),
                    fmt::format("--kernels {} on the local lattice {} (its hops over {} sites "
                                "would end beyond the neighbour rank): give a larger --L, or fewer "
                                "ranks in the short direction with --mpi",
                                kernel, kitt::to_string(extents), long_hop));
    // Staggered kernels have two link fields for each parity, and links in plain form.
    int const rhs = options.most_rhs();
    std::size_t const staggered_bytes = 3 * ColourVectorField<T, 1>::bytes(plain, rhs) * parities +
                                        4 * LinkField<T, 1>::bytes(plain);
    auto const plain_bytes =
        HoppingProblem<T>::bytes(extents, ls, parities) +
        (clover ? SpinorLinks::bytes_with_corners(extents) : 0) +
        (staggered ? HoppingProblem<T, ColourLinks>::bytes(extents, rhs, parities) : 0);
    context.run.context.check_memory(
        {plain_bytes, std::max(parities * kernel_bytes, staggered ? staggered_bytes : 0)},
        fmt::format("the local lattice {} with {}", kitt::to_string(extents),
                    options.wants_many_rhs() ? perf::counted(rhs, "right-hand side")
                                             : fmt::format("Ls = {}", ls)));
  }
}

/// Returns the number of cells that the run will have. A variant that a kernel cannot run counts as
/// one cell if the user named variants, because the record says why it is skipped.
template <class T>
int count_cells(RunContext const& context, HoppingOptions const& options) {
  auto const measured = strategies(context, options).size();
  std::size_t const skipped = options.variants.empty() ? 0 : 1;
  std::size_t cells = 0;
  for (auto const& application : options.applications())
    for (auto const& asked : asked_volumes(context, context.lattices()))
      for (auto const& kernel : kernel_cases<T>(options, application, asked))
        for (auto const& variant : wanted_variants(options))
          cells += reason_against<T>(variant, kernel) ? skipped : measured;
  return static_cast<int>(cells);
}

/// Throws UserError if the run would skip every variant.
template <class T>
void check_that_something_runs(HoppingContext const& context) {
  auto const& options = context.options;
  std::optional<std::string> reason;
  for (auto const& asked : context.volumes) // variants do not depend on the parity
    for (auto const& kernel : kernel_cases<T>(options, options.applications().front(), asked))
      for (auto const& variant : wanted_variants(options)) {
        auto const against = reason_against<T>(variant, kernel);
        if (!against)
          return;
        reason = fmt::format("{}, {}: {}", describe(kernel), variant.name, *against);
      }
  throw UserError(fmt::format("nothing can be measured ({}): give other --variants, --kernels or "
                              "--L",
                              reason.value_or("no variant is chosen")));
}

/// Returns a line that names the variants without a kernel for this application. Returns an empty
/// text if all variants have a kernel.
std::string describe_left_out(Application const& application) {
  std::vector<std::string> names;
  for (auto const& variant : hopping_variants())
    if (variant.order && !has_kernel(application.dagger, variant.order->access))
      names.push_back(variant.name);
  return names.empty() ? ""
                       : fmt::format("Daggered kernels are compiled only without prefetches. Not "
                                     "measured: {}.\n",
                                     fmt::join(names, ", "));
}

/// Returns "1344 flops per 5-D site; 570 flops per site of Staggered".
std::string describe_flops(HoppingOptions const& options) {
  std::vector<std::string> counts;
  if (options.wants_counted_flops())
    counts.push_back(
        fmt::format("{} flops per 5-D site", static_cast<int>(options.flops_per_site)));
  for (auto const& kernel : perf::kernels_of("hopping"))
    if (auto const staggered = staggered_operator(kernel);
        staggered && options.wants_kernel(kernel))
      counts.push_back(
          fmt::format("{} flops per site of {}", perf::staggered_flops(*staggered), kernel));
  return fmt::format("{}", fmt::join(counts, "; "));
}

/// Returns lines that explain whole operators. Returns an empty text if the run has none.
std::string describe_whole_operators(HoppingOptions const& options) {
  std::vector<std::string> counts;
  for (auto const& kernel : perf::kernels_of("hopping"))
    if (auto const whole = whole_operator(kernel); whole && options.wants_kernel(kernel))
      counts.push_back(fmt::format("{} {}", kernel, perf::local_flops(*whole)));
  OperatorNumbers const of;
  return counts.empty()
             ? ""
             : fmt::format("The local part of a whole operator adds flops per 5-D site: {}.\nMass "
                           "{}, csw {}, mu {}, m5 {}, b5 {}, c5 {}.\n",
                           fmt::join(counts, ", "), of.mass, of.csw, of.mu, of.m5, of.b5, of.c5);
}

/// Returns a line that explains the layouts. Returns an empty text if a call has one right-hand
/// side.
std::string describe_layouts(HoppingOptions const& options) {
  return options.wants_many_rhs()
             ? "Layouts: SIMD lanes are sites (loop), right-hand sides (lanes), or both (mixed), "
               "where they fit.\n"
             : "";
}

std::string heading(HoppingContext const& context, Application const& application) {
  auto const& options = context.options;
  return fmt::format(
      "{} precision, {} links, random source. Each variant is verified against the naive operator. "
      "Figures\nare medians of samples and count {}.\nTuning: {}.\n{}{}{}",
      kitt::to_string(options.fields.precision), options.gauge.start, describe_flops(options),
      context.tuner.description(), describe_whole_operators(options),
      describe_left_out(application), describe_layouts(options));
}

/// Calls f(T()), where T is the number type of `precision`. Requires that the kernels were compiled
/// for this precision.
template <class F>
auto with_number(perf::Precision precision, F const& f) {
  if constexpr (built_for(perf::Precision::single_precision))
    if (precision == perf::Precision::single_precision)
      return f(float());
  if constexpr (built_for(perf::Precision::double_precision))
    return f(double());
  else
    throw InternalError("the kernels were not compiled for this precision");
}

/// Returns the kernels for numbers of type T. Returns null if this program lacks them.
template <class T>
VolumeKernels const* volume_kernels() {
  if constexpr (std::is_same_v<T, float>)
    return &float_kernels;
  else
    return &double_kernels;
}

/// Throws UserError if the options ask for kernels that this program lacks. `kitt` has all kernels,
/// and `kitt-itt` has few.
void check_kernels(HoppingOptions const& options) {
  auto const validate = [](bool known, std::string const& asked, std::string const& why) {
    KITT_VALIDATE(known,
                  fmt::format("{} ({}): use the program `kitt`, which `cmake --build --preset "
                              "release` builds",
                              asked, why));
  };
  for (auto const precision : options.precisions)
    with_number(precision, [&](auto number) {
      validate(volume_kernels<decltype(number)>() != nullptr,
               "--precision " + kitt::to_string(precision),
               "this program has only kernels of the other precision");
    });
  for (auto const& kernel : options.kernels)
    validate(!whole_operator(kernel) || &make_local_part != nullptr, "--kernels " + kernel,
             "this program has only the hopping terms of `kitt itt`");
}

/// Throws UserError if a volume does not fit, or nothing can be measured.
template <class T>
void check_work(HoppingContext const& context) {
  check_volumes<T>(context);
  check_that_something_runs<T>(context);
}

/// Prints the fastest layouts of a table, if a call may have several right-hand sides.
void print_best_layouts(HoppingContext const& context, Application const& application) {
  auto const& options = context.options;
  if (!options.wants_many_rhs())
    return;
  auto cells = context.run.output.record().cells_of<HoppingCell>();
  std::erase_if(cells, [&](HoppingCell const& cell) {
    return cell.precision != options.fields.precision ||
           application_name(cell.application) != describe(application) ||
           !options.wants_kernel(cell.kernel) ||
           std::ranges::count(options.rhs, count_of_rhs(cell)) == 0 ||
           std::ranges::none_of(context.volumes, [&](AskedVolume const& asked) {
             return asked.volume.global == cell.global_volume;
           });
  });
  context.run.output.print(describe_best_layouts(cells));
}

/// Measures one table for each application. Returns the exit status.
template <class T>
int measure_tables(HoppingContext& context) {
  int status = 0;
  for (auto const& application : context.options.applications()) {
    status =
        std::max(status, measure_table<HoppingCell>(
                             context.run, "Hopping term, even-odd" + describe(application),
                             heading(context, application), context.volumes,
                             [&](AskedVolume const& asked) {
                               return volume_kernels<T>()->measure(context, application, asked);
                             },
                             requested_columns(context.options)));
    print_best_layouts(context, application);
  }
  return status;
}

} // namespace

extern Benchmark const hopping_benchmark{
    "dslash",
    "Hopping terms and whole operators of lattice QCD at any size",
    "hopping kernels",
    Part::kernels,
    add_benchmark<HoppingRun>,
    hopping_names};

HoppingRun::HoppingRun(CLI::App& app)
    : HoppingRun(
          app, "Lattices of L^4 sites on a node, as 8,12 or 8 12 [8,12,16,24; with --quick 8,12]") {
  add_applications(app, hopping_);
}

HoppingRun::HoppingRun(CLI::App& app, std::string const& sizes_help,
                       std::vector<OptionRule> const& more_rules) {
  auto& fields = hopping_.fields;
  add_running(app, options);
  add_measuring(app, options);
  add_sizes(app, fields, sizes_help);
  detail::add_list(app, "--precision", hopping_.precisions,
                   fmt::format("Precisions of all fields, measured one after another [{}]",
                               kitt::to_string(fields.precision)));
  add_per_rank(app, fields);
  add_kernels(app, hopping_);
  add_grid(app, options);
  add_faces(app, hopping_);
  add_comms_threads(app, options);
  add_scaling(app, fields);
  add_baseline(app, options);
  std::vector<OptionRule> rules{
      {.options = {"--Ls"},
       .where = "without DWF4, DWF5 and Moebius",
       .why = "only these kernels have a fifth dimension",
       .remedy = "add one to --kernels",
       .have_effect = [this] { return hopping_.wants_five_dimensions(); }},
      {.options = {"--flops-per-site"},
       .where = "with staggered kernels only",
       .why = "they have flop counts of their own",
       .remedy = "add Wilson to --kernels",
       .have_effect = [this] { return hopping_.wants_counted_flops(); }},
      {.options = {"--tune"},
       .where = "without the variant tuned",
       .why = "no other variant is searched for",
       .remedy = "add tuned to --variants",
       .have_effect = [this] {
         return hopping_.asked_tune == perf::TuneMode::off || hopping_.wants_variant(tuned_variant);
       }}};
  rules.insert(rules.end(), more_rules.begin(), more_rules.end());
  add_rules(app, std::move(rules));
}

void HoppingRun::follow(perf::Rules const& rules) {
  auto& fields = hopping_.fields;
  fields.per_rank = fields.per_rank || rules.per_rank;
  if (rules != perf::default_rules()) // options of the default rules may change Ls
    fields.ls = rules.ls;
  hopping_.default_l = rules.l;
  hopping_.quick_l = {8, 12, 16}; // the point of 2017 needs L = 12 and 16
  if (hopping_.kernels.empty())
    hopping_.kernels = rules.kernels;
}

void HoppingRun::check() {
  hopping_.fields.precision = hopping_.precisions.front();
  // A search takes longer than all other work of a quick run.
  bool const leaves_out_tuned = options.quick && hopping_.variants.empty();
  hopping_.tune =
      hopping_.asked_tune.value_or(leaves_out_tuned ? perf::TuneMode::off : perf::TuneMode::quick);
  miniapp::check(hopping_);
  check_kernels(hopping_);
}

std::optional<SharedLattices> HoppingRun::shared_lattices(comms::Communicator const& world) {
  if (auto const of_file = gauge_.read(world))
    return of_file;
  return hopping_.fields.lattices(options.quick ? hopping_.quick_l : hopping_.default_l);
}

std::string HoppingRun::header_lines(perf::Configuration const& run) const {
  return header_line("exchange",
                     fmt::format("--comms {}, --comms-precision {}, --strategy {}; {} per rank",
                                 run.transport, to_string(run.comms_precision), run.strategy,
                                 perf::counted(run.comms_threads, "comms thread")));
}

int HoppingRun::cells(RunContext const& context) const {
  int count = 0;
  for (auto const precision : hopping_.precisions)
    count += with_number(precision, [&](auto number) {
      return count_cells<decltype(number)>(context, hopping_.in(precision));
    });
  return count;
}

int HoppingRun::run(Run const& run) {
  for (auto const& warning : gauge_.warnings())
    run.output.warn(warning);
  Tuner tuner(hopping_.tune, run.context.communicator(), run.context.header(),
              [&](std::string const& warning) { run.output.warn(warning); });
  std::vector<HoppingContext> contexts;
  for (auto const precision : hopping_.precisions)
    contexts.push_back({run, hopping_.in(precision), gauge_,
                        asked_volumes(run.context, run.context.lattices()), tuner});
  for (auto const& context : contexts) // all precisions, before anything is measured
    with_number(context.options.fields.precision,
                [&](auto number) { check_work<decltype(number)>(context); });
  int status = 0;
  for (auto& context : contexts)
    status = std::max(status, with_number(context.options.fields.precision, [&](auto number) {
                        return measure_tables<decltype(number)>(context);
                      }));
  return status;
}

} // namespace kitt::miniapp
