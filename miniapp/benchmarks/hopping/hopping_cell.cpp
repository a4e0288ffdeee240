// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hopping/hopping_cell.hpp"

#include "miniapp/benchmarks/hopping/score_of_cells.hpp"
#include "miniapp/score/efficiency.hpp"
#include "perf/record/define_cells.hpp"

#include <algorithm>

namespace kitt::miniapp {

std::string application_name(std::optional<HoppingApplication> const& application) {
  if (!application)
    return "";
  auto const& [parity, dagger] = *application;
  auto const sites = parity == "both" ? "both parities" : parity + " parity";
  if (dagger == "no")
    return " (" + sites + ')';
  return parity == "odd" ? " (daggered)" : " (" + sites + ", daggered)";
}

void add_application(perf::CellKey& key, std::optional<HoppingApplication> const& application) {
  if (!application)
    return;
  key.parameters["parity"] = application->parity;
  key.parameters["dagger"] = application->dagger;
}

std::optional<HoppingApplication> application_of(perf::CellKey const& key) {
  if (!key.parameters.contains("parity"))
    return std::nullopt;
  return HoppingApplication{.parity = key.text("parity"), .dagger = key.text("dagger")};
}

void add_right_hand_sides(perf::CellKey& key, int count, RhsLayout layout) {
  if (count == 1)
    return;
  key.parameters["rhs"] = count;
  key.parameters["layout"] = kitt::to_string(layout);
}

std::optional<perf::SolvedOperator> staggered_operator(std::string_view kernel) {
  auto const* const known = perf::find_kernel(kernel); // null for a kernel of another version
  if (known == nullptr || !known->staggered)
    return std::nullopt;
  return kernel == "Improved" ? perf::SolvedOperator::asqtad : perf::SolvedOperator::naive;
}

std::optional<perf::SolvedOperator> whole_operator(std::string_view kernel) {
  auto const* const known = perf::find_kernel(kernel);
  if (known == nullptr || !known->whole_operator)
    return std::nullopt;
  return kernel == "Clover"    ? perf::SolvedOperator::clover
         : kernel == "Twisted" ? perf::SolvedOperator::twisted_mass
                               : perf::SolvedOperator::mobius;
}

perf::CellKey key_of(HoppingCell const& cell) {
  auto key = perf::lattice_key(cell.kernel, cell.l, cell.ls, cell.precision, cell.variant);
  add_application(key, cell.application);
  if (auto const& many = cell.right_hand_sides)
    add_right_hand_sides(key, many->count, many->layout);
  return key;
}

static void set_figure(perf::Figure& figure, HoppingCell const& cell,
                       perf::FigureContext const& context) {
  figure.mean = cell.mflops_per_node_mean;
  figure.exact = cell.links != LinkStorage::narrow;
  if (cell.communication) {
    figure.travel = cell.communication->precision;
    figure.communication_seconds = std::min(
        cell.seconds.median, cell.communication->pack_seconds + cell.communication->wait_seconds);
  }
  perf::set_lattice(figure, cell.global_volume, context);
}

static void name_hopping_figure(perf::Figure& figure, perf::CellKey const& key,
                                perf::FigureContext const& context) {
  auto const staggered = staggered_operator(key.kernel);
  figure.flops_per_site = staggered ? perf::staggered_flops(*staggered) : context.flops_per_site;
  if (auto const whole = whole_operator(key.kernel))
    figure.flops_per_site += perf::local_flops(*whole);
  figure.kernel += application_name(application_of(key)); // in the words of published tables
  if (key.parameters.contains("rhs")) {
    figure.kernel += " (" + key.text("rhs") + " right-hand sides)";
    figure.variant = key.text("layout") + ':' + figure.variant;
  }
}

namespace {

class HoppingSummary final : public perf::SummaryPart {
public:
  explicit HoppingSummary(perf::Json const& head) : HoppingSummary(head, perf::rules_of(head)) {}

  void add(perf::Cell const& cell) override { cells_.add(cell.figures<HoppingCell>()); }
  void write(perf::Json& summary) const override { summary.update(perf::to_data(cells_.score())); }

private:
  HoppingSummary(perf::Json const& head, perf::Rules const& rules)
      : cells_(rules, variant_set_of(rules.variant_set,
                                     head.at("provenance").value("kokkos_backend", ""))) {}

  ScoreOfCells cells_;
};

} // namespace

extern perf::CellKind const hopping_cells = perf::cell_kind<HoppingCell>(
    {.benchmarks = {{"hopping", "Hopping term", "Hopping", "Mflop/s per node", "Mflop/s/node",
                     true}},
     .kernels = {{.name = "Wilson",
                  .lanes = perf::Lanes::space,
                  .what = "4-D, lanes over sub-lattices"},
                 {.name = "DWF4",
                  .lanes = perf::Lanes::both,
                  .five_dimensions = true,
                  .what = "domain wall, lanes over 4-D sub-lattices, and over s if Ls allows this"},
                 {.name = "DWF5",
                  .lanes = perf::Lanes::fifth_dimension,
                  .five_dimensions = true,
                  .what = "domain wall, lanes over the fifth dimension"},
                 {.name = "Staggered",
                  .lanes = perf::Lanes::space,
                  .staggered = true,
                  .what = "naive staggered, hops over one site; only if named"},
                 {.name = "Improved",
                  .lanes = perf::Lanes::space,
                  .staggered = true,
                  .what = "improved staggered (asqtad, HISQ), hops over one and three sites; only "
                          "if named"},
                 {.name = "Clover",
                  .lanes = perf::Lanes::space,
                  .whole_operator = true,
                  .what = "whole Wilson-clover operator; only if named"},
                 {.name = "Twisted",
                  .lanes = perf::Lanes::space,
                  .whole_operator = true,
                  .what = "whole Wilson operator with a twisted mass; only if named"},
                 {.name = "Moebius",
                  .lanes = perf::Lanes::both,
                  .five_dimensions = true,
                  .whole_operator = true,
                  .what = "whole Moebius domain-wall operator; only if named"}},
     .sizes = {"l"},
     .name_figure = name_hopping_figure,
     .summary_part = perf::make_summary_part<HoppingSummary>,
     .summary_schema = [] {
       auto score = perf::schema_of<Score>();
       auto& efficiency = score["properties"]["efficiency"] = perf::schema_of<Efficiency>();
       efficiency["description"] = "parallel efficiency of the best variants relative to the "
                                   "record of --baseline; absent without --baseline";
       return score;
     }});

} // namespace kitt::miniapp

template kitt::perf::Cell::Cell(kitt::miniapp::HoppingCell const&);
template kitt::miniapp::HoppingCell kitt::perf::Cell::figures() const;
