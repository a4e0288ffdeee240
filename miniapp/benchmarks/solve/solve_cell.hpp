// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/ceilings/precision.hpp"
#include "perf/ceilings/roofline.hpp"
#include "perf/measure/energy.hpp"
#include "perf/measure/statistics.hpp"
#include "perf/record/cell_key.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace kitt::miniapp {

/// Where the time of an iteration goes, seconds of the slowest rank, the median of all solutions.
struct SolverShares {
  double matrix_seconds = 0;    ///< S and S^dagger, with their halos, and r -= a S S^dagger p
  double reduction_seconds = 0; ///< sums over ranks
  double vectors_seconds = 0;   ///< x += a p and p = r + b p
};
constexpr auto fields_of(SolverShares const*) {
  return kitt::fields(field("matrix_seconds", &SolverShares::matrix_seconds),
                      field("reduction_seconds", &SolverShares::reduction_seconds),
                      field("vectors_seconds", &SolverShares::vectors_seconds));
}

/// One measured solution of M x = b by conjugate gradients on the red-black Schur complement S,
/// with A = S S^dagger, or, staggered, with A = S = M^dagger M on the odd sites, from x = 0; its
/// residual was checked by the naive operator.
struct SolveCell {
  static constexpr char const* benchmark = "solve";
  static constexpr char const* one_precision = "one precision";
  static constexpr char const* mixed_precision = "mixed precision";
  static constexpr char const* pipelined = "pipelined"; ///< in one precision

  std::string kernel; ///< "CG Wilson", "CG DWF", "CG naive", "CG asqtad", "CG HISQ"
  int l = 0;          ///< as asked
  int ls = 1;
  perf::Precision precision = perf::Precision::double_precision; ///< of the iterations
  std::string variant;      ///< one of those above; mixed: x in double precision
  std::string gauge;        ///< "weak", "hot", "unit" or a file's path, of fat links if it has them
  std::string mass;         ///< of the quark, as "0.1"
  std::string u0;           ///< asqtad: tadpole factor of links that were smeared; empty: none were
  std::string naik_epsilon; ///< HISQ: correction of links that were smeared; empty: none were
  std::string source;       ///< the path of the file that b is from; empty: b is random
  std::string tolerance;    ///< of |r| / |b|, as "1e-08"; "0": as many iterations as given
  std::int64_t most_iterations = 0;
  std::array<int, 4> local_volume{}; ///< of one rank
  std::array<int, 4> global_volume{};
  std::int64_t lanes = 1;
  std::string order; ///< chosen by timing S: "prefetch", "stream/overlap"
  std::int64_t iterations = 0;
  /// How often the residual was computed anew: mixed in double precision, pipelined in its own.
  std::int64_t restarts = 0;
  bool converged = false;
  double iterated_residual = 0; ///< |r| / |b| as the solver carries it
  double true_residual = 0;     ///< |b - M x| / |b| by the naive operator in double precision
  double true_residual_limit = 0;
  int flops_per_site = 1344;           ///< of the hopping term, or of the staggered D
  double flops_per_site_iteration = 0; ///< per odd 5-D site
  int applications_per_iteration = 2;  ///< of S
  std::size_t sites = 0;               ///< odd 5-D sites, all ranks
  perf::Statistics seconds;            ///< of a solution, of the slowest rank
  double mflops_per_node = 0;          ///< from the median
  double operator_mflops_per_node = 0; ///< of S alone, from the median
  SolverShares shares = {};
  double arithmetic_intensity = 0; ///< flops per compulsory byte
  std::string ceiling;             ///< the one that binds; empty: not measured
  std::optional<double> roofline_fraction;
  double peak_fraction = 0;
  double roofline_gflops_per_s = 0;
  double roofline_gb_per_s = 0;
  double working_set_bytes = 0; ///< of a node, compulsory
  perf::RoofDetails roof = {};
  perf::EnergyUse energy = {};
};
/// Of a solution, the median.
double seconds_per_iteration(SolveCell const& cell);
/// Of an application of S with its share of the vectors' work: what
/// arithmetic_intensity and working_set_bytes are those of.
double seconds_of_work(SolveCell const& cell);
/// Of the rate of S alone, that of the whole solver.
double fraction_of_operator(SolveCell const& cell);
/// Returns whether a solver is so much faster than its operator that the two cannot be compared.
bool is_faster_than_operator(SolveCell const& cell);
constexpr auto fields_of(SolveCell const*) {
  return kitt::fields(
      field("kernel", &SolveCell::kernel), field("l", &SolveCell::l), field("ls", &SolveCell::ls),
      field("precision", &SolveCell::precision), field("variant", &SolveCell::variant),
      field("parameters/gauge", &SolveCell::gauge), field("parameters/mass", &SolveCell::mass),
      field("parameters/u0", &SolveCell::u0).or_absent(),
      field("parameters/naik_epsilon", &SolveCell::naik_epsilon).or_absent(),
      field("parameters/source", &SolveCell::source).or_absent(),
      field("parameters/tolerance", &SolveCell::tolerance),
      field("parameters/most_iterations", &SolveCell::most_iterations),
      field("local_volume", &SolveCell::local_volume),
      field("global_volume", &SolveCell::global_volume), field("lanes", &SolveCell::lanes),
      field("order", &SolveCell::order), field("iterations", &SolveCell::iterations),
      field("restarts", &SolveCell::restarts), field("converged", &SolveCell::converged),
      field("iterated_residual", &SolveCell::iterated_residual),
      field("true_residual", &SolveCell::true_residual),
      field("true_residual_limit", &SolveCell::true_residual_limit),
      field("flops_per_site", &SolveCell::flops_per_site),
      field("flops_per_site_iteration", &SolveCell::flops_per_site_iteration),
      field("applications_per_iteration", &SolveCell::applications_per_iteration).since_later(),
      field("sites", &SolveCell::sites), field("seconds", &SolveCell::seconds),
      derived("seconds_per_iteration", seconds_per_iteration),
      field("mflops_per_node", &SolveCell::mflops_per_node),
      field("operator_mflops_per_node", &SolveCell::operator_mflops_per_node),
      derived("fraction_of_operator", fraction_of_operator), field("iteration", &SolveCell::shares),
      field("arithmetic_intensity_flops_per_byte", &SolveCell::arithmetic_intensity),
      field("ceiling", &SolveCell::ceiling).or_null(),
      field("roofline_fraction", &SolveCell::roofline_fraction),
      field("peak_fraction", &SolveCell::peak_fraction),
      field("roofline_gflops_per_s_per_node", &SolveCell::roofline_gflops_per_s),
      field("roofline_gb_per_s_per_node", &SolveCell::roofline_gb_per_s),
      field("working_set_bytes_per_node", &SolveCell::working_set_bytes), inlined(&SolveCell::roof),
      inlined(&SolveCell::energy));
}

/// What makes this cell another than the rest.
perf::CellKey key_of(SolveCell const& cell);

} // namespace kitt::miniapp
