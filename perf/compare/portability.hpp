// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/compare/comparison.hpp"
#include "perf/json/document_version.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

/// \file
/// The performance-portability metric of S. J. Pennycook, J. D. Sewall and V. W. Lee, "Implications
/// of a metric for performance portability", Future Gener. Comput. Syst. 92 (2019) 947, and the
/// series of a cascade plot (Sewall et al., P3HPC 2020). Code divergence: Harrell and Kitson,
/// "Effective performance portability", P3HPC 2018.

namespace kitt::perf {

/// Returns the harmonic mean of one application's efficiencies over a set of platforms. Returns 0
/// if the set is empty, or if the application does not run on one of the platforms (its efficiency
/// there is 0).
double performance_portability(std::vector<double> const& efficiencies);

/// One step of a cascade plot. Platforms are sorted by falling efficiency; the metric covers all
/// platforms up to this one.
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
      field("portability", &CascadeStep::portability, "metric over the platforms up to this one")
          .at_least(0));
}
std::vector<CascadeStep> cascade(std::vector<double> const& efficiencies);

/// Efficiency of one application on one platform.
struct PlatformEfficiency {
  enum class Status { measured, failed, unknown };
  std::string platform = {}; ///< letter of the platform
  /// Status of the application. failed: wrong result, or not available on the platform; unknown:
  /// not tried.
  Status status = Status::unknown;
  std::string note = {}; ///< reason why the application failed
  std::string variant = {};
  double value = 0; ///< figure on the platform; 0 if not measured
  /// Fractions of the best figure known on this platform, and of the ceiling that limits the kernel
  /// on this platform. 0 if the application failed. Empty if the kernel was not tried or has no
  /// ceiling.
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
      field("status", &PlatformEfficiency::status,
            "status; failed: wrong result, or not available on this platform"),
      field("variant", &PlatformEfficiency::variant, "variant of the kernel"),
      field("value", &PlatformEfficiency::value, "figure in `unit`; null if not measured")
          .or_null()
          .above(0),
      field("application", &PlatformEfficiency::application,
            "fraction of the best figure known on this platform; null if not tried")
          .at_least(0),
      field("architectural", &PlatformEfficiency::architectural,
            "fraction of the ceiling that limits the kernel on this platform; null if not tried, "
            "or without a ceiling")
          .at_least(0),
      field("note", &PlatformEfficiency::note, "why it failed"));
}

/// A variant that runs on all platforms, the best variant of each platform, or another program.
struct PortableApplication {
  /// Name of the application: "best variant", "lexicographic", or the other program.
  std::string name;
  std::string program = own_program;
  std::vector<PlatformEfficiency> platforms = {};

  /// Returns the efficiencies on all platforms, or an empty optional if the application was not
  /// tried on one platform.
  using Efficiency = std::optional<double> PlatformEfficiency::*;
  std::optional<std::vector<double>> efficiencies(Efficiency of) const;
  /// Return the portability metric of the efficiencies, and their cascade.
  std::optional<double> application() const;
  std::optional<double> architectural() const;
  std::optional<std::vector<CascadeStep>> steps(Efficiency of) const;
};
constexpr auto fields_of(PortableApplication const*) {
  return kitt::fields(
      field("name", &PortableApplication::name,
            "\"best variant\", the name of the variant, or the name of another program"),
      field("program", &PortableApplication::program,
            "program of the figures: KITT, or a program whose published or given figures are known "
            "on a platform"),
      derived("application", [](PortableApplication const& a) { return a.application(); },
              {"harmonic mean of the application efficiencies, 0 if one fails; null if a platform "
               "did not try it"})
          .at_least(0),
      derived("architectural", [](PortableApplication const& a) { return a.architectural(); },
              {"harmonic mean of the architectural efficiencies, 0 if one fails; null if a "
               "platform did not try it"})
          .at_least(0),
      field("platforms", &PortableApplication::platforms, "one for each platform"),
      derived(
          "cascade/application",
          [](PortableApplication const& a) { return a.steps(&PlatformEfficiency::application); },
          {"platforms by falling application efficiency; null if a platform did not try it"}),
      derived(
          "cascade/architectural",
          [](PortableApplication const& a) { return a.steps(&PlatformEfficiency::architectural); },
          {"platforms by falling architectural efficiency; null if a platform did not try it"}));
}

/// The best figure known on a platform, and its source.
struct BestKnown {
  std::string platform; ///< letter of the platform
  double value = 0;
  std::string from = {}; ///< source of the figure, the name of an operand: "published:knl-7230"
  bool own = false;      ///< whether `from` is the platform's own run
  /// Statistic of the efficiencies on this platform: the median if all figures on the platform have
  /// one.
  Statistic statistic = Statistic::median;
};

constexpr auto fields_of(BestKnown const*) {
  return kitt::fields(
      field("platform", &BestKnown::platform, "letter of the platform").like(letter_pattern),
      field("value", &BestKnown::value, "figure in `unit`; 0 if no figure is known").at_least(0),
      field("from", &BestKnown::from, "a record, published:NAME or grid:FILE"),
      field("own", &BestKnown::own,
            "true if the figure comes from the platform's own run, whose best variant then has 100 "
            "%"),
      field("statistic", &BestKnown::statistic,
            "statistic of the times behind the efficiencies on this platform"));
}

/// One kernel at one size on all platforms.
struct PortabilityProblem {
  ComparedWork key;
  std::vector<BestKnown> best_known = {}; ///< best figure known on each platform
  /// Applications; the best variant of each platform comes first.
  std::vector<PortableApplication> applications = {};
};
constexpr auto fields_of(PortabilityProblem const*) {
  return kitt::fields(
      inlined(&PortabilityProblem::key),
      field("best_known", &PortabilityProblem::best_known, "best figure known on each platform"),
      field("applications", &PortabilityProblem::applications,
            "the best variant of each platform; then each variant on all platforms; then other "
            "programs")
          .not_empty());
}

/// A record with the letter that names it in the tables.
struct Platform : Results {
  std::string letter;
};
constexpr auto fields_of(Platform const*) {
  return kitt::fields(
      field("letter", &Platform::letter, "letter of the platform").like(letter_pattern),
      field("name", &Platform::name, "name as given"),
      field("title", &Platform::title,
            "name of the machine; platforms with the same CPU have their label, hosts or record "
            "added"),
      field("cpu_model", &Platform::cpu_model, "name of the CPU; may be empty"),
      field("nodes", &Platform::nodes, "number of nodes; null if unknown").at_least(1),
      field("cores_per_node", &Platform::cores_per_node,
            "cores in use on each node; null if unknown")
          .at_least(1));
}

/// Code divergence of the builds of several platforms, as `perf/tools/code_divergence` writes it.
struct CodeDivergence {
  std::vector<std::string> builds = {}; ///< build of each platform, in the order of the platforms
  double divergence = 0;
};
constexpr auto fields_of(CodeDivergence const*) {
  return kitt::fields(
      field("builds", &CodeDivergence::builds,
            "build of each platform, such as its preset, in the order of the platforms"),
      field("divergence", &CodeDivergence::divergence,
            "mean over all pairs of builds of the Jaccard distance of their source lines; 0: all "
            "lines are shared")
          .at_least(0)
          .at_most(1));
}
/// Reads a file of `perf/tools/code_divergence`. Throws UserError if it cannot be used.
CodeDivergence read_divergence(std::string const& path);

/// Result of `kitt compare --portability`. `kitt schema portability` prints the schema of the
/// document.
struct Portability {
  std::vector<Platform> platforms = {}; ///< platforms, one for each record; their titles differ
  std::vector<PortabilityProblem> problems = {};
  /// Cells that were left out, and why: "DWF4 L = 24 (not tried on B)".
  std::vector<std::string> left_out = {};
  std::optional<CodeDivergence> divergence = {}; ///< divergence of the builds, if given

  /// Returns the mean if the best figure known on a platform has no median, otherwise the median.
  Statistic statistic() const;
};
constexpr auto fields_of(Portability const*) {
  return kitt::fields(
      version_field<Portability>(),
      derived("statistic", [](Portability const& p) { return p.statistic(); },
              {"statistic of the times behind the efficiencies: mean if one platform has only mean "
               "times"}),
      field("platforms", &Portability::platforms, "one for each record").count_at_least(2),
      field("problems", &Portability::problems, "kernels at one size").not_empty(),
      field("left_out", &Portability::left_out,
            "cells that were not tried on all platforms, and why"),
      field("code_divergence", &Portability::divergence,
            "divergence of the source of the platforms' builds; absent if it was not given")
          .or_absent());
}

/// Computes the portability of KITT over platforms. Each run and each table of KITT's figures is a
/// platform. Published tables of other programs (given or shipped) and files of other programs
/// count as known figures of a platform if CPU, number of nodes and work are equal. Throws
/// UserError if there are fewer than two platforms, if a given table or file belongs to none of the
/// platforms, if no kernel was tried on all platforms, or if the number of builds is not the number
/// of platforms.
Portability portability(std::vector<Results> const& operands, CellFilter const& filter,
                        std::optional<CodeDivergence> const& divergence = {});

/// Returns the portability as tables.
std::string portability_text(Portability const& portability);

/// Returns the portability as CSV with the columns that P3HPC's analysis library reads
/// (https://github.com/P3HPC/p3-analysis-library). Each row is one application on one platform.
/// Leaves out applications that were not tried on all platforms, because the library would count
/// them as 0. The library refuses efficiencies above 1, so they are written as 1.
std::string portability_csv(Portability const& portability);

} // namespace kitt::perf
