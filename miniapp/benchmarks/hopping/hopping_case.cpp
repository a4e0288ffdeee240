// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hopping/hopping_case.hpp"

#include "comms/ranks/simulation.hpp"
#include "miniapp/benchmarks/hopping/hopping_cell.hpp"
#include "perf/ceilings/roofline.hpp"
#include "perf/tables/cell_tables.hpp"
#include "perf/text/words.hpp"

#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

/// Returns the number of 5-D sites that a call computes on all ranks.
std::size_t sites_of(KernelCase const& c) {
  return volume(c.global) / 2 * parities_of(c.application.sites).size() *
         static_cast<std::size_t>(c.slices());
}

/// Returns an application in the form of the record.
std::optional<HoppingApplication> recorded(Application const& application) {
  if (application == Application())
    return std::nullopt;
  return HoppingApplication{.parity = kitt::to_string(application.sites),
                            .dagger = application.dagger == Dagger::yes ? "yes" : "no"};
}

/// Returns the share of each right-hand side in the time and energy of a call.
RightHandSides shares(HoppingCell const& cell, int count, RhsLayout layout) {
  RightHandSides result{.count = count, .layout = layout, .seconds = cell.seconds.median / count};
  if (auto const& energy = cell.energy.figures)
    result.joules = energy->joules_per_call / count;
  return result;
}

std::string describe_steps(perf::Communication const& c) {
  auto text = fmt::format(
      "          steps: pack {}, interior {}, wait {}, exterior {}",
      perf::readable_seconds(c.pack_seconds), perf::readable_seconds(c.interior_seconds),
      perf::readable_seconds(c.wait_seconds), perf::readable_seconds(c.exterior_seconds));
  if (c.hidden_fraction)
    text += fmt::format("; {:.0f} % of the waiting time hidden", 100 * *c.hidden_fraction);
  return text + fmt::format("; {} B by messages, {} B by shared memory\n", c.bytes_by_messages,
                            c.bytes_by_shared_memory);
}

} // namespace

std::string describe(Application const& application) {
  return application_name(recorded(application));
}

std::string describe(KernelCase const& c) {
  auto const text = fmt::format("{} at L = {}{}", c.name, c.l, describe(c.application));
  return c.rhs == 1 ? text : text + ", " + describe_rhs(c);
}

std::string describe_rhs(KernelCase const& c) {
  return fmt::format("{} right-hand sides ({})", c.rhs, kitt::to_string(c.layout));
}

std::string reason_of(KernelCase const& c, std::string const& reason) {
  return c.rhs == 1 ? reason : describe_rhs(c) + ": " + reason;
}

std::vector<RhsLayout> layouts_of(int rhs) {
  if (rhs == 1)
    return {RhsLayout::loop};
  return {RhsLayout::loop, RhsLayout::lanes, RhsLayout::mixed};
}

std::string_view requested_columns(HoppingOptions const& options) {
  return options.wants_many_rhs() ? "right_hand_sides" : "";
}

std::vector<HoppingVariant> wanted_variants(HoppingOptions const& options) {
  if (comms::is_simulated() && options.variants.empty())
    return {hopping_variants().front()}; // all variants send the same messages
  std::vector<HoppingVariant> wanted;
  for (auto const& variant : hopping_variants())
    if (options.wants_variant(variant.name) &&
        (variant.order || options.tune != perf::TuneMode::off))
      wanted.push_back(variant);
  return wanted;
}

std::string run_name(HoppingVariant const& variant, std::optional<Strategy> strategy) {
  return strategy ? variant.name + '/' + kitt::to_string(*strategy) : variant.name;
}

perf::CellKey key_of(KernelCase const& c, std::string const& variant, perf::Precision precision) {
  auto key = perf::lattice_key(c.name, c.l, c.ls, precision, variant);
  add_application(key, recorded(c.application));
  add_right_hand_sides(key, c.rhs, c.layout);
  return key;
}

std::vector<std::optional<Strategy>> strategies(RunContext const& context,
                                                HoppingOptions const& options) {
  if (context.grid().size() == 1)
    return {std::nullopt};
  switch (options.strategies) {
  case Strategies::sequential:
    return {Strategy::sequential};
  case Strategies::overlap:
    return {Strategy::overlap};
  default:
    return {Strategy::sequential, Strategy::overlap};
  }
}

perf::TuningKey tuning_key_of(HoppingContext const& context, KernelCase const& c) {
  auto const rhs = c.rhs > 1 ? fmt::format(" ({} right-hand sides)", c.rhs) : "";
  return {.kernel = c.name + describe(c.application) + rhs,
          .local_volume = c.lattice.extents(),
          .ls = c.ls,
          .precision = context.options.fields.precision,
          .lane_grid = c.lattice.lane_grid(),
          .rank_grid = context.run.context.grid().ranks()};
}

Extents least_block(std::string_view kernel, LocalVolume const& volume) {
  Splitting splitting = not_split;
  for (std::size_t mu = 0; mu < dimensions; ++mu)
    if (volume.global[mu] != volume.extents[mu])
      splitting[mu] = Continues::elsewhere;
  auto const staggered = staggered_operator(kernel);
  return kitt::least_block(splitting, staggered && perf::is_improved(*staggered) ? long_hop : 1);
}

perf::KernelCost cost_of(HoppingOptions const& options, KernelCase const& c, LinkStorage links) {
  auto const precision = options.fields.precision;
  if (auto const staggered = staggered_operator(c.name))
    return perf::staggered_cost(precision, *staggered, c.rhs);
  if (auto const whole = c.whole_operator())
    return perf::operator_cost(precision, c.slices(), *whole, options.flops_per_site, links);
  return perf::hopping_cost(precision, c.slices(), options.flops_per_site, links);
}

double mflop_per_node(HoppingContext const& context, KernelCase const& c) {
  return cost_of(context.options, c).flops_per_site * static_cast<double>(sites_of(c)) * 1e-6 /
         context.run.context.communicator().nodes();
}

HoppingCell evaluate(HoppingContext& context, KernelCase const& c, HoppingVariant const& variant,
                     perf::Measured const& measured, double bytes_sent) {
  auto const& seconds = measured.seconds;
  auto const& run = context.run;
  auto const& options = context.options;
  auto const precision = options.fields.precision;
  auto const mflop = mflop_per_node(context, c);
  auto const cost = cost_of(options, c, variant.links);
  HoppingCell cell;
  cell.kernel = c.name;
  cell.l = c.l;
  cell.local_volume = c.lattice.extents();
  cell.global_volume = c.global;
  cell.ls = c.ls;
  cell.precision = precision;
  cell.lanes = c.lattice.lanes_4d() * c.lattice.lanes_s();
  cell.lane_grid = c.lattice.lane_grid();
  cell.variant = variant.name;
  cell.application = recorded(c.application);
  cell.links = variant.links;
  cell.flops_per_site = static_cast<int>(cost.flops_per_site);
  cell.sites = sites_of(c);
  cell.seconds = seconds;
  cell.mflops_per_node = mflop / seconds.median;
  cell.mflops_per_node_mean = mflop / seconds.mean;
  auto const sites_per_node = static_cast<double>(cell.sites) / run.context.communicator().nodes();
  perf::Work const work{.flops = cost.flops_per_site * sites_per_node,
                        .bytes = cost.bytes_per_site * sites_per_node,
                        .bytes_sent = bytes_sent};
  auto const roofline = perf::roofline(run.meter.ceilings(), precision, work, seconds.median);
  perf::add_roofline(cell, roofline, work);
  cell.energy = measured.energy.of_work(mflop * run.context.communicator().nodes());
  if (options.wants_many_rhs())
    cell.right_hand_sides = shares(cell, c.rhs, c.layout);
  return cell;
}

std::string report(HoppingContext const& context, HoppingCell cell) {
  if (context.options.wants_many_rhs() && !cell.right_hand_sides) // of a resumed run without --rhs
    cell.right_hand_sides = shares(cell, 1, RhsLayout::loop);
  auto text = perf::cell_row(cell, context.run.context.lattices().volume_of,
                             requested_columns(context.options));
  if (cell.tuning)
    text += fmt::format("          tuned: {} ({}, {} search of {})\n", cell.tuning->order,
                        cell.tuning->source, cell.tuning->effort, cell.tuning->candidates);
  if (cell.communication)
    text += describe_steps(*cell.communication);
  return text;
}

} // namespace kitt::miniapp
