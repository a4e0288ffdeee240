// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/results/work.hpp"

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
std::vector<CascadeStep> cascade(std::vector<double> const& efficiencies);

/// One application on one platform.
struct PlatformEfficiency {
  enum class Status { measured, failed, unknown };
  Status status = Status::unknown; ///< failed: wrong, or cannot be had there; unknown: not tried
  std::string note = {};           ///< why it failed
  std::string variant = {};
  double value = 0;
  double application = 0;                   ///< of the best figure known there
  std::optional<double> architectural = {}; ///< of the ceiling that binds there
};

constexpr auto names_of(PlatformEfficiency::Status) {
  return std::array{"measured", "failed", "not tried"};
}

/// A variant that is run everywhere, or each platform's best one.
struct PortableApplication {
  std::string name; ///< "best variant", "lexicographic"
  std::vector<PlatformEfficiency> platforms;

  /// None where a platform did not try it.
  std::optional<double> application() const;
  std::optional<double> architectural() const;
  std::vector<double> application_efficiencies() const;
  std::vector<double> architectural_efficiencies() const;
};

/// The best figure known on a platform, and who has it.
struct BestKnown {
  double value = 0;
  std::string from; ///< an operand's name, "published:knl-7230"
  bool own = false; ///< `from` is the platform's own run
  /// The statistic of efficiencies on this platform: the median if all figures there have one.
  Statistic statistic = Statistic::median;
};

/// One kernel at one size on all platforms.
struct PortabilityProblem {
  Figure key;
  std::vector<BestKnown> best_known;             ///< of each platform
  std::vector<PortableApplication> applications; ///< each platform's best variant first
};
/// What `kitt compare --portability` found.
struct Portability {
  std::vector<Results> platforms; ///< one for each record; titles tell them apart
  std::vector<PortabilityProblem> problems;
  std::vector<std::string> left_out; ///< "DWF4 L = 24 (not tried on B)"
};

/// The portability of KITT over runs, each a platform. Published tables, given or shipped, of the
/// same CPU, as many nodes and the same work are known figures of their platform. Throws UserError
/// for fewer than two runs, for a table given that is of no platform here, or if no kernel was
/// tried on all platforms.
Portability portability(std::vector<Results> const& operands, CellFilter const& filter);

/// The same as tables, and as a document (perf/schema/kitt-portability-1.schema.json).
std::string portability_text(Portability const& portability);
Json portability_json(Portability const& portability);

} // namespace kitt::perf
