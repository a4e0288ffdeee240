// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/compare/comparison.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

/// \file
/// The performance-portability metric of S. J. Pennycook, J. D. Sewall and V. W. Lee, "Implications
/// of a metric for performance portability", Future Gener. Comput. Syst. 92 (2019) 947, and the
/// series of a cascade plot (Sewall et al., P3HPC 2020).

namespace kitt::perf {

inline constexpr int portability_schema_version = 1; ///< Version of the document.

/// Harmonic mean of the efficiencies of one application over a set of platforms; 0 if it does not
/// run on one of them (its efficiency there is 0), or if there are none.
double performance_portability(std::vector<double> const& efficiencies);

/// One step of a cascade: platforms by falling efficiency, and the metric over those so far.
struct CascadeStep {
  std::size_t platform = 0;
  double efficiency = 0;
  double portability = 0;
};
constexpr auto fields_of(CascadeStep const*) {
  return kitt::fields(
      derived("platform", [](CascadeStep const& step) { return letter(step.platform); },
              {"letter of the platform"})
          .like(letter_pattern),
      field("efficiency", &CascadeStep::efficiency, "efficiency on this platform").at_least(0),
      field("portability", &CascadeStep::portability, "metric over the platforms so far")
          .at_least(0));
}
std::vector<CascadeStep> cascade(std::vector<double> const& efficiencies);

/// One application on one platform.
struct PlatformEfficiency {
  enum class Status { measured, failed, unknown };
  std::string platform = {};       ///< its letter
  Status status = Status::unknown; ///< failed: wrong, or cannot be had there; unknown: not tried
  std::string note = {};           ///< why it failed
  std::string variant = {};
  double value = 0; ///< 0: not measured
  /// Of the best figure known there, and of the ceiling that binds there. 0: failed; none: not
  /// tried, or no ceiling.
  std::optional<double> application = {};
  std::optional<double> architectural = {};
};

constexpr auto names_of(PlatformEfficiency::Status) {
  return std::array{"measured", "failed", "not tried"};
}
constexpr auto fields_of(PlatformEfficiency const*) {
  return kitt::fields(
      field("platform", &PlatformEfficiency::platform, "letter of the platform")
          .like(letter_pattern),
      field("status", &PlatformEfficiency::status, "failed: wrong, or cannot be had there"),
      field("variant", &PlatformEfficiency::variant, "variant of the kernel"),
      field("value", &PlatformEfficiency::value, "figure in `unit`; null: not measured")
          .or_null()
          .above(0),
      field("application", &PlatformEfficiency::application,
            "fraction of the best figure known there; null: not tried")
          .at_least(0),
      field("architectural", &PlatformEfficiency::architectural,
            "fraction of the ceiling that binds there; null: not tried, or no ceiling")
          .at_least(0),
      field("note", &PlatformEfficiency::note, "why it failed"));
}

/// A variant that is run everywhere, or each platform's best one.
struct PortableApplication {
  std::string name; ///< "best variant", "lexicographic"
  std::vector<PlatformEfficiency> platforms;

  /// The efficiencies on all platforms; none where a platform did not try it.
  using Efficiency = std::optional<double> PlatformEfficiency::*;
  std::optional<std::vector<double>> efficiencies(Efficiency of) const;
  /// Their metric, and their cascade.
  std::optional<double> application() const;
  std::optional<double> architectural() const;
  std::optional<std::vector<CascadeStep>> steps(Efficiency of) const;
};
constexpr auto fields_of(PortableApplication const*) {
  return kitt::fields(
      field("name", &PortableApplication::name, "\"best variant\", or the variant"),
      derived("application", [](PortableApplication const& a) { return a.application(); },
              {"harmonic mean of the application efficiencies, 0 if one fails; null: a platform "
               "did not try it"})
          .at_least(0),
      derived("architectural", [](PortableApplication const& a) { return a.architectural(); },
              {"harmonic mean of the architectural efficiencies, 0 if one fails; null: a platform "
               "did not try it"})
          .at_least(0),
      field("platforms", &PortableApplication::platforms, "one for each platform"),
      derived(
          "cascade/application",
          [](PortableApplication const& a) { return a.steps(&PlatformEfficiency::application); },
          {"platforms by falling application efficiency; null: one did not try it"}),
      derived(
          "cascade/architectural",
          [](PortableApplication const& a) { return a.steps(&PlatformEfficiency::architectural); },
          {"platforms by falling architectural efficiency; null: one did not try it"}));
}

/// The best figure known on a platform, and who has it.
struct BestKnown {
  std::string platform; ///< its letter
  double value = 0;
  std::string from = {}; ///< an operand's name, "published:knl-7230"
  bool own = false;      ///< `from` is the platform's own run
  /// The statistic of efficiencies on this platform: the median if all figures there have one.
  Statistic statistic = Statistic::median;
};

constexpr auto fields_of(BestKnown const*) {
  return kitt::fields(
      field("platform", &BestKnown::platform, "letter of the platform").like(letter_pattern),
      field("value", &BestKnown::value, "figure in `unit`; 0: none").at_least(0),
      field("from", &BestKnown::from, "a record, or published:NAME"),
      field("own", &BestKnown::own,
            "it is of the platform's own run, so that its best variant has 100 %")
          .since_later(),
      field("statistic", &BestKnown::statistic,
            "statistic of the times behind the efficiencies on this platform")
          .since_later());
}

/// One kernel at one size on all platforms.
struct PortabilityProblem {
  ComparedWork key;
  std::vector<BestKnown> best_known = {};             ///< of each platform
  std::vector<PortableApplication> applications = {}; ///< each platform's best variant first
};
constexpr auto fields_of(PortabilityProblem const*) {
  return kitt::fields(
      inlined(&PortabilityProblem::key),
      field("best_known", &PortabilityProblem::best_known, "best figure known on each platform"),
      field("applications", &PortabilityProblem::applications,
            "a variant on all platforms; first the best variant of each")
          .not_empty());
}

/// A record with its letter.
struct Platform : Results {
  std::string letter;
};
constexpr auto fields_of(Platform const*) {
  return kitt::fields(
      field("letter", &Platform::letter, "letter of the platform").like(letter_pattern),
      field("name", &Platform::name, "name as given"),
      field("title", &Platform::title,
            "machine; platforms of one CPU have their label, hosts or record behind it"),
      field("cpu_model", &Platform::cpu_model, "name of the CPU; may be empty"),
      field("nodes", &Platform::nodes, "number of nodes; null: not known").at_least(1),
      field("cores_per_node", &Platform::cores_per_node,
            "cores in use on each node; null: not known")
          .at_least(1));
}

/// What `kitt compare --portability` found. `kitt schema portability` prints the schema of the
/// document.
struct Portability {
  int schema_version = portability_schema_version;
  std::vector<Platform> platforms = {}; ///< one for each record; titles tell them apart
  std::vector<PortabilityProblem> problems = {};
  std::vector<std::string> left_out = {}; ///< "DWF4 L = 24 (not tried on B)"

  /// Returns the mean if the best figure known on a platform has no median.
  Statistic statistic() const;
};
constexpr auto fields_of(Portability const*) {
  return kitt::fields(
      field("schema_version", &Portability::schema_version, "version of the document")
          .always(portability_schema_version),
      derived("statistic", [](Portability const& p) { return p.statistic(); },
              {"statistic of the times behind the efficiencies: mean if those of one platform are "
               "of mean times"}),
      field("platforms", &Portability::platforms, "one for each record").count_at_least(2),
      field("problems", &Portability::problems, "kernels at one size").not_empty(),
      field("left_out", &Portability::left_out,
            "cells that were not tried on all platforms, and why"));
}

/// The portability of KITT over runs, each a platform. Published tables, given or shipped, of the
/// same CPU, as many nodes and the same work are known figures of their platform. Throws UserError
/// for fewer than two runs, for a table given that is of no platform here, or if no kernel was
/// tried on all platforms.
Portability portability(std::vector<Results> const& operands, CellFilter const& filter);

/// The same as tables.
std::string portability_text(Portability const& portability);

} // namespace kitt::perf
